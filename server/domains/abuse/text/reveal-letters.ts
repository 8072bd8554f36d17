import { foldLetters } from '#schema/fold-text.ts'
import { foldText } from './fold-text.ts'
import type { Script } from './scripts.ts'
import { isAscii } from './scripts.ts'

/** Maps each character of a text to the letter at the same place. */
const replacements = (characters: string, letters: string): Record<string, string> =>
  Object.fromEntries(Array.from(characters, (character, index) => [character, letters.charAt(index)]))

/** Characters that people write instead of letters to pass a filter. */
const SUBSTITUTES: Partial<Record<Script, Record<string, string>>> = {
  latin: { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' },
  cyrillic: replacements('0346@abcehkmoptuxy', 'озчбаавсенкмортиху'),
}
/** Words with a letter of the script and another character that may stand for one. */
const DISGUISED: Partial<Record<Script, RegExp>> = {
  latin: /(?<![a-z\d@$!])(?=[\d@$!]*[a-z])(?=[a-z]*[\d@$!])[a-z\d@$!]+/g,
  cyrillic: /(?<![а-яa-z\d@])(?=[a-z\d@]*[а-я])(?=[а-я]*[a-z\d@])[а-яa-z\d@]+/g,
}
const END_SIGNS = /[@$!]+$/

/** The Cyrillic and Greek letters with which people disguise a Latin word. */
const LOOK_ALIKES = replacements('аеіорсухѕјԁһαεικνορτυχ', 'aeiopcyxsjdhaeikvoptux')
const MIXED_LATIN =
  /[a-z]*(?:[a-z][аеіорсухѕјԁһαεικνορτυχ]|[аеіорсухѕјԁһαεικνορτυχ][a-z])[a-zаеіорсухѕјԁһαεικνορτυχ]*/g

const SIGNS = /[_*~^|\\/+=<>"“”«»()[\]{}-]|\p{Extended_Pictographic}/gu

/** At least four letters, each on its own. */
const SPELLED: Record<Script, RegExp> = {
  latin: /(?<![a-z])[a-z](?:[^a-z]{1,2}[a-z](?![a-z])){3,}/g,
  cyrillic: /(?<![а-я])[а-я](?:[^а-я]{1,2}[а-я](?![а-я])){3,}/g,
  arabic:
    /(?<![\u0621-\u064a])[\u0621-\u064a](?:[^\u0621-\u064a]{1,2}[\u0621-\u064a](?![\u0621-\u064a])){2,}/g,
  devanagari:
    /(?<![\u0900-\u0963])[\u0904-\u0939][\u093a-\u0963]*(?:[^\u0900-\u0963]{1,2}[\u0904-\u0939][\u093a-\u0963]*(?![\u0900-\u0963])){2,}/g,
  han: /[\u3040-\u30ff\u3400-\u9fff](?:[ .·・…]{1,2}[\u3040-\u30ff\u3400-\u9fff])+/g,
}
/** Texts in which letters may be disguised, other than by repetition. */
const MAY_BE_DISGUISED: Record<Exclude<Script, 'latin'>, string> = {
  cyrillic: `[а-я][0-9a-z@]|[0-9a-z@][а-я]|${SPELLED.cyrillic.source}`,
  arabic: SPELLED.arabic.source,
  devanagari: SPELLED.devanagari.source,
  han: SPELLED.han.source,
}

/** Returns a pattern that finds folded texts with one of the words, or with a disguise that may hide one. */
export const hintPattern = (words: readonly string[], script: Exclude<Script, 'latin'>) =>
  new RegExp([...words.map((word) => foldLetters(word)), MAY_BE_DISGUISED[script]].join('|'))

const NOT_LETTERS: Record<Script, RegExp> = {
  latin: /[^a-z]/g,
  cyrillic: /[^а-я]/g,
  arabic: /[^\u0621-\u064a]/g,
  devanagari: /[^\u0900-\u0963]/g,
  han: /[ .·・…]/g,
}

/** Returns a text in which words whose letters stand apart are written as words. */
export const joinLetters = (text: string, script: Script) =>
  text.replaceAll(SPELLED[script], (word) => word.replaceAll(NOT_LETTERS[script], ''))

/**
 * Returns a text with its disguises removed: digits and signs for letters, signs between words, and words whose letters
 * stand apart. It only serves to find held terms.
 */
export function revealLetters(text: string, script: Script): string {
  let revealed = foldText(text, script)
  if (script === 'latin' && !isAscii(revealed))
    revealed = revealed.replaceAll(MIXED_LATIN, (word) =>
      [...word].map((one) => LOOK_ALIKES[one] ?? one).join(''),
    )
  const [substitutes, disguised] = [SUBSTITUTES[script], DISGUISED[script]]
  if (substitutes && disguised)
    revealed = revealed.replaceAll(disguised, (word) => {
      const end = END_SIGNS.exec(word)?.[0] ?? ''
      return [...word.slice(0, word.length - end.length)].map((one) => substitutes[one] ?? one).join('') + end
    })
  const spaced = revealed.replaceAll(SIGNS, ' ').replaceAll(/ {2,}/g, ' ')
  return foldText(joinLetters(spaced, script), script)
}
