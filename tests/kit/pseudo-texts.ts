import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Messages } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { SUGGESTED_INTERESTS } from '#schema/interests.ts'
import { interestMessages } from '#web/i18n/interest-messages.ts'

const ENGLISH = fileURLToPath(new URL('../../locales/en', import.meta.url))
/** From an ASCII letter to its full-width form. */
const FULL_WIDTH = 0xfee0
const ELEMENT = /(<\/?\w+\/?>)/

/** Writes a text in full-width letters. Marks of elements stay. */
const pseudoText = (text: string) =>
  text
    .split(ELEMENT)
    .map((part) =>
      ELEMENT.test(part)
        ? part
        : part.replaceAll(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + FULL_WIDTH)),
    )
    .join('')

/**
 * Returns every text of the web app's catalogues and every built-in interest in full-width letters. ASCII letters on a
 * page in these texts come from elsewhere.
 */
export async function readPseudoTexts(): Promise<Messages> {
  const names = Object.fromEntries(SUGGESTED_INTERESTS.map((interest) => [interest, pseudoText(interest)]))
  const messages: Messages = interestMessages(names)
  for (const filename of globSync(`${ENGLISH}/*.po`)) {
    const about = { locale: 'en', sourceLocale: 'en', filename }
    const catalogue = await formatter().parse(readFileSync(filename, 'utf8'), about)
    for (const [id, { translation }] of Object.entries(catalogue))
      if (translation) messages[id] = compileMessage(translation, pseudoText)
  }
  return messages
}
