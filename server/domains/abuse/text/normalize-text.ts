declare const plain: unique symbol

/** A text as it is judged, made by `plainForm`: never what is stored, sent or shown. */
export type NormalizedText = string & { readonly [plain]: true }

/** What most messages have none of: signs beyond printable ASCII, a backtick, more than one space. */
const UNUSUAL = /[^ -_a-~]| {2}/

const APOSTROPHES = /[`´‘’‛ʹʻʼˈ′＇]/g
const DASHES = /[‐-―−]/g

/** What is not drawn, and signs that only enclose others; without the blanks. */
const INVISIBLE =
  /[[\p{Cf}\p{Cc}\p{Me}\p{Default_Ignorable_Code_Point}]--[\t-\r\x85\u115f\u1160\u3164\uffa0]]/gv
/** Strokes and dots on a Latin letter that no alphabet puts there. In other scripts such marks are vowels, and stay. */
const STRAY_MARKS = /(?<=[\p{Script=Latin}\p{Nd}])\p{Mn}+/gu
/** Fractions, which would run into the number before them, and two signs that each stand for a whole sentence. */
const STAND_ALONE = /[¼-¾⅐-⅟↉\ufdfa\ufdfb]/g
/** The full stop of Chinese and Japanese, where an address has it. */
const OTHER_STOPS = /(?<=[a-z\d])。(?=[a-z\d])/gi
const DIGITS = /[\p{Nd}--[0-9]]/gv

/** White space, and letters of Korean and braille that are drawn as nothing but take place; a single space stays. */
const BLANKS = /[\s\x85\u115f\u1160\u2800\u3164\uffa0]{2,}|(?! )[\s\x85\u115f\u1160\u2800\u3164\uffa0]/g
const LINE_BREAK = /[\n-\r\x85\u2028\u2029]/

function signsOf(kind: RegExp, end: number): string[] {
  const found: string[] = []
  for (let point = 0; point < end; point++) {
    const sign = String.fromCodePoint(point)
    if (sign.search(kind) === 0) found.push(sign)
  }
  return found
}

/** Unicode keeps the digits of a script together, from its nought to its nine. */
const DIGIT_OF: ReadonlyMap<string, string> = new Map(
  signsOf(/\p{Nd}/u, 0x2_0000).map((sign, index) => [sign, String(index % 10)]),
)

const IS_WORTH_FOLDING = /[[\p{Nd}\p{Script=Inherited}。\ud800-\ud83b\ud83f-\udbff]--[0-9]]/v

/**
 * Which code units may make a composed text one to be folded: what is invisible, digits, marks, that full stop, and all
 * beyond the first plane but for the emoji. A table, as expressions of such classes take ten times as long.
 */
const WORTH_FOLDING = (() => {
  const table = new Uint8Array(0x1_0000)
  for (const kind of [INVISIBLE, IS_WORTH_FOLDING])
    for (const sign of signsOf(kind, 0x1_0000)) table[sign.charCodeAt(0)] = 1
  return table
})()

function isWorthFolding(text: string): boolean {
  for (let place = 0; place < text.length; place++) if (WORTH_FOLDING[text.charCodeAt(place)]) return true
  return text.normalize('NFKC') !== text
}

/**
 * One way of writing for all that reads alike: letters and digits of full width, in circles or of other scripts,
 * invisible characters, and any white space, of which a line break stays one. Of ordinary ASCII it is the text itself.
 */
export function normalizeText(text: string): NormalizedText {
  return (UNUSUAL.test(text) ? straightened(text) : text) as NormalizedText
}

function straightened(text: string): string {
  const signs = text.replaceAll(APOSTROPHES, "'").replaceAll(DASHES, '-')
  const letters = isWorthFolding(signs) ? folded(signs) : signs
  return letters.replaceAll(BLANKS, (blank) => (LINE_BREAK.test(blank) ? '\n' : ' '))
}

/** Other scripts stay what they are, but for their digits. */
const folded = (text: string) =>
  text
    .replaceAll(INVISIBLE, '')
    .replaceAll(STAND_ALONE, ' ')
    .normalize('NFKC')
    .replaceAll(STRAY_MARKS, '')
    .replaceAll(DIGITS, (digit) => DIGIT_OF.get(digit) ?? digit)
    .replaceAll(OTHER_STOPS, '.')
