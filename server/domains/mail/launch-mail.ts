import type { Texts } from '#server/platform/texts/texts.ts'
import { launchMail } from './account-texts.ts'
import type { Mail } from './mail.ts'
import { readerOf } from './reader.ts'

/** An address of the launch list, with the language it was added in. */
export interface LaunchAddress {
  email: string
  language: string
}

/** Returns a function that mails the launch to an address of the launch list. It resolves once the mail is sent. */
export const createLaunchMail =
  (deps: { mail: Mail; publicUrl: string; texts: Texts }) =>
  ({ email, language }: LaunchAddress) =>
    deps.mail.send({
      to: email,
      ...launchMail(readerOf(deps.texts, language), { link: new URL('/', deps.publicUrl).href }),
    })
