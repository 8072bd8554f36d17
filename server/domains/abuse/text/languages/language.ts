import type { FilterLanguage } from '#schema/filter-languages.ts'
import type { Script } from '../scripts.ts'

/**
 * What the filters know of a language. All texts are sources of regular expressions. They are folded like the messages
 * (`fold-text.ts`), so they may be written with accents, and need no spellings with repeated letters. They are whole
 * words, except in scripts without spaces. `\p{…}` and upper-case escapes are not possible.
 */
export interface LanguageData {
  code: FilterLanguage
  script: Script
  held: HeldTerms
  urgent: UrgentTerms
  ages: AgePatterns
}

/** What makes the text of a report urgent: children, threats, violence, blackmail, stalking and self-harm. */
export interface UrgentTerms {
  terms: readonly string[]
  /** Harmless phrases that the terms match. */
  harmless: readonly string[]
}

/** Titles of works that begin with a word of many terms. People ask in every language whether to watch them. */
export const HARMLESS_TITLES = 'sex (?:education|and the city|on the beach|pistols)'

export interface HeldTerms {
  /** Words used to insult groups of people. Ordinary swear words are not here, because adults may swear. */
  slurs: readonly string[]
  /** Requests for sex or sexual pictures, and offers of either for money. */
  solicitation: readonly string[]
  /** Plain words; every term contains one of them, except slurs in Latin script that begin with four letters or more. */
  hints: readonly string[]
  /** Harmless phrases that the terms match. */
  harmless?: readonly string[]
  /** Words shortly before a solicitation with which the sender quotes or rejects it, in any language of the script. */
  rejectedBefore?: string
  /** The same, shortly after it. */
  rejectedAfter?: string
}

export interface AgePatterns {
  /** Ages from 8 to 17 in words. */
  numberWords?: string
  /** Statements that must end with their clause. `#` is an age from 8 to 17. */
  statements: readonly string[]
  /** Statements that nothing after them changes. */
  certain?: readonly string[]
  /** Statements only if they are the whole message. */
  whole?: readonly string[]
  /** Words that may continue a message after a statement. Others may be units: minutes, kilometres, years of work. */
  continuations?: string
  /** Words before a statement about other people, the past or a hypothetical. */
  notBefore?: string
  /** Plain words; every statement contains one of them. Only Latin script uses them. */
  cues?: readonly string[]
  /** Plain words; every statement without a digit contains one of them. */
  hints?: readonly string[]
}
