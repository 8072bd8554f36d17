import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { ApiFailure, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'

type State =
  | { phase: 'checking' }
  | { phase: 'possible' }
  | { phase: 'over' }
  | { phase: 'removed' }
  | { phase: 'failed'; message: string }

const isRefused = (error: unknown) => error instanceof ApiFailure && error.status === 400

/** The link of a mail leads here. Opening it changes nothing, as mail scanners open links too; pressing the button does. */
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
      else setState({ phase: 'failed', message: messageOf(error, 'Please try again.') })
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
      setProblem(messageOf(error, 'That did not work. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  if (state.phase === 'checking') return <Loading label="Checking your link" />
  if (state.phase === 'over') return <LinkIsOver />
  if (state.phase === 'removed') return <Removed />
  if (state.phase === 'failed') return <Unreachable message={state.message} onRetry={() => void check()} />
  return (
    <OutcomePage
      success
      role="status"
      title="Remove this registration?"
      message={`Someone registered at ${PRODUCT.name} with your email address, and the address was never verified. If it wasn’t you, or if you want to start over, remove it. That logs it out everywhere, and you can then register with your address yourself.`}
      actions={
        <>
          <Button variant="primary" size="lg" loading={busy} onClick={() => void remove()}>
            Remove registration
          </Button>
          <ButtonLink to="/" variant="quiet">
            Keep it
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
    title="This link no longer works"
    message="It may have expired, or the address was verified in the meantime. If you didn’t create the account, reset its password: that logs everyone else out."
    actions={
      <>
        <ButtonLink variant="primary" to="/password-reset">
          Reset the password
        </ButtonLink>
        <ButtonLink to="/">Go to {PRODUCT.name}</ButtonLink>
      </>
    }
  />
)

const Removed = () => (
  <OutcomePage
    success
    role="status"
    title="Registration removed"
    message="It is deleted and logged out everywhere. You can register with your address now."
    actions={
      <>
        <ButtonLink variant="primary" to="/auth">
          Register
        </ButtonLink>
        <ButtonLink to="/">Go to {PRODUCT.name}</ButtonLink>
      </>
    }
  />
)

const Unreachable = ({ message, onRetry }: { message: string; onRetry(): void }) => (
  <OutcomePage
    success={false}
    role="alert"
    title="We could not check your link"
    message={message}
    actions={
      <>
        <Button variant="primary" size="lg" onClick={onRetry}>
          Try again
        </Button>
        <ButtonLink to="/">Go to {PRODUCT.name}</ButtonLink>
      </>
    }
  />
)
