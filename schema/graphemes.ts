/** Almost all texts: each of these characters is seen, and one grapheme. */
const SIMPLE = /^[\n -~]*$/

/** White space, or anything that leaves a mark on the screen. */
const SEEN = /[\s\u2800]|[^\p{Cf}\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}]/u

/** Returns how many UTF-16 code units a text of `max` characters may take: four for each, on average. */
export const unitsFor = (max: number) => 4 * max

/** Yields the characters of a text as people see them: an accented letter, a syllable of Hindi and an emoji are one each. */
function* graphemesOf(text: string): Generator<string, void> {
  // Firefox has the segmenter since version 125. Code points come closest.
  if (!('Segmenter' in Intl)) yield* text
  else for (const { segment } of new Intl.Segmenter('en').segment(text)) yield segment
}

/** Returns the length of a text in characters as people see them. Invisible ones do not count. */
export function lengthOf(text: string): number {
  if (SIMPLE.test(text)) return text.length
  let length = 0
  for (const grapheme of graphemesOf(text)) if (SEEN.test(grapheme)) length += 1
  return length
}

/** Returns whether a text has at most `max` characters as people see them, in at most `unitsFor(max)` code units. */
export const fits = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= unitsFor(max) && lengthOf(text) <= max)

/** Returns by how many characters a text is too long; 0 for one that fits. */
export const excessOf = (text: string, max: number): number =>
  fits(text, max) ? 0 : Math.max(lengthOf(text) - max, Math.ceil((text.length - unitsFor(max)) / 4))

/** Returns a text with at most `max` characters. The end of a longer one becomes an ellipsis. No character is cut apart. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const kept: string[] = []
  let units = 0
  for (const grapheme of graphemesOf(text)) {
    units += grapheme.length
    if (kept.length === max || units > unitsFor(max)) return `${kept.slice(0, max - 1).join('')}…`
    kept.push(grapheme)
  }
  return text
}
