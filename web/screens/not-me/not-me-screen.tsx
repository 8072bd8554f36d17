import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { ApiFailure, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'

const { name: product } = PRODUCT

type State =
  | { phase: 'checking' }
  | { phase: 'possible' }
  | { phase: 'over' }
  | { phase: 'removed' }
  | { phase: 'failed'; message: string }

const isRefused = (error: unknown) => error instanceof ApiFailure && error.status === 400

/**
 * The page behind the link in a verification email. Only the button removes the registration, because mail scanners
 * open links too.
 */
export function NotMeScreen() {
  const { api } = useServices()
  const [query] = useSearchParams()
  const [code, email] = [query.get('code') ?? '', query.get('email') ?? '']
  const [state, setState] = useState<State>({ phase: 'checking' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const check = useCallback(async () => {
    setState({ phase: 'checking' })
    try {
      const { data } = await api.call('checkRegistrationRemoval', { query: { code, email } })
      setState({ phase: data.possible ? 'possible' : 'over' })
    } catch (error) {
      if (isRefused(error)) setState({ phase: 'over' })
      else setState({ phase: 'failed', message: messageOf(error, t`Please try again.`) })
    }
  }, [api, code, email])
  useEffect(() => void check(), [check])

  async function remove() {
    setBusy(true)
    setProblem('')
    try {
      const { data } = await api.call('removeRegistration', { body: { code, email } })
      setState({ phase: data.success ? 'removed' : 'over' })
    } catch (error) {
      setProblem(messageOf(error, t`We couldn't remove the registration. Please try again.`))
    } finally {
      setBusy(false)
    }
  }

  if (state.phase === 'checking') return <Loading label={t`Checking your link`} />
  if (state.phase === 'over') return <LinkIsOver />
  if (state.phase === 'removed') return <Removed />
  if (state.phase === 'failed') return <Unreachable message={state.message} onRetry={() => void check()} />
  return (
    <OutcomePage
      success
      role="status"
      title={t`Remove this registration?`}
      message={t`Someone registered at ${product} with your email address, but never verified it. If it wasn’t you, or if you want to start over, remove the registration. We log it out everywhere. Then you can register with your address yourself.`}
      actions={
        <>
          <Button variant="primary" size="lg" loading={busy} onClick={() => void remove()}>
            {t`Remove registration`}
          </Button>
          <ButtonLink to="/" variant="quiet">
            {t`Keep it`}
          </ButtonLink>
        </>
      }
    >
      {problem && (
        <p className="body" role="alert">
          {problem}
        </p>
      )}
    </OutcomePage>
  )
}

const LinkIsOver = () => (
  <OutcomePage
    success={false}
    role="alert"
    title={t`This link no longer works`}
    message={t`It may have expired, or the address has been verified since then. If you didn’t create the account, reset its password. That logs everyone else out.`}
    actions={
      <>
        <ButtonLink variant="primary" to="/password-reset">
          {t`Reset the password`}
        </ButtonLink>
        <ButtonLink to="/">{t`Go to ${product}`}</ButtonLink>
      </>
    }
  />
)

const Removed = () => (
  <OutcomePage
    success
    role="status"
    title={t`Registration removed`}
    message={t`We deleted it and logged it out everywhere. You can register with your address now.`}
    actions={
      <>
        <ButtonLink variant="primary" to="/register">
          {t`Register`}
        </ButtonLink>
        <ButtonLink to="/">{t`Go to ${product}`}</ButtonLink>
      </>
    }
  />
)

const Unreachable = ({ message, onRetry }: { message: string; onRetry(): void }) => (
  <OutcomePage
    success={false}
    role="alert"
    title={t`We couldn't check your link`}
    message={message}
    actions={
      <>
        <Button variant="primary" size="lg" onClick={onRetry}>
          {t`Try again`}
        </Button>
        <ButtonLink to="/">{t`Go to ${product}`}</ButtonLink>
      </>
    }
  />
)
