/** Words that add nothing to the words of a name. */
const EMPTY = new Set(
  'a account an and are as at by for id in is it its member of on that the this to whether with'.split(' '),
)

/** Returns the words of a name or a text in lower case and without a final s: `Message.senderIds` has message, sender, id. */
const wordsOf = (text: string) =>
  (text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+/gu) ?? []).map((word) =>
    word.toLowerCase().replace(/(?<=[^s])s$/, ''),
  )

/** Returns whether a description has only words of the name, such as "The id of the sender." for `Message.senderId`. */
export function restatesName(name: string, description: string): boolean {
  const known = new Set(wordsOf(name))
  return wordsOf(description).every((word) => known.has(word) || EMPTY.has(word))
}
