/** Sentences and lines; what ends one stays with it. */
const SENTENCES = /[^.!?\n]+[.!?]*/g

/** Returns the first sentence for which the test holds, as it stands in the text; else the whole text. */
export function findSentence(text: string, isMeant: (sentence: string) => boolean): string {
  const sentences = text.match(SENTENCES) ?? []
  return sentences.map((one) => one.trim()).find((one) => one !== '' && isMeant(one)) ?? text
}
