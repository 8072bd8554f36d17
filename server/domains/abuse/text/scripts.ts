/** Scripts with terms of their own. Japanese and Chinese share characters, so their terms are always checked together. */
export const SCRIPTS = ['latin', 'cyrillic', 'arabic', 'devanagari', 'han'] as const
export type Script = (typeof SCRIPTS)[number]
export const OTHER_SCRIPTS = ['cyrillic', 'arabic', 'devanagari', 'han'] as const

/** Letters of the scripts other than Latin. Han includes the kana. */
const LETTERS: Record<Exclude<Script, 'latin'>, RegExp> = {
  cyrillic: /[\u0400-\u04ff]/,
  arabic: /[\u0600-\u06ff]/,
  devanagari: /[\u0900-\u097f]/,
  han: /[\u3040-\u30ff\u3400-\u9fff]/,
}

const ASCII = /^[\0-\x7f]*$/

/** Returns whether a text has letters of the script. Text that is not Latin may be about a Latin word, so Latin is always there. */
export const hasScript = (text: string, script: Script) => script === 'latin' || LETTERS[script].test(text)

/** Returns whether a text has ASCII characters only, and therefore no letters of other scripts. */
export const isAscii = (text: string) => ASCII.test(text)
