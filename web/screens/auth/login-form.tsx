import { t } from '@lingui/core/macro'
import { type RefObject, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { canUsePasskeys } from '../../data/can-use-passkeys.ts'
import { ApiFailure, notLoaded } from '../../data/failure.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
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

const loadPasskeys = () => import('./passkey-login.ts')

/** Part of the login page's first load, so it uses a plain form; the validation model loads on submit. */
export function LoginForm() {
  const { session, tabStorage, toasts } = useServices()
  const [errors, setErrors] = useState<LoginErrors>({})
  const [sending, setSending] = useState(false)
  /** Set when the password was correct and the account needs a code too. */
  const [factor, setFactor] = useState<ApiFailure | null>(null)
  const isHydrated = useIsHydrated()
  const busy = useBusy(sending)
  const form = useRef<HTMLFormElement>(null)
  usePasskeySuggestions(form)

  async function logIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const submitted = event.currentTarget
    setSending(true)
    try {
      const { checkLogin } = await withTexts('forms', import('../shared/forms/check-login.ts')).catch(
        notLoaded,
      )
      const checked = checkLogin(submitted)
      setErrors(checked.errors)
      if (!checked.data) return setSending(false)
      // The home screen, which the login shows, reads it at once.
      tabStorage.setItem(STORAGE_KEYS.passwordLogin, '1')
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
        ref={form}
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
            autoComplete="username webauthn"
            aside={isHydrated && canUsePasskeys() && <PasskeyButton />}
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

function PasskeyButton() {
  const services = useServices()
  const logIn = async () => (await loadPasskeys()).logInByPasskey(services)
  return (
    <button
      type="button"
      className="link"
      data-quiet
      onClick={() => void logIn().catch((error: unknown) => showAuthError(services.toasts, 'Login', error))}
    >
      {t`Use a passkey`}
    </button>
  )
}

/** Suggests passkeys in the email field, where the form is shown and the browser can. */
function usePasskeySuggestions(form: RefObject<HTMLFormElement | null>) {
  const services = useServices()
  useEffect(() => {
    let isGone = false
    let stop: (() => void) | undefined
    async function suggest() {
      if (!form.current?.checkVisibility?.() || !canUsePasskeys()) return
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
      const { suggestPasskeys } = await loadPasskeys()
      if (!isGone) stop = suggestPasskeys(window, services)
    }
    void suggest().catch(() => undefined)
    return () => {
      isGone = true
      stop?.()
    }
  }, [form, services])
}
