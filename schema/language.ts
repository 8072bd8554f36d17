import * as z from 'zod'
import { LANGUAGES } from './languages.ts'

/** The code of a language of the interface. */
export const language = z.enum(LANGUAGES.map(({ code }) => code))
