/** Between two tags of a pasted list: commas of any script, and the ends of lines and table cells. */
const SEPARATORS = /[,\uff0c\u3001\n\r\t]+/

export const isList = (text: string) => SEPARATORS.test(text)

/** Returns the tags of a typed or pasted list, without the space around them. */
export const splitTags = (text: string): string[] =>
  text
    .split(SEPARATORS)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

/** Returns the tags with the new ones behind them, each once. `keyOf` returns what two spellings of a tag share. */
export function withTags(tags: readonly string[], added: readonly string[], keyOf: (tag: string) => string) {
  const all = new Map(tags.map((tag) => [keyOf(tag), tag]))
  for (const tag of added) if (!all.has(keyOf(tag))) all.set(keyOf(tag), tag)
  return [...all.values()]
}
