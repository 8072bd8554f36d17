import type { Platform } from '#server/platform/open-platform.ts'
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
  ({ texts }: Pick<Platform, 'texts'>, { mail }: { mail: Mail }, { publicUrl }: { publicUrl: string }) =>
  ({ email, language }: LaunchAddress) =>
    mail.send({
      to: email,
      ...launchMail(readerOf(texts, language), { link: new URL('/', publicUrl).href }),
    })
