import { compileTerms } from './compile-terms.ts'
import { foldText } from './fold-text.ts'
import { LANGUAGES } from './languages/index.ts'
import type { UrgentTerms } from './languages/language.ts'
import { normalizeText } from './normalize-text.ts'
import { hasScript, SCRIPTS, type Script } from './scripts.ts'

/** The terms of all languages of a script, because people mix languages. */
const termsIn = (script: Script, part: keyof UrgentTerms) =>
  compileTerms(
    LANGUAGES.flatMap((language) => (language.script === script ? language.urgent[part] : [])),
    script,
  )

const FINDERS = SCRIPTS.map((script) => ({
  script,
  terms: termsIn(script, 'terms'),
  harmless: termsIn(script, 'harmless'),
}))

/**
 * Returns whether the text of a report names something that a moderator should read first, in any of the languages. It only
 * orders the queue: a mistake moves a report up or leaves it in its place.
 */
export function isUrgentText(text: string): boolean {
  const line = normalizeText(text).replaceAll('\n', ' ')
  return FINDERS.some(({ script, terms, harmless }) => {
    if (!terms || !hasScript(line, script)) return false
    const folded = foldText(line, script)
    return (harmless ? folded.replaceAll(harmless, ' ') : folded).search(terms) !== -1
  })
}
