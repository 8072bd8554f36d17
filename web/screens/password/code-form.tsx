import { t } from '@lingui/core/macro'
import { useForm } from 'react-hook-form'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { loadPassword } from '../../data/form-models.ts'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { TextField } from '../../ui/field.tsx'
import { lazyResolver } from '../shared/forms/lazy-resolver.ts'
import { showServerErrors } from '../shared/forms/server-errors.ts'
import { useFocusInvalid } from '../shared/forms/use-focus-invalid.ts'

interface CodeValues {
  userName: string
  resetCode: string
}

const resolver = lazyResolver<CodeValues, CodeValues>(async () => (await loadPassword()).resetCodeForm)

interface CodeFormProps {
  email: string
  onVerified(key: { token: string; userName: string }): void
}

export function CodeForm({ email, onVerified }: CodeFormProps) {
  const { api, toasts } = useServices()
  const { register, handleSubmit, setError, watch, formState } = useForm({
    resolver,
    defaultValues: { userName: email, resetCode: '' },
    shouldFocusError: false,
  })
  const form = useFocusInvalid(formState)
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (query) => {
    try {
      const { data } = await api.call('verifyResetCode', { query })
      toasts.show({ title: t`Verification successful`, description: t`Choose your new password.` })
      onVerified({ token: data.resetToken, userName: query.userName })
    } catch (error) {
      if (isReportedAlready(error) || showServerErrors(error, setError)) return
      toasts.show({
        title: t`Verification failed`,
        description: messageOf(error, t`Invalid reset code or username`),
        variant: 'destructive',
      })
    }
  })

  return (
    <main className="page">
      <h1 className="display">{t`Enter your reset code`}</h1>
      <p className="body ink-2">
        {t`You'll find it in our email, below the button. If you got more than one email, use the newest.`}
      </p>
      <form ref={form} className="page-form" noValidate onSubmit={submit}>
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          error={errors.userName?.message}
          {...register('userName')}
        />
        <TextField
          label={t`Reset Code`}
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="code-field"
          error={errors.resetCode?.message}
          {...register('resetCode')}
        />
        <div className="actions">
          <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
            {t`Verify and continue`}
          </Button>
          <ButtonLink to={`/password-reset?${new URLSearchParams({ email: watch('userName') })}`}>
            {t`Request new reset code`}
          </ButtonLink>
        </div>
      </form>
    </main>
  )
}
