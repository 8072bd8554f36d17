import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { RETENTION } from '#schema/retention.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMessageMonths } from '../../hooks/use-message-months.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { dateLocale } from '../../i18n/locales.ts'
import { Button } from '../../ui/button.tsx'
import { CLOSE_ACCOUNT, DELETE_ACCOUNT } from './operations.ts'
import { PasswordDialog } from './password-dialog.tsx'

const { closedMonths, erasureDays, essentialMonths, signalDays } = RETENTION

export function CloseSection({ premium }: { premium: boolean }) {
  const [asking, setAsking] = useState(false)
  const { mutate } = useMutation(CLOSE_ACCOUNT)
  const messageMonths = useMessageMonths()
  const leave = useLeave()

  async function close(password: string) {
    await mutate({ password })
    leave(
      t`Your account is closed`,
      t`Log in within ${closedMonths} months to open it again. You'll find everything as you left it.`,
    )
  }

  return (
    <>
      <ul className="privacy-facts">
        <li>{t`No one can see you any more. An open chat ends, and we log out every device.`}</li>
        <li>
          {t`Nothing is lost. Log in within ${closedMonths} months, and everything is as you left it. After that, we erase your data.`}
        </li>
        {messageMonths !== null && (
          <li>{t`Messages are deleted when they are ${messageMonths} to ${{ later: messageMonths + 1 }} months old, also while your account is closed.`}</li>
        )}
        {premium && (
          <li>
            <Trans>
              <b>You have Premium.</b> It keeps running while your account is closed.
            </Trans>{' '}
            <AboutRefunds />
          </li>
        )}
      </ul>
      <Button onClick={() => setAsking(true)}>{t`Close account`}</Button>
      {asking && (
        <PasswordDialog
          title={t`Close your account?`}
          description={t`Enter your password. We'll log you out everywhere. To open your account again, log in.`}
          action={t`Close account`}
          onConfirm={close}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

export function DeleteSection({ premium }: { premium: boolean }) {
  const [asking, setAsking] = useState(false)
  const { mutate } = useMutation(DELETE_ACCOUNT)
  const leave = useLeave()

  async function remove(password: string) {
    const { deleteAccount } = await mutate({ password })
    const date = new Date(deleteAccount).toLocaleDateString(dateLocale(), {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    })
    leave(t`Your account will be deleted`, t`On ${date}. Log in before that day to keep it.`)
  }

  return (
    <>
      <ul className="privacy-facts">
        <li>
          {t`Your account closes at once. You have ${erasureDays} days to change your mind. Just log in, and we delete nothing.`}
        </li>
        <li>
          <Trans>
            Then we erase your profile, messages, sign-ins, blocks and notifications. We can't bring them
            back. You may want to{' '}
            <a className="link" href="#data">
              download your data
            </a>{' '}
            first.
          </Trans>
        </li>
        <li>
          {t`The people you chatted with keep your chats, without your messages and your name, until ${essentialMonths} months after your account closes. Then we delete these chats.`}
        </li>
        <li>
          {t`We have to keep some data for up to ${essentialMonths} months, without your name: payments, and decided reports with their evidence. If a report about you or an appeal of yours is still open, we erase your data after it is decided.`}
        </li>
        <li>
          {t`Deleting does not end a warning or a suspension. While one counts, we keep a coded form of your email address, for up to ${signalDays} days after we erase your data. No one can register with that address. If a suspension lasts longer, we erase your data later and tell you the date.`}
        </li>
        {premium && (
          <li>
            <Trans>
              <b>You have Premium.</b> You lose the time that is left.
            </Trans>{' '}
            <AboutRefunds />
          </li>
        )}
      </ul>
      <Button variant="danger-quiet" onClick={() => setAsking(true)}>
        {t`Delete account`}
      </Button>
      {asking && (
        <PasswordDialog
          title={t`Delete your account?`}
          description={t`Enter your password. Your account closes now. We erase it in ${erasureDays} days at the earliest, unless you log in before then.`}
          action={t`Delete account`}
          danger
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const AboutRefunds = () => (
  <Trans>
    Refunds aren't automatic. Check the{' '}
    <Link className="link" to="/refund-policy">
      refund policy
    </Link>{' '}
    and ask for one before you leave.
  </Trans>
)

/** Logs out this browser after the server has ended all sessions, and shows what happens next. */
function useLeave() {
  const { session, toasts } = useServices()
  const navigate = useNavigate()
  return (title: string, description: string) => {
    session.leave()
    void navigate('/auth', { replace: true })
    toasts.show({ title, description, duration: 12_000 })
  }
}
