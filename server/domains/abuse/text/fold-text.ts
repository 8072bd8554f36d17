import { foldLetters } from '#schema/fold-text.ts'
import type { Script } from './scripts.ts'

/** Repetitions change no meaning in these scripts; without them, 'looong' and 'long' are one word. */
const REPEATED: Record<Script, RegExp | null> = {
  latin: /([a-z])\1+/g,
  cyrillic: /([а-я])\1+/g,
  arabic: /([\u0621-\u064a])\1+/g,
  devanagari: null,
  han: null,
}

/** Folds the letters of a text and their repetitions. Texts and the sources of patterns are folded alike. */
export function foldText(text: string, script: Script): string {
  const folded = foldLetters(text)
  const repeated = REPEATED[script]
  return repeated ? folded.replaceAll(repeated, '$1') : folded
}
