import type { Script } from './scripts.ts'
import { isAscii } from './scripts.ts'

const MARKS = /\p{Mn}+/gu
const LATIN_LETTERS: Record<string, string> = { ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' }
const SPECIAL_LATIN = /[ıßæœøłđ]/g

/** Letters of Arabic that people use for one another, with the Persian forms. */
const ARABIC_LETTERS: Record<string, string> = {
  ...{ أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه', ؤ: 'و', ئ: 'ي', ی: 'ي', ک: 'ك' },
}
const SPECIAL_ARABIC = /[أإآٱىةؤئیک]/g
const ARABIC_MARKS = /[\u0610-\u061a\u064b-\u065f\u0670\u0640]+/g

const NUKTA = /\u093c/g
const CHANDRABINDU = /\u0901/g

const KATAKANA = /[\u30a1-\u30f6]/g
const toHiragana = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60)

const FOLDS: Record<Script, (text: string) => string> = {
  latin: (text) =>
    isAscii(text)
      ? text.toLowerCase()
      : text
          .toLowerCase()
          .normalize('NFD')
          .replaceAll(MARKS, '')
          .replaceAll(SPECIAL_LATIN, (letter) => LATIN_LETTERS[letter] ?? letter),
  cyrillic: (text) => text.toLowerCase().replaceAll('ё', 'е'),
  arabic: (text) =>
    text
      .replaceAll(ARABIC_MARKS, '')
      .replaceAll(SPECIAL_ARABIC, (letter) => ARABIC_LETTERS[letter] ?? letter),
  devanagari: (text) => text.replaceAll(NUKTA, '').replaceAll(CHANDRABINDU, '\u0902'),
  han: (text) => text.toLowerCase().replaceAll(KATAKANA, toHiragana),
}

/** Repetitions change no meaning in these scripts; without them, 'looong' and 'long' are one word. */
const REPEATED: Record<Script, RegExp | null> = {
  latin: /([a-z])\1+/g,
  cyrillic: /([а-я])\1+/g,
  arabic: /([\u0621-\u064a])\1+/g,
  devanagari: null,
  han: null,
}

/** Returns one spelling for texts that differ only in case, accents, and the letters that people of the script exchange. */
export const foldLetters = (text: string, script: Script): string => FOLDS[script](text)

/**
 * Returns one spelling for texts that differ only in case, accents, repeated letters, and the letters that people of the
 * script exchange. Texts and the sources of patterns are folded alike.
 */
export function foldText(text: string, script: Script): string {
  const folded = foldLetters(text, script)
  const repeated = REPEATED[script]
  return repeated ? folded.replaceAll(repeated, '$1') : folded
}
