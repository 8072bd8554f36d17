import { launchMail } from './account-texts.ts'
import type { Mail } from './mail.ts'

/** Returns a function that mails the launch to an address of the launch list. It resolves once the mail is sent. */
export const createLaunchMail = (deps: { mail: Mail; publicUrl: string }) => (email: string) =>
  deps.mail.send({ to: email, ...launchMail({ link: new URL('/', deps.publicUrl).href }) })
