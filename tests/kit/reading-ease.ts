import { flesch } from 'flesch'
import { syllable } from 'syllable'

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * Returns the Flesch reading ease of English paragraphs, taken together. 60 and more is plain English that a 13-year-old
 * reads easily; the scale ends at about 120.
 */
export function readingEase(paragraphs: readonly string[]): number {
  const counts = { sentence: 0, word: 0, syllable: 0 }
  for (const { segment } of paragraphs.flatMap((paragraph) => [...sentences.segment(paragraph)])) {
    const spoken = [...words.segment(segment)].filter(({ isWordLike }) => isWordLike)
    if (spoken.length === 0) continue
    counts.sentence += 1
    counts.word += spoken.length
    // A number has no letters to count syllables from.
    for (const word of spoken) counts.syllable += Math.max(1, syllable(word.segment))
  }
  return flesch(counts)
}

const BLOCKS = /<(p|li|dt|dd|h1|h2|summary)\b[^>]*>(.*?)<\/\1>/gs
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
/** Shorter blocks are labels and links, not prose. */
const FEWEST_WORDS = 4

/** Returns the text of the paragraphs, list items and headings of an HTML document that are long enough to be prose. */
export const proseOf = (html: string): string[] =>
  [...html.matchAll(BLOCKS)]
    .map(([, , content = '']) =>
      content
        .replaceAll(/<br\/?>/g, ' ')
        // Bold text at the start of an item is its title.
        .replaceAll('</strong>', '. ')
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text.split(' ').length >= FEWEST_WORDS)
