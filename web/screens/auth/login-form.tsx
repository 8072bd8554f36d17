import { t } from '@lingui/core/macro'
import { type SubmitEvent, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { ApiFailure, notLoaded } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { useIsHydrated } from '../../hooks/use-is-hydrated.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { LoginErrors } from '../shared/forms/check-login.ts'
import { showAuthError } from '../shared/forms/show-auth-error.ts'
import { useBusy } from '../shared/forms/use-busy.ts'
import { NewHere } from './new-here.tsx'

const LoginCode = deferred(
  () => withTexts('member', import('../shared/second-factor/login-code.tsx')),
  'LoginCode',
)

/** Part of the login page's first load, so it uses a plain form; the validation model loads on submit. */
export function LoginForm() {
  const { session, toasts } = useServices()
  const [errors, setErrors] = useState<LoginErrors>({})
  const [sending, setSending] = useState(false)
  /** Set when the password was correct and the account needs a code too. */
  const [factor, setFactor] = useState<ApiFailure | null>(null)
  const isHydrated = useIsHydrated()
  const busy = useBusy(sending)

  async function logIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setSending(true)
    try {
      const { checkLogin } = await withTexts('forms', import('../shared/forms/check-login.ts')).catch(
        notLoaded,
      )
      const checked = checkLogin(form)
      setErrors(checked.errors)
      if (!checked.data) return setSending(false)
      await session.login(checked.data)
    } catch (error) {
      setSending(false)
      if (error instanceof ApiFailure && error.code.startsWith('SECOND')) return setFactor(error)
      showAuthError(toasts, 'Login', error)
    }
  }

  return (
    <>
      {/* POST keeps the password out of the URL, even if the browser submits the form itself. */}
      <form
        className="auth-form login-form"
        method="post"
        noValidate
        onSubmit={(event) => void logIn(event)}
        aria-label={t`Login`}
      >
        <div className="login-fields" hidden={factor !== null}>
          <TextField
            label={t`Email`}
            name="userName"
            type="email"
            autoComplete="username"
            error={errors.userName}
          />
          <PasswordField
            label={t`Password`}
            aside={
              <Link className="link" data-quiet to="/password-reset">
                {t`Forgot password?`}
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
          <Button type="submit" variant="primary" size="lg" loading={busy} disabled={!isHydrated}>
            {t`Login`}
          </Button>
        </div>
      </form>
      <NewHere />
    </>
  )
}
