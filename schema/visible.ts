/** Matches text with a visible character. Blanks, invisible characters and marks without a letter are none. */
export const VISIBLE = /[^\s\p{Cf}\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Returns whether a text has something to read. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** White space, and letters that are blank: those of braille and Korean. */
const BLANKS = /[\s\u2800\u3164\uffa0]+/gu
/** Invisible characters, except those that shape Hindi, Persian, Mongolian and emoji: joiners, variations and tags. */
const NEEDLESS =
  /(?!\u200c|\u200d|\u180e|[\u{e0020}-\u{e007f}]|\p{Variation_Selector})[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
/** No language needs more marks on one letter. More of them would cover the lines above and below. */
const EXCESSIVE_MARKS = /(?<=\p{M}{5})\p{M}+/gu

/** Returns a name or an interest as it is stored and shown: on one line, without controls and needless characters. */
export const tidyLine = (text: string): string =>
  text.replaceAll(BLANKS, ' ').replaceAll(NEEDLESS, '').replaceAll(EXCESSIVE_MARKS, '').trim()
