import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Laptop, Smartphone } from 'lucide-react'
import { Link } from 'react-router'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { QueryResult } from '../shared/query-result.tsx'
import { type AccountSession, REVOKE_OTHER_SESSIONS, REVOKE_SESSION, SESSIONS } from './operations.ts'
import { browserOn, factsOf } from './session-texts.ts'
import { useFailureToast } from './use-failure-toast.ts'

const PHONES = new Set(['Android', 'iOS'])

export function SessionsSection() {
  const { data, failure, refetch } = useQuery(SESSIONS, {})
  return (
    <>
      <p className="privacy-lede">
        <Trans>
          The devices where you are logged in. If you see one that isn't yours, end it and{' '}
          <Link className="link" to="/password-reset">
            choose a new password
          </Link>
          .
        </Trans>
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
      toasts.show({ title: t`We ended all other sessions` })
    } catch (error) {
      showFailure(t`We couldn't end the other sessions`, error)
    }
    await refetch()
    focusHeading()
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
          {t`End all other sessions`}
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
      toasts.show({ title: t`Session ended`, description: t`${name} is logged out.` })
    } catch (error) {
      showFailure(t`We couldn't end this session`, error)
    }
    await refetch()
    focusHeading()
  }

  return (
    <li>
      <Icon className="icon" aria-hidden="true" />
      <div>
        <p className="privacy-name">
          {name}
          {session.current && <span className="badge" data-tone="success">{t`This device`}</span>}
        </p>
        <p className="caption ink-3 num">{factsOf(session)}</p>
      </div>
      {!session.current && (
        <Button size="sm" variant="danger-quiet" loading={isMutating} onClick={() => void end()}>
          <Trans>
            End<span className="sr-only"> the session of {name}</span>
          </Trans>
        </Button>
      )}
    </li>
  )
}

/** Moves the focus to the section's heading, after the element that had the focus was removed. */
function focusHeading() {
  if (document.activeElement === document.body) document.getElementById('sessions-title')?.focus()
}
