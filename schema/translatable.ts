declare const SENTENCE: unique symbol

/** The values of a text's placeholders, by their names. */
export type TextValues = Readonly<Record<string, string | number>>

/** An English text without placeholders that the catalogues translate. zod takes it as a message. */
export type Sentence = string & { readonly [SENTENCE]: true }

/** An English text in ICU syntax with the values of its placeholders. */
export interface FilledText {
  readonly english: string
  readonly values: TextValues
}

/** A text that readers see in their language. The English text is its id in the catalogues. */
export type Text = Sentence | FilledText

export function text(english: string): Sentence
export function text(english: string, values: TextValues): FilledText
/** Returns a text to translate. `npm run texts` finds the call, so the English text must be a literal. */
export function text(english: string, values?: TextValues): Text {
  return values ? { english, values } : sentenceOf(english)
}

/** Returns a message that zod reports as the sentence it was given as. Other messages stay in English. */
export const sentenceOf = (message: string): Sentence => message as Sentence
