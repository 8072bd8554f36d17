import { foldText } from './fold-text.ts'
import type { Script } from './scripts.ts'

/** What a word may not touch. Scripts without spaces have no such boundary. */
const WORD_CHARACTER: Record<Script, string> = {
  latin: '[a-z0-9]',
  cyrillic: '[а-я0-9]',
  arabic: '[\\u0621-\\u064a]',
  devanagari: '[\\u0900-\\u0963]',
  han: '',
}
/** Letters that are written together with an Arabic word: and, so, the, with, for. */
const PREFIXES: Partial<Record<Script, string>> = { arabic: '(?:[وف]?(?:ال|بال|لل|[بل])?)' }

/** Returns the source of a pattern that matches these sources as whole words of a folded text. */
export function wholeWords(sources: readonly string[], script: Script): string {
  const any = sources.map((source) => foldText(source, script)).join('|')
  const edge = WORD_CHARACTER[script]
  return edge ? `(?<!${edge})${PREFIXES[script] ?? ''}(?:${any})(?!${edge})` : `(?:${any})`
}

/** Returns a pattern of whole words in a folded text, or null without sources. */
export const compileTerms = (sources: readonly string[], script: Script, flags = 'g'): RegExp | null =>
  sources.length === 0 ? null : new RegExp(wholeWords(sources, script), flags)
