import type { Platform } from '#server/platform/open-platform.ts'
import {
  deletionCancelledMail,
  deletionRequestedMail,
  passwordChangedMail,
  passwordResetMail,
  startOverMail,
  verificationMail,
} from './account-texts.ts'
import type { Mail, MailMessage } from './mail.ts'
import { passkeyAddedMail, passkeyRemovedMail, passkeysRemovedMail } from './passkey-texts.ts'
import { type Reader, readerOf } from './reader.ts'
import {
  recoveryCodeUsedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorResetMail,
} from './second-factor-texts.ts'

/** The page that removes an unverified registration. */
const REMOVAL_PAGE = '/not-me'

/** The language of the account, as it is stored. */
type Addressed<More = object> = { email: string; language: string } & More

/** Sends the mails about an account in the background: callers do not wait for the mail server. */
export function createAccountMails(
  { texts, failures }: { texts: Platform['texts']; failures: Pick<Platform['failures'], 'of'> },
  { mail }: { mail: Mail },
  { publicUrl }: { publicUrl: string },
) {
  const onError = failures.of('account mails')
  const reader = (to: { language: string }) => readerOf(texts, to.language)

  function link(path: string, query: Record<string, string> = {}) {
    const address = new URL(path, publicUrl)
    address.search = new URLSearchParams(query).toString()
    return address.href
  }
  const send = (to: string, text: Omit<MailMessage, 'to'>) => {
    mail.send({ to, ...text }).catch(onError)
  }

  return {
    ...passkeyMails({ reader, link, send }),
    /** With `desktop`, the mail also offers to open its link in the desktop app. */
    verification(to: Addressed<{ displayName: string; code: string; desktop: boolean }>) {
      const { email, displayName, code, desktop } = to
      const query = { code, email }
      const links = { link: link('/verify', query), removalLink: link(REMOVAL_PAGE, query) }
      send(email, verificationMail(reader(to), { displayName, desktop, ...links }))
    },
    /** For an address that was registered again and whose earlier registration was never verified. */
    startOver(to: Addressed<{ code: string }>) {
      const { email, code } = to
      send(email, startOverMail(reader(to), { link: link(REMOVAL_PAGE, { code, email }) }))
    },
    /** The link and the code each open the same reset. */
    passwordReset(to: Addressed<{ displayName: string; token: string; code: string; desktop: boolean }>) {
      const { email, displayName, token, code, desktop } = to
      const address = link('/reset-password', { token, email })
      send(email, passwordResetMail(reader(to), { displayName, code, desktop, link: address }))
    },
    passwordChanged(to: Addressed<{ displayName: string }>) {
      const { email, displayName } = to
      send(email, passwordChangedMail(reader(to), { displayName, link: link('/password-reset') }))
    },
    /** Names the date until which the deletion can be cancelled. */
    deletionRequested(to: Addressed<{ displayName: string; eraseAfter: Date }>) {
      const { email, displayName, eraseAfter } = to
      send(email, deletionRequestedMail(reader(to), { displayName, until: eraseAfter, link: link('/auth') }))
    },
    deletionCancelled(to: Addressed<{ displayName: string }>) {
      const { email, displayName } = to
      send(email, deletionCancelledMail(reader(to), { displayName, link: link('/password-reset') }))
    },
    secondFactorOn(to: Addressed<{ displayName: string }>) {
      const { email, displayName } = to
      send(email, secondFactorOnMail(reader(to), { displayName, link: link('/privacy-centre') }))
    },
    secondFactorOff(to: Addressed<{ displayName: string }>) {
      const { email, displayName } = to
      send(email, secondFactorOffMail(reader(to), { displayName, link: link('/password-reset') }))
    },
    /** Resolves once the mail is sent, because the command that calls it exits afterwards. */
    secondFactorReset(to: Addressed<{ displayName: string }>) {
      const { email, displayName } = to
      return mail.send({
        to: email,
        ...secondFactorResetMail(reader(to), { displayName, link: link('/auth') }),
      })
    },
    /** Names the number of recovery codes that are left. */
    recoveryCodeUsed(to: Addressed<{ displayName: string; left: number }>) {
      const { email, displayName, left } = to
      send(email, recoveryCodeUsedMail(reader(to), { displayName, left, link: link('/password-reset') }))
    },
  }
}

interface MailTools {
  reader(to: { language: string }): Reader
  link(path: string): string
  send(to: string, text: Omit<MailMessage, 'to'>): void
}

const passkeyMails = ({ reader, link, send }: MailTools) => ({
  passkeyAdded(to: Addressed<{ displayName: string; name: string }>) {
    const { email, displayName, name } = to
    send(email, passkeyAddedMail(reader(to), { displayName, name, link: link('/password-reset') }))
  },
  passkeyRemoved(to: Addressed<{ displayName: string; name: string }>) {
    const { email, displayName, name } = to
    send(email, passkeyRemovedMail(reader(to), { displayName, name, link: link('/password-reset') }))
  },
  /** After a password reset, which removes all of them. */
  passkeysRemoved(to: Addressed<{ displayName: string }>) {
    const { email, displayName } = to
    send(email, passkeysRemovedMail(reader(to), { displayName, link: link('/privacy-centre') }))
  },
})
