// Keeps words such as “E-Mail” in one line: a browser would end a line after their hyphen. Our faces lack the hyphen that
// does not break.
import type { Plugin } from 'vite'

const WORD_JOINER = '\u2060'

/** Puts an invisible mark behind the hyphen of “E-Mail”, “e-mail” and “e-posta”. */
export const keptTogether = (text: string) =>
  text.replaceAll(/(?<!\p{L})(e-)(?=mail|posta)/giu, `$1${WORD_JOINER}`)

/** A Vite plugin that does this to the texts of pages. Titles and descriptions of pages stay as they are. */
export const keepTogether = (): Plugin => ({
  name: 'keep-together',
  transform: {
    filter: { id: /\/locales\/[^/]+\/(?!heads)\w+\.po$/ },
    handler: (code) => keptTogether(code),
  },
})
