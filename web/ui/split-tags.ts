/** Separators in a pasted list: commas of any script, line ends and table cells. */
const SEPARATORS = /[,\uff0c\u3001\u060c\n\r\t]+/

export const isList = (text: string) => SEPARATORS.test(text)

/** Returns the trimmed tags of a typed or pasted list. */
export const splitTags = (text: string): string[] =>
  text
    .split(SEPARATORS)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

/**
 * Returns the tags with the new ones added, without duplicates. `keyOf` maps different spellings of a tag to one key.
 */
export function withTags(tags: readonly string[], added: readonly string[], keyOf: (tag: string) => string) {
  const all = new Map(tags.map((tag) => [keyOf(tag), tag]))
  for (const tag of added) if (!all.has(keyOf(tag))) all.set(keyOf(tag), tag)
  return [...all.values()]
}
