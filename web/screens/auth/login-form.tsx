import { type SubmitEvent, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { loadRegistration } from '../../data/contract.ts'
import { ApiFailure, messageOf } from '../../data/failure.ts'
import { useServices } from '../../state/react.tsx'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { useBusy } from '../forms/use-busy.ts'

const LoginCode = deferred(() => import('../second-factor/login-code.tsx'), 'LoginCode')

type Errors = Partial<Record<'userName' | 'password', string>>

/** Two fields in the first thing a visitor loads: the browser's own form serves, and the model comes when it is sent. */
export function LoginForm() {
  const { session, toasts } = useServices()
  const [errors, setErrors] = useState<Errors>({})
  const [sending, setSending] = useState(false)
  /** The password was right, and the account wants a code as well. */
  const [factor, setFactor] = useState<ApiFailure | null>(null)
  const alive = useAlive()
  const busy = useBusy(sending)

  async function logIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const login = await loadLogin()
    if (!login) return
    const result = login.safeParse(Object.fromEntries(new FormData(form)))
    if (!result.success) {
      const found: Errors = {}
      for (const { path, message } of result.error.issues) found[path[0] as keyof Errors] ??= message
      setErrors(found)
      form.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
      return
    }
    setErrors({})
    setSending(true)
    try {
      await session.login(result.data)
    } catch (error) {
      setSending(false)
      if (error instanceof ApiFailure && error.code.startsWith('SECOND')) return setFactor(error)
      tellFailure(error)
    }
  }

  /** Null where the model cannot be fetched; that has been told. */
  async function loadLogin() {
    try {
      return (await loadRegistration()).login
    } catch (error) {
      tellFailure(error)
      return null
    }
  }

  function tellFailure(error: unknown) {
    toasts.show({
      title: 'Login failed',
      description: messageOf(error, 'Please try again.'),
      variant: 'destructive',
    })
  }

  return (
    // A password never stands in an address, whoever sends this form.
    <form
      className="auth-form"
      method="post"
      noValidate
      onSubmit={(event) => void logIn(event)}
      aria-label="Login"
    >
      <div className="login-fields" hidden={factor !== null}>
        <TextField
          label="Email"
          name="userName"
          type="email"
          autoComplete="username"
          error={errors.userName}
        />
        <PasswordField
          label="Password"
          aside={
            <Link className="link" data-quiet to="/password-reset">
              Forgot password?
            </Link>
          }
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
      </div>
      {factor && (
        <Suspense>
          <LoginCode failure={factor} onBack={() => setFactor(null)} />
        </Suspense>
      )}
      <div className="submit">
        <Button type="submit" variant="primary" size="lg" loading={busy} disabled={!alive}>
          Login
        </Button>
      </div>
    </form>
  )
}
