import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { loadPassword } from '../../data/form-models.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { UserNameField } from '../../ui/user-name-field.tsx'
import { lazyResolver } from '../shared/forms/lazy-resolver.ts'
import { PasswordNeeds, RESET_NEEDS } from '../shared/forms/password-needs.tsx'
import { showServerErrors } from '../shared/forms/server-errors.ts'
import { useFocusInvalid } from '../shared/forms/use-focus-invalid.ts'

interface NewPasswordValues {
  newPassword: string
  confirmPassword: string
}

const resolver = lazyResolver<NewPasswordValues, NewPasswordValues>(
  async () => (await loadPassword()).newPasswordForm,
)

interface NewPasswordFormProps {
  /** The account's email, for password managers. */
  userName: string | null
  /** @throws ApiFailure with a message for the field */
  onSave(newPassword: string): Promise<void>
}

export function NewPasswordForm({ userName, onSave }: NewPasswordFormProps) {
  const needsId = useId()
  const { register, handleSubmit, setError, watch, formState } = useForm({
    resolver,
    defaultValues: { newPassword: '', confirmPassword: '' },
    shouldFocusError: false,
  })
  const form = useFocusInvalid(formState)
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ newPassword }) => {
    try {
      await onSave(newPassword)
    } catch (error) {
      if (!showServerErrors(error, setError)) throw error
    }
  })
  return (
    <form ref={form} className="page-form" noValidate onSubmit={submit}>
      <UserNameField userName={userName} />
      <PasswordField
        label={t`New Password`}
        autoComplete="new-password"
        describedBy={needsId}
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <PasswordNeeds id={needsId} password={watch('newPassword')} needs={RESET_NEEDS} />
      <PasswordField
        label={t`Confirm Password`}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <div className="actions">
        <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
          {t`Reset password`}
        </Button>
      </div>
    </form>
  )
}
