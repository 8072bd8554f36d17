/** A sentence or a line, with its closing punctuation. */
const SENTENCES = /[^.!?。！？؟।\n]+[.!?。！？؟।]*/g

/** Returns the first sentence that passes the test, or the whole text when none does. */
export function findSentence(text: string, matches: (sentence: string) => boolean): string {
  const sentences = text.match(SENTENCES) ?? []
  return (
    sentences.map((sentence) => sentence.trim()).find((sentence) => sentence !== '' && matches(sentence)) ??
    text
  )
}
