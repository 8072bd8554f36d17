import { plainDigits } from '#schema/digits.ts'

declare const normalized: unique symbol

/** A text as the filters read it, made by `normalizeText`. It is never stored, sent or shown. */
export type NormalizedText = string & { readonly [normalized]: true }

/** Most messages contain only printable ASCII with single spaces, and need no normalization. Backticks do. */
const UNUSUAL = /[^ -_a-~]| {2}/

const APOSTROPHES = /[`´‘’‛ʹʻʼˈ′＇]/g
const DASHES = /[‐-―−]/g

/** Invisible and enclosing characters, except white space and other blanks. */
const INVISIBLE =
  /[[\p{Cf}\p{Cc}\p{Me}\p{Default_Ignorable_Code_Point}]--[\t-\r\x85\u115f\u1160\u3164\uffa0]]/gv
/** Combining marks on Latin letters and digits. In other scripts such marks are vowels, so they stay. */
const STRAY_MARKS = /(?<=[\p{Script=Latin}\p{Nd}])\p{Mn}+/gu
/** Fractions, which would merge with the number before them, and two ligatures of whole sentences. */
const STAND_ALONE = /[¼-¾⅐-⅟↉\ufdfa\ufdfb]/g
/** The Chinese and Japanese full stop within an address. */
const OTHER_STOPS = /(?<=[a-z\d])。(?=[a-z\d])/gi

/** White space and blank letters of Korean and braille. A single space stays. */
const BLANKS = /[\s\x85\u115f\u1160\u2800\u3164\uffa0]{2,}|(?! )[\s\x85\u115f\u1160\u2800\u3164\uffa0]/g
const LINE_BREAK = /[\n-\r\x85\u2028\u2029]/

function charactersMatching(pattern: RegExp, end: number): string[] {
  const found: string[] = []
  for (let point = 0; point < end; point++) {
    const character = String.fromCodePoint(point)
    if (character.search(pattern) === 0) found.push(character)
  }
  return found
}

const REQUIRES_FOLDING = /[[\p{Nd}\p{Script=Inherited}。\ud800-\ud83b\ud83f-\udbff]--[0-9]]/v

/**
 * Marks the code units that require folding even in NFKC text: invisible characters, digits, marks, the full stop above,
 * and everything beyond the first plane except emoji. A lookup table is ten times faster than such a regular expression.
 */
const FOLDING_TABLE = (() => {
  const table = new Uint8Array(0x1_0000)
  for (const pattern of [INVISIBLE, REQUIRES_FOLDING])
    for (const character of charactersMatching(pattern, 0x1_0000)) table[character.charCodeAt(0)] = 1
  return table
})()

function requiresFolding(text: string): boolean {
  for (let place = 0; place < text.length; place++) if (FOLDING_TABLE[text.charCodeAt(place)]) return true
  return text.normalize('NFKC') !== text
}

/**
 * Returns one spelling for texts that read alike: replaces full-width and enclosed letters and the digits of other scripts,
 * removes invisible characters, and collapses white space, keeping line breaks. Ordinary ASCII stays as it is.
 */
export function normalizeText(text: string): NormalizedText {
  return (UNUSUAL.test(text) ? normalizeUnusual(text) : text) as NormalizedText
}

function normalizeUnusual(text: string): string {
  const simplified = text.replaceAll(APOSTROPHES, "'").replaceAll(DASHES, '-')
  const letters = requiresFolding(simplified) ? fold(simplified) : simplified
  return letters.replaceAll(BLANKS, (blank) => (LINE_BREAK.test(blank) ? '\n' : ' '))
}

/** Keeps the letters of other scripts, but replaces their digits. */
const fold = (text: string) =>
  plainDigits(
    text.replaceAll(INVISIBLE, '').replaceAll(STAND_ALONE, ' ').normalize('NFKC').replaceAll(STRAY_MARKS, ''),
  ).replaceAll(OTHER_STOPS, '.')
