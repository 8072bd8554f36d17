import { launchMail } from './account-texts.ts'
import type { Mail } from './mail.ts'

/** The one mail to somebody on the launch list. Resolves once it was handed over. */
export const createLaunchMail = (deps: { mail: Mail; publicUrl: string }) => (email: string) =>
  deps.mail.send({ to: email, ...launchMail({ link: new URL('/', deps.publicUrl).href }) })
