import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { RETENTION } from '#schema/retention.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { CLOSE_ACCOUNT, DELETE_ACCOUNT } from './operations.ts'
import { PasswordDialog } from './password-dialog.tsx'

const { closedMonths, erasureDays, essentialMonths, signalDays } = RETENTION

export function CloseSection({ premium }: { premium: boolean }) {
  const [asking, setAsking] = useState(false)
  const { mutate } = useMutation(CLOSE_ACCOUNT)
  const leave = useLeave()

  async function close(password: string) {
    await mutate({ password })
    leave('Your account is closed', `Log in within ${closedMonths} months, and everything is as you left it.`)
  }

  return (
    <>
      <ul className="privacy-facts">
        <li>Nobody sees you any longer. An open conversation ends, and every device is logged out.</li>
        <li>
          Nothing is lost: log in within {closedMonths} months, and everything is as you left it. After that,
          your data are erased.
        </li>
        {premium && (
          <li>
            <b>You have premium.</b> It runs on while your account is closed. <AboutRefunds />
          </li>
        )}
      </ul>
      <Button onClick={() => setAsking(true)}>Close account</Button>
      {asking && (
        <PasswordDialog
          title="Close your account?"
          description="Enter your password. You are logged out everywhere; logging in again opens the account."
          action="Close account"
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
    const date = new Date(deleteAccount).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    })
    leave('Your account will be deleted', `On ${date}. Log in before that day to keep it.`)
  }

  return (
    <>
      <ul className="privacy-facts">
        <li>
          Your account closes at once. You have {erasureDays} days to change your mind: log in, and nothing
          happens.
        </li>
        <li>
          Then we erase your profile, your messages, sign-ins, blocks and notifications. Nobody can bring them
          back. You may want to{' '}
          <a className="link" href="#data">
            download your data
          </a>{' '}
          first.
        </li>
        <li>
          What we have to keep stays for up to {essentialMonths} months, without your name: payments, and
          reports that were decided, with their evidence. While a report about you or an appeal of yours is
          open, erasing waits for it.
        </li>
        <li>
          Deleting ends no warning and no suspension: while one counts, for up to {signalDays} days after the
          erasure, a coded form of your email address is kept, and nobody can register with it. If a
          suspension lasts longer, erasing waits, and you are told the date.
        </li>
        {premium && (
          <li>
            <b>You have premium.</b> What is left of it is lost. <AboutRefunds />
          </li>
        )}
      </ul>
      <Button variant="danger-quiet" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {asking && (
        <PasswordDialog
          title="Delete your account?"
          description={`Enter your password. Your account closes now, and is erased in ${erasureDays} days at the earliest, unless you log in before.`}
          action="Delete account"
          danger
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const AboutRefunds = () => (
  <>
    Money does not come back by itself: see the{' '}
    <Link className="link" to="/refund-policy">
      refund policy
    </Link>{' '}
    and ask before you go.
  </>
)

/** The sessions have ended at the server's: this browser leaves too, and says what comes next. */
function useLeave() {
  const { session, toasts } = useServices()
  const navigate = useNavigate()
  return (title: string, description: string) => {
    session.leave()
    void navigate('/auth', { replace: true })
    toasts.show({ title, description, duration: 12_000 })
  }
}
