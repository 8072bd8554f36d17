import {
  deletionCancelledMail,
  deletionRequestedMail,
  passwordChangedMail,
  passwordResetMail,
  startOverMail,
  verificationMail,
} from './account-texts.ts'
import type { Mail, MailMessage } from './mail.ts'
import {
  recoveryCodeUsedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorResetMail,
} from './second-factor-texts.ts'

/** The page that removes an unverified registration. */
const REMOVAL_PAGE = '/not-me'

/** Sends the mails about an account in the background: callers do not wait for the mail server. */
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
      const links = { link: link('/verify', query), removalLink: link(REMOVAL_PAGE, query) }
      send(email, verificationMail({ displayName, desktop, ...links }))
    },
    startOver({ email, code }: { email: string; code: string }) {
      send(email, startOverMail({ link: link(REMOVAL_PAGE, { code, email }) }))
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
      send(email, deletionRequestedMail({ displayName, until, link: link('/auth') }))
    },
    deletionCancelled({ email, displayName }: { email: string; displayName: string }) {
      send(email, deletionCancelledMail({ displayName, link: link('/password-reset') }))
    },
    secondFactorOn({ email, displayName }: { email: string; displayName: string }) {
      send(email, secondFactorOnMail({ displayName, link: link('/privacy-centre') }))
    },
    secondFactorOff({ email, displayName }: { email: string; displayName: string }) {
      send(email, secondFactorOffMail({ displayName, link: link('/password-reset') }))
    },
    /** Resolves once the mail is sent, because the command that calls it exits afterwards. */
    secondFactorReset({ email, displayName }: { email: string; displayName: string }) {
      return deps.mail.send({ to: email, ...secondFactorResetMail({ displayName, link: link('/auth') }) })
    },
    recoveryCodeUsed(to: { email: string; displayName: string; left: number }) {
      const { email, displayName, left } = to
      send(email, recoveryCodeUsedMail({ displayName, left, link: link('/password-reset') }))
    },
  }
}
