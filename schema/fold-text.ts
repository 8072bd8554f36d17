const ASCII = /^[\0-\x7f]*$/
/** Joiners, soft hyphens, variations and the like: people neither see them nor type them on purpose. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Marks that many people leave out: accents of Latin, Greek and Cyrillic letters, except in й, which is a letter of its own;
 * the points of Hebrew; the vowel signs, hamzas and long dashes of Arabic; the dot below letters of Devanagari.
 */
const OPTIONAL_MARKS =
  /[\u0300-\u0305\u0307-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c]|(?<!и)\u0306/gu

/** Letters that people write for one another. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ς: 'σ',
  // Arabic, with the forms of Persian and Urdu.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ە: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ک: 'ك',
  // Chandrabindu and anusvara of Devanagari.
  '\u0901': '\u0902',
}
const EXCHANGED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

const KATAKANA = /[\u30a1-\u30f6]/g
const toHiragana = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 0x60)

const APOSTROPHES = /[\u2018\u2019\u02bc\u05f3]/g

/**
 * Returns one spelling for texts that differ only in case, width, accents, invisible characters, and the letters that people
 * of a script write for one another. It does not change ASCII signs, so the source of a pattern stays one.
 */
export function foldLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .replaceAll(INVISIBLE, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(OPTIONAL_MARKS, '')
    .replaceAll(EXCHANGED, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(KATAKANA, toHiragana)
    .normalize('NFC')
}

/**
 * Returns a key that is the same for all spellings of a name or an interest: as `foldLetters`, and without the difference
 * between hyphens and spaces, and surrounding space.
 */
export const foldText = (text: string): string =>
  foldLetters(text)
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(/[\p{Pd}\s\u2800]+/gu, ' ')
    .trim()
