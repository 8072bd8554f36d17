import {
  recoveryCodeUsedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorResetMail,
} from './factor-mails.ts'
import type { Mail, MailMessage } from './mail.ts'
import {
  deletionAskedMail,
  deletionCalledOffMail,
  passwordChangedMail,
  passwordResetMail,
  startOverMail,
  verificationMail,
} from './mail-texts.ts'

/** Where a registration that was never verified can be removed. */
const NOT_ME = '/not-me'

/** The mails about an account. Each is handed over in the background: what caused it does not wait. */
export function createAccountMails(deps: { mail: Mail; publicUrl: string; onError(error: unknown): void }) {
  function link(path: string, query: Record<string, string> = {}) {
    const address = new URL(path, deps.publicUrl)
    address.search = new URLSearchParams(query).toString()
    return address.href
  }
  const send = (to: string, text: Omit<MailMessage, 'to'>) => {
    deps.mail.send({ to, ...text }).catch(deps.onError)
  }

  return {
    verification(to: { email: string; displayName: string; code: string; desktop: boolean }) {
      const { email, displayName, code, desktop } = to
      const query = { code, email }
      const links = { link: link('/verify', query), removalLink: link(NOT_ME, query) }
      send(email, verificationMail({ displayName, desktop, ...links }))
    },
    startOver({ email, code }: { email: string; code: string }) {
      send(email, startOverMail({ link: link(NOT_ME, { code, email }) }))
    },
    passwordReset(to: { email: string; displayName: string; token: string; code: string; desktop: boolean }) {
      const { email, displayName, token, code, desktop } = to
      const address = link('/reset-password', { token, email })
      send(email, passwordResetMail({ displayName, code, desktop, link: address }))
    },
    passwordChanged({ email, displayName }: { email: string; displayName: string }) {
      send(email, passwordChangedMail({ displayName, link: link('/password-reset') }))
    },
    deletionRequested(to: { email: string; displayName: string; eraseAfter: Date }) {
      const { email, displayName, eraseAfter } = to
      const until = eraseAfter.toLocaleDateString('en-GB', {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      })
      send(email, deletionAskedMail({ displayName, until, link: link('/auth') }))
    },
    deletionCancelled({ email, displayName }: { email: string; displayName: string }) {
      send(email, deletionCalledOffMail({ displayName, link: link('/password-reset') }))
    },
    secondFactorOn({ email, displayName }: { email: string; displayName: string }) {
      send(email, secondFactorOnMail({ displayName, link: link('/privacy-centre') }))
    },
    secondFactorOff({ email, displayName }: { email: string; displayName: string }) {
      send(email, secondFactorOffMail({ displayName, link: link('/password-reset') }))
    },
    /** Resolves once the mail was handed over: the command that sends it ends then. */
    secondFactorReset({ email, displayName }: { email: string; displayName: string }) {
      return deps.mail.send({ to: email, ...secondFactorResetMail({ displayName, link: link('/auth') }) })
    },
    recoveryCodeUsed(to: { email: string; displayName: string; left: number }) {
      const { email, displayName, left } = to
      send(email, recoveryCodeUsedMail({ displayName, left, link: link('/password-reset') }))
    },
  }
}
