import type { FilterLanguage } from '#schema/filter-languages.ts'
import { createConfusablesReplacer } from './confusables.ts'
import { createLanguageTermFinder, type HeldRule, type TermChanges } from './language-terms.ts'
import { type NormalizedText, normalizeText } from './normalize-text.ts'
import { createSlurFinder, SLUR_EXCEPTIONS } from './slurs.ts'
import { isSolicitation } from './solicitation.ts'

export interface WordFilterSettings {
  /** The operator's own words and phrases, in any script. */
  heldWords: readonly string[]
  /** Words and phrases that no rule may match. */
  allowedWords: readonly string[]
  /** What the operator adds to the terms of a language or removes from them. */
  termChanges: Partial<Record<FilterLanguage, TermChanges>>
}

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const onOneLine = (text: NormalizedText) => text.replaceAll('\n', ' ')

function wholeWords(words: readonly string[]): RegExp | null {
  // A word of invisible characters only becomes empty, and would match every text.
  const sources = words
    .map((word) => escapeRegExp(onOneLine(normalizeText(word)).trim()))
    .filter((source) => source !== '')
  if (sources.length === 0) return null
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

/** Returns a function that finds the rule by which a text is held. It runs for every message: harmless text takes about a microsecond. */
export function createWordFilter({
  heldWords,
  allowedWords,
  termChanges,
}: WordFilterSettings): (text: NormalizedText) => HeldRule | null {
  const replaceConfusables = createConfusablesReplacer()
  const hasSlur = createSlurFinder()
  const operator = wholeWords(heldWords)
  const allowed = wholeWords([...allowedWords, ...(termChanges.en?.remove ?? [])])
  const exceptions = [...SLUR_EXCEPTIONS, ...(allowed ? [allowed] : [])]

  function findEnglish(text: string): HeldRule | null {
    const latin = replaceConfusables(text)
    if (hasSlur(latin)) return 'slur'
    return isSolicitation(latin) ? 'solicitation' : null
  }
  const findInLanguages = createLanguageTermFinder(termChanges, findEnglish)

  const find = (text: string): HeldRule | null =>
    operator && text.search(operator) !== -1 ? 'operator' : (findEnglish(text) ?? findInLanguages(text))

  // Exceptions are removed only after a match, because most texts have none.
  return (text) => {
    const line = onOneLine(text)
    return find(line) && find(exceptions.reduce((rest, exception) => rest.replaceAll(exception, ' '), line))
  }
}
