import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Mars, Transgender, Venus } from 'lucide-react'
import { type ChangeEvent, useEffect, useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { GENDERS } from '#schema/enums.ts'
import type { RegistrationForm } from '#schema/registration.ts'
import { ApiFailure } from '../../data/failure.ts'
import { loadRegistration } from '../../data/form-models.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { GENDER_LABELS } from '../../i18n/enum-labels.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { FieldError, PasswordField, TextField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { lazyResolver } from '../forms/lazy-resolver.ts'
import { InterestsField, LookingForField } from '../forms/profile-fields.tsx'
import { showServerErrors } from '../forms/server-errors.ts'
import { showAuthError } from '../forms/show-auth-error.ts'
import { useBusy } from '../forms/use-busy.ts'
import { useFocusInvalid } from '../forms/use-focus-invalid.ts'
import { useMemberLocation } from '../forms/use-member-location.ts'
import { PasswordNeeds, SIGN_UP_NEEDS } from '../password/password-needs.tsx'
import { clearDraft, type RegisterValues, readDraft, saveDraft } from './register-draft.ts'

const GENDER_ICONS = { Male: Mars, Female: Venus, Transgender }
const genders = () =>
  GENDERS.map((value) => {
    const Icon = GENDER_ICONS[value]
    return {
      value,
      label: i18n._(GENDER_LABELS[value]),
      icon: <Icon className="icon" aria-hidden="true" />,
    }
  })

/** Milliseconds that submitting waits for a position that is still being determined. */
const LOCATION_WAIT = 2000
const delay = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const resolver = lazyResolver<RegisterValues, RegistrationForm>(
  async () => (await loadRegistration()).registrationForm,
)

export function RegisterForm() {
  const { session, toasts, tabStorage } = useServices()
  const needsId = useId()
  const termsErrorId = useId()
  const [draft] = useState(() => readDraft(tabStorage))
  const memberLocation = useMemberLocation()
  const { register, control, handleSubmit, setError, watch, formState } = useForm({
    resolver,
    defaultValues: draft,
    shouldFocusError: false,
  })
  const form = useFocusInvalid(formState)
  const { errors, isSubmitting } = formState
  const arrived = useStore(session).status === 'member'
  const busy = useBusy(isSubmitting || arrived)

  useEffect(() => {
    const { unsubscribe } = watch((values) => saveDraft(tabStorage, values as Partial<RegisterValues>))
    return unsubscribe
  }, [watch])

  const submit = handleSubmit(async ({ termsAccepted: _accepted, ...registration }) => {
    const { captureForRegistration, captureForSession } = memberLocation
    const located = registration.nearBy ? captureForRegistration() : captureForSession({ wanted: false })
    await Promise.race([located, delay(LOCATION_WAIT)])
    try {
      await session.register(registration)
      clearDraft(tabStorage)
    } catch (error) {
      const shown = showServerErrors(error, setError)
      // A taken address also shows the toast, which says how to start over.
      if (shown && !(error instanceof ApiFailure && error.code === 'CONFLICT')) return
      showAuthError(toasts, 'Registration', error)
    }
  })

  return (
    <form
      ref={form}
      className="auth-form"
      noValidate
      // The validation model may fail to load.
      onSubmit={(event) =>
        void submit(event).catch((error: unknown) => showAuthError(toasts, 'Registration', error))
      }
      aria-label={t`Register`}
    >
      <TextField
        className="s6"
        label={t`Email`}
        type="email"
        autoComplete="username"
        error={errors.userName?.message}
        {...register('userName')}
      />
      <PasswordField
        className="s6"
        label={t`Password`}
        autoComplete="new-password"
        describedBy={needsId}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordNeeds id={needsId} password={watch('password')} needs={SIGN_UP_NEEDS} />
      <TextField
        className="s6"
        label={t`Display Name`}
        autoComplete="nickname"
        error={errors.displayName?.message}
        {...register('displayName')}
      />
      <TextField
        className="s6"
        label={t`Phone`}
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone')}
      />
      <Controller control={control} name="interests" render={InterestsField} />
      <Controller
        control={control}
        name="gender"
        render={({ field, fieldState }) => (
          <Choices
            className="s8 keep gender"
            legend={t`Gender`}
            name="gender"
            choices={genders()}
            value={field.value ? [field.value] : []}
            onChange={([value]) => field.onChange(value)}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextField
        className="s4 keep"
        label={t`Age`}
        inputMode="numeric"
        autoComplete="off"
        error={errors.age?.message}
        {...register('age')}
      />
      <Controller control={control} name="lookingFor" render={LookingForField} />
      <Switch
        label={t`Enable Nearby Users`}
        hint={t`Your browser will ask for your location. People see your city, never where you are.`}
        {...register('nearBy', {
          // Asks for the location when the switch is turned on, to have it before the form is sent.
          onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
            target.checked && void memberLocation.captureForRegistration({ again: true }),
        })}
      />
      <div className="field">
        <label className="check">
          <input
            type="checkbox"
            aria-invalid={errors.termsAccepted ? true : undefined}
            aria-describedby={errors.termsAccepted ? termsErrorId : undefined}
            {...register('termsAccepted')}
          />
          <span>
            <Trans>
              I am 18 or older and accept the{' '}
              <Link className="link" to="/terms">
                Terms &amp; Conditions
              </Link>
            </Trans>
          </span>
        </label>
        <FieldError id={termsErrorId}>{errors.termsAccepted?.message}</FieldError>
      </div>
      <div className="submit">
        <Button type="submit" variant="primary" size="lg" loading={busy}>
          {t`Register`}
        </Button>
        <span className="hint">{t`We'll send you one email to verify your address.`}</span>
      </div>
    </form>
  )
}
