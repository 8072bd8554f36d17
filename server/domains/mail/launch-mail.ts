import type { Texts } from '#server/platform/texts/texts.ts'
import { launchMail } from './account-texts.ts'
import type { Mail } from './mail.ts'
import { readerOf } from './reader.ts'

/** Returns a function that mails the launch to an address of the launch list, in English: its language is not known. It resolves once the mail is sent. */
export const createLaunchMail = (deps: { mail: Mail; publicUrl: string; texts: Texts }) => (email: string) =>
  deps.mail.send({
    to: email,
    ...launchMail(readerOf(deps.texts, 'en'), { link: new URL('/', deps.publicUrl).href }),
  })
