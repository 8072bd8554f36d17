import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { OutcomePage } from '../../ui/outcome-page.tsx'
import { CodeForm } from './code-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { type ResetKey, useNewPassword } from './use-new-password.ts'

type LinkState = 'validating' | 'valid' | 'invalid' | 'unreachable'

/** One page for reset links and reset codes (spec §2). The URL decides which state it starts in. */
export function ResetConfirmScreen() {
  const [query] = useSearchParams()
  const token = query.get('token')
  const userName = query.get('username') ?? query.get('userName')
  const [verified, setVerified] = useVerified()
  const given: ResetKey | null = token
    ? userName
      ? { by: 'user', token, userName }
      : { by: 'link', token }
    : null
  const key = given ?? verified
  const { link, validate } = useLinkState(token)
  const { done, save } = useNewPassword(key)

  if (done) return <Complete />
  if (!key) {
    return <CodeForm email={query.get('email') ?? userName ?? ''} onVerified={setVerified} />
  }
  if (given && link === 'validating') return <Loading label={t`Validating your reset link`} />
  if (given && link === 'invalid') return <InvalidLink />
  if (given && link === 'unreachable') return <Unreachable onRetry={validate} />
  return (
    <main className="page">
      <h1 className="display">{t`Choose a new password`}</h1>
      <p className="body ink-2">{t`It replaces your old password. We'll log you out on all devices.`}</p>
      <NewPasswordForm userName={'userName' in key ? key.userName : query.get('email')} onSave={save} />
    </main>
  )
}

/**
 * Keeps the token of an accepted code in the state of the history entry, where a reload finds it: the code works once.
 * It is in no address.
 */
function useVerified(): [ResetKey | null, (opened: { token: string; userName: string }) => void] {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const keep = (verified: { token: string; userName: string }) =>
    void navigate(pathname + search, { replace: true, state: { verified } })
  return [readVerified(state), keep]
}

function readVerified(state: unknown): ResetKey | null {
  if (typeof state !== 'object' || state === null || !('verified' in state)) return null
  const { verified } = state
  if (typeof verified !== 'object' || verified === null || !('token' in verified && 'userName' in verified))
    return null
  const { token, userName } = verified
  return typeof token === 'string' && typeof userName === 'string' ? { by: 'code', token, userName } : null
}

/** A token at /password/change-after-reset counts as valid. At the other path the server checks it. */
function useLinkState(token: string | null) {
  const { api } = useServices()
  const { pathname } = useLocation()
  const trusted = pathname.startsWith('/password/change-after-reset')
  const [link, setLink] = useState<LinkState>(trusted ? 'valid' : 'validating')

  const validate = useCallback(() => {
    if (!token || trusted) return
    setLink('validating')
    api.call('validateResetToken', { query: { token } }).then(
      ({ data }) => setLink(data.valid ? 'valid' : 'invalid'),
      () => setLink('unreachable'),
    )
  }, [api, token, trusted])
  useEffect(validate, [validate])

  return { link, validate }
}

const Complete = () => (
  <OutcomePage
    success
    role="status"
    title={t`Password reset complete`}
    message={t`We logged out all your devices. Log in with your new password.`}
    actions={<ButtonLink variant="primary" to="/auth">{t`Go to login`}</ButtonLink>}
  />
)

const InvalidLink = () => (
  <OutcomePage
    success={false}
    role="alert"
    title={t`This link is invalid or has expired`}
    message={t`A reset link works once and for one hour. Your password has not changed.`}
    actions={
      <>
        <ButtonLink variant="primary" to="/password-reset">
          {t`Request new reset link`}
        </ButtonLink>
        <ButtonLink to="/">{t`Return to home`}</ButtonLink>
      </>
    }
  />
)

const Unreachable = ({ onRetry }: { onRetry(): void }) => (
  <OutcomePage
    success={false}
    role="alert"
    title={t`We couldn't check your link`}
    message={t`We can't reach the server. Check your connection and try again. Your link still works.`}
    actions={
      <>
        <Button variant="primary" size="lg" onClick={onRetry}>
          {t`Try again`}
        </Button>
        <ButtonLink to="/">{t`Return to home`}</ButtonLink>
      </>
    }
  />
)
