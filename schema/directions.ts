/** Hebrew, Arabic and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const EMBEDDINGS = /[\u202a-\u202e]/g
const ISOLATES = /[\u2066-\u2069]/g

/** Returns a text without the invisible characters that change the direction of what follows them. */
export const withoutDirectionControls = (text: string): string => text.replaceAll(/\p{Bidi_Control}/gu, '')

/** Returns whether each isolate that starts in a text also ends in it. */
function closesIsolates(text: string): boolean {
  let open = 0
  for (const [control] of text.matchAll(ISOLATES)) {
    open += control === '\u2069' ? -1 : 1
    if (open < 0) return false
  }
  return open === 0
}

/** Removes what would reach beyond an isolate. Dates and sums of money in Arabic have marks, which do not. */
const contained = (text: string) => {
  const plain = text.replaceAll(EMBEDDINGS, '')
  return closesIsolates(plain) ? plain : plain.replaceAll(ISOLATES, '')
}

/**
 * Returns a value for a sentence, isolated where it can have another direction than the sentence. Without this, a name in
 * another script would change the order of the words and brackets around it, and a control in it all that follows.
 *
 * The first character starts the isolate (UAX 9). A text takes the direction of its first letter. A text with isolates of
 * its own is one of our sentences and takes the direction of the sentence: letters inside an isolate do not count, so a list
 * of isolated names would always run from left to right.
 */
export function isolate(value: string, direction: 'ltr' | 'rtl'): string {
  const text = contained(value)
  if (direction === 'ltr' && !RIGHT_TO_LEFT.test(text)) return text
  const ofSentence = direction === 'rtl' ? '\u2067' : '\u2066'
  return `${text.includes('\u2069') ? ofSentence : '\u2068'}${text}\u2069`
}
