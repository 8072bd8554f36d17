import { LANGUAGES, type Language } from './languages.ts'

/** Returns whether a value is the code of a language of the interface. */
export const isLanguage = (value: unknown): value is Language => LANGUAGES.some(({ code }) => code === value)
