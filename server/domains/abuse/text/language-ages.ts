import { foldLetters } from '#schema/fold-text.ts'
import { wholeWords } from './compile-terms.ts'
import { foldText } from './fold-text.ts'
import { LANGUAGES } from './languages/index.ts'
import type { AgePatterns, LanguageData } from './languages/language.ts'
import { hasScript, isAscii, SCRIPTS, type Script } from './scripts.ts'
import { createStemScanner, SPELLED } from './stem-scanner.ts'

/** Ages below 8 are jokes, numbers of children or parts of other numbers. */
const DIGITS = String.raw`(?<!\d|\d[.,:/-])(?:1[0-7]|[89])(?!\d|[%°:/+½]|[.,-]\d)`
/** 18 is there for 'not yet 18'. */
const HAS_DIGITS = /(?<!\d)(?:1[0-8]|[89])(?!\d)/

/** How far before a statement a word may change its meaning. */
const REACH = 30

type StatementFinder = (folded: string) => string | null

/** The end of a clause: of the text, a sign other than of a number, or a word that continues the message. */
function clauseEnd({ continuations }: AgePatterns, script: Script): string {
  const words = continuations ? `|${wholeWords([continuations], script)}` : ''
  return String.raw`(?=\s*(?:$|[.,;](?! ?\d)|[^\p{L}\p{M}\p{N}\s.,;%°:/+=*$€£¥₹₽-]|[:=]['dp)(]${words}))`
}

function createStatementFinder({ script, ages }: LanguageData): StatementFinder {
  const { numberWords, statements, certain = [], whole = [], notBefore } = ages
  const age = numberWords ? `(?:${DIGITS}|(?:${foldText(numberWords, script)}))` : DIGITS
  const compile = (sources: readonly string[]) => wholeWords(sources, script).replaceAll('#', age)
  const patterns = [
    `${compile(statements)}${clauseEnd(ages, script)}`,
    ...(certain.length > 0 ? [compile(certain)] : []),
    ...(whole.length > 0 ? [`^\\s*${compile(whole)}[\\s.!…。)]*$`] : []),
  ]
  const pattern = new RegExp(patterns.join('|'), 'gu')
  const excluded = notBefore ? new RegExp(`${wholeWords([notBefore], script)}[\\s:"«“']*$`) : null
  return (folded) => {
    for (const { 0: statement, index } of folded.matchAll(pattern))
      if (!excluded?.test(folded.slice(Math.max(0, index - REACH), index))) return statement.trim()
    return null
  }
}

/** English has rules of its own. */
const WITH_STATEMENTS = LANGUAGES.filter(({ ages }) => ages.statements.length > 0)
const LATIN = WITH_STATEMENTS.filter(({ script }) => script === 'latin')

const FINDERS = new Map(
  SCRIPTS.map((script) => [
    script,
    WITH_STATEMENTS.filter((language) => language.script === script).map(createStatementFinder),
  ]),
)
const HINTS = new Map(
  SCRIPTS.map((script) => {
    const hints = LANGUAGES.filter((one) => one.script === script).flatMap(({ ages }) => ages.hints ?? [])
    return [script, hints.length > 0 ? new RegExp(hints.map((hint) => foldLetters(hint)).join('|')) : null]
  }),
)
const scanNumbers = createStemScanner(
  LATIN.map(({ ages }) => ages.hints ?? []),
  { disguised: false },
)
const scanCues = createStemScanner(
  LATIN.map(({ ages }) => ages.cues ?? []),
  { disguised: false },
)

/** Most messages have no number, and need one pass. */
function findInLatin(text: string): string | null {
  const numbers = HAS_DIGITS.test(text) ? -1 : scanNumbers(text) & ~SPELLED
  const lists = numbers && numbers & scanCues(text)
  if (!lists) return null
  const folded = foldText(text, 'latin')
  for (const [index, find] of (FINDERS.get('latin') ?? []).entries()) {
    const statement = lists & (1 << index) ? find(folded) : null
    if (statement) return statement
  }
  return null
}

function findIn(text: string, script: Script): string | null {
  if (!HAS_DIGITS.test(text) && !HINTS.get(script)?.test(foldLetters(text))) return null
  const folded = foldText(text, script)
  for (const find of FINDERS.get(script) ?? []) {
    const statement = find(folded)
    if (statement) return statement
  }
  return null
}

/** Returns the words with which the author states an age under 18 in a language other than English, or null. They are folded. */
export function underageStatementInLanguages(text: string): string | null {
  const line = text.replaceAll('\n', ' ')
  const latin = findInLatin(line)
  if (latin) return latin
  if (isAscii(line)) return null
  for (const script of SCRIPTS)
    if (script !== 'latin' && hasScript(line, script)) {
      const statement = findIn(line, script)
      if (statement) return statement
    }
  return null
}
