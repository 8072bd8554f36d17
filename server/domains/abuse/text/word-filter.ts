import { createConfusablesReplacer } from './confusables.ts'
import { type NormalizedText, normalizeText } from './normalize-text.ts'
import { createSlurFinder, SLUR_EXCEPTIONS } from './slurs.ts'
import { isSolicitation } from './solicitation.ts'

/** Why a message is held back. */
export type HeldRule = 'slur' | 'solicitation' | 'operator'

export interface WordFilterSettings {
  /** The operator's own words and phrases, in any script. */
  heldWords: readonly string[]
  /** What is let through, whatever found it. */
  allowedWords: readonly string[]
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const onOneLine = (text: NormalizedText) => text.replaceAll('\n', ' ')

function whole(words: readonly string[]): RegExp | null {
  // One of invisible characters alone would be found in every text.
  const sources = words
    .map((word) => escaped(onOneLine(normalizeText(word)).trim()))
    .filter((one) => one !== '')
  if (sources.length === 0) return null
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

/** What a text is held back for, or null. Runs for every message: what is plainly harmless costs about a microsecond. */
export function createWordFilter({
  heldWords,
  allowedWords,
}: WordFilterSettings): (text: NormalizedText) => HeldRule | null {
  const spell = createConfusablesReplacer()
  const hasSlur = createSlurFinder()
  const operator = whole(heldWords)
  const allowed = [...SLUR_EXCEPTIONS, ...[whole(allowedWords)].filter((one) => one !== null)]

  function find(text: string): HeldRule | null {
    if (operator && text.search(operator) !== -1) return 'operator'
    const spelled = spell(text)
    if (hasSlur(spelled)) return 'slur'
    return isSolicitation(spelled) ? 'solicitation' : null
  }

  // Only what was found is looked at again without what is allowed.
  return (text) => {
    const line = onOneLine(text)
    return find(line) && find(allowed.reduce((rest, one) => rest.replaceAll(one, ' '), line))
  }
}
