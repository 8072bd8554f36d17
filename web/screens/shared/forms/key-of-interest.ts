import { interestKey } from '#schema/interests.ts'
import { builtInInterest } from '../../../i18n/built-in-interest.ts'

/** Returns a key that is the same for all spellings of an interest, in English and in the page's language. */
export const keyOfInterest = (interest: string) => interestKey(builtInInterest(interest))
