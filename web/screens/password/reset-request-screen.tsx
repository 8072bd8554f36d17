import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { loadPassword } from '../../data/form-models.ts'
import { serverOrigin } from '../../desktop.ts'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { TextField } from '../../ui/field.tsx'
import { lazyResolver } from '../shared/forms/lazy-resolver.ts'

const resolver = lazyResolver<{ user: string }, { user: string }>(
  async () => (await loadPassword()).resetRequestForm,
)

export function ResetRequestScreen() {
  const { api } = useServices()
  const [query] = useSearchParams()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver,
    defaultValues: { user: query.get('email') ?? '' },
  })

  const submit = handleSubmit(async ({ user }) => {
    const body = { user, origin: await serverOrigin() }
    // The page shows the same result for success and failure (spec §4), which does not reveal who has an account.
    await api.call('requestPasswordReset', { body }).catch(() => undefined)
    setSentTo(user)
  })

  if (sentTo !== null) return <CheckYourEmail email={sentTo} onTryAgain={() => setSentTo(null)} />
  return (
    <main className="page">
      <h1 className="display">{t`Forgot your password?`}</h1>
      <p className="body ink-2">
        {t`Enter the email you registered with. We'll send you a link and a code. You can use either one.`}
      </p>
      <form className="page-form" noValidate onSubmit={submit}>
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          error={formState.errors.user?.message}
          {...register('user')}
        />
        <div className="actions">
          <Button type="submit" variant="primary" size="lg" loading={formState.isSubmitting}>
            {t`Send reset link`}
          </Button>
        </div>
      </form>
      <Remembered />
    </main>
  )
}

function CheckYourEmail({ email, onTryAgain }: { email: string; onTryAgain(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className="page">
      <h1 className="display" ref={heading} tabIndex={-1}>{t`Check your email`}</h1>
      <p className="body ink-2" role="status">
        <Trans>
          If <b className="ink">{email}</b> has an account, a link is on its way. It works for one hour.
          Please check your spam folder too.
        </Trans>
      </p>
      <p className="ink-2">
        <Trans>
          The email also has a code.{' '}
          <Link className="link" to={`/password-reset-confirm?${new URLSearchParams({ email })}`}>
            Enter the code
          </Link>
        </Trans>
      </p>
      <div className="actions">
        <Button size="lg" onClick={onTryAgain}>
          {t`Try again`}
        </Button>
        <ButtonLink to="/">{t`Return to home`}</ButtonLink>
      </div>
      <Remembered />
    </main>
  )
}

const Remembered = () => (
  <p className="ink-2">
    <Trans>
      Remembered it?{' '}
      <Link className="link" to="/auth">
        Sign in
      </Link>
    </Trans>
  </p>
)
