import { Laptop, Smartphone } from 'lucide-react'
import { Link } from 'react-router'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { dayOf, timeOf } from '../chat/days.ts'
import { focusHeading } from './focus-heading.ts'
import { type AccountSession, REVOKE_OTHER_SESSIONS, REVOKE_SESSION, SESSIONS } from './operations.ts'
import { QueryResult } from './query-result.tsx'
import { useFailureToast } from './use-failure-toast.ts'

const PHONES = new Set(['Android', 'iOS'])

export const browserOn = ({ browser, system }: { browser: string; system: string }) =>
  system.startsWith('Unknown') ? browser : `${browser} on ${system}`

/** Returns the day as used in a sentence: today, yesterday, on Tuesday, on 18 Nov. */
function dayIn(time: string) {
  const day = dayOf(time)
  return day === 'Today' || day === 'Yesterday' ? day.toLowerCase() : `on ${day}`
}
const momentOf = (time: string) => (dayOf(time) === 'Today' ? `at ${timeOf(time)}` : dayIn(time))

export function SessionsSection() {
  const { data, failure, refetch } = useQuery(SESSIONS, {})
  return (
    <>
      <p className="privacy-lede">
        The devices where you are logged in. If you see one that isn't yours, end it and{' '}
        <Link className="link" to="/password-reset">
          choose a new password
        </Link>
        .
      </p>
      <QueryResult data={data} failure={failure} what="your sessions" retry={refetch}>
        {({ sessions }) => <Sessions sessions={sessions} refetch={refetch} />}
      </QueryResult>
    </>
  )
}

function Sessions({ sessions, refetch }: { sessions: AccountSession[]; refetch(): Promise<void> }) {
  const { toasts } = useServices()
  const showFailure = useFailureToast()
  const { mutate, isMutating } = useMutation(REVOKE_OTHER_SESSIONS)

  async function endOthers() {
    try {
      await mutate({})
      toasts.show({ title: 'We ended all other sessions' })
    } catch (error) {
      showFailure("We couldn't end the other sessions", error)
    }
    await refetch()
    focusHeading('sessions')
  }

  return (
    <>
      <ul className="privacy-list">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} refetch={refetch} />
        ))}
      </ul>
      {sessions.length > 2 && (
        <Button size="sm" loading={isMutating} onClick={() => void endOthers()}>
          End all other sessions
        </Button>
      )}
    </>
  )
}

function SessionRow({ session, refetch }: { session: AccountSession; refetch(): Promise<void> }) {
  const { toasts } = useServices()
  const showFailure = useFailureToast()
  const { mutate, isMutating } = useMutation(REVOKE_SESSION)
  const Icon = PHONES.has(session.system) ? Smartphone : Laptop
  const name = browserOn(session)

  async function end() {
    try {
      await mutate({ id: session.id })
      toasts.show({ title: 'Session ended', description: `${name} is logged out.` })
    } catch (error) {
      showFailure("We couldn't end this session", error)
    }
    await refetch()
    focusHeading('sessions')
  }

  return (
    <li>
      <Icon className="icon" aria-hidden="true" />
      <div>
        <p className="privacy-name">
          {name}
          {session.current && (
            <span className="badge" data-tone="success">
              This device
            </span>
          )}
        </p>
        <p className="caption ink-3 num">
          Last used {momentOf(session.lastUsed)}, logged in {dayIn(session.created)}
          {session.address && `, ${session.address}`}
        </p>
      </div>
      {!session.current && (
        <Button size="sm" variant="danger-quiet" loading={isMutating} onClick={() => void end()}>
          End<span className="sr-only"> the session of {name}</span>
        </Button>
      )}
    </li>
  )
}
