import { Mars, Transgender, Venus } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import * as enums from '#schema/enums.ts'
import type { RegistrationForm } from '#schema/registration.ts'
import { loadRegistration } from '../../data/contract.ts'
import { ApiFailure, messageOf } from '../../data/failure.ts'
import { browserLocation } from '../../state/geolocation.ts'
import { useServices, useStore } from '../../state/react.tsx'
import { createWhereabouts } from '../../state/whereabouts.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { FieldError, PasswordField, TextField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { lazyResolver } from '../forms/lazy-resolver.ts'
import { InterestsField, LookingForField } from '../forms/profile-fields.tsx'
import { showServerErrors } from '../forms/server-errors.ts'
import { useBusy } from '../forms/use-busy.ts'
import { PasswordNeeds, SIGN_UP_NEEDS } from '../password/password-needs.tsx'
import { type RegisterValues, readDraft, saveDraft } from './register-draft.ts'

const GENDER_ICONS = { Male: Mars, Female: Venus, Transgender }
const GENDERS = enums.GENDERS.map((value) => {
  const Icon = GENDER_ICONS[value]
  return { value, icon: <Icon className="icon" aria-hidden="true" /> }
})

/** Milliseconds that sending waits for a position that is still on its way. */
const LOCATION_PATIENCE = 2000
const patience = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const resolver = lazyResolver<RegisterValues, RegistrationForm>(
  async () => (await loadRegistration()).registrationForm,
)

export function RegisterForm() {
  const { session, toasts, position } = useServices()
  const needsId = useId()
  const [draft] = useState(() => readDraft(localStorage))
  const [whereabouts] = useState(() => createWhereabouts({ env: browserLocation(window), position, toasts }))
  const { register, control, handleSubmit, setError, watch, formState } = useForm({
    resolver,
    defaultValues: draft,
  })
  const { errors, isSubmitting } = formState
  const arrived = useStore(session).status === 'member'
  const busy = useBusy(isSubmitting || arrived)

  useEffect(() => {
    const { unsubscribe } = watch((values) => saveDraft(localStorage, values as Partial<RegisterValues>))
    return unsubscribe
  }, [watch])

  const submit = handleSubmit(async ({ termsAccepted: _accepted, ...registration }) => {
    await Promise.race([whereabouts.captureForRegistration(), patience(LOCATION_PATIENCE)])
    try {
      await session.register(registration)
    } catch (error) {
      const shown = showServerErrors(error, setError)
      // Beside its field, a taken address has more to be told: how to start over.
      if (shown && !(error instanceof ApiFailure && error.code === 'CONFLICT')) return
      toasts.show({
        title: 'Registration failed',
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      })
    }
  })

  return (
    <form
      className="auth-form"
      noValidate
      onSubmit={submit}
      // Asked for while the form is filled in, so that nobody waits for it when they send it.
      onFocus={() => void whereabouts.captureForRegistration()}
      aria-label="Register"
    >
      <TextField
        className="s6"
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.userName?.message}
        {...register('userName')}
      />
      <PasswordField
        className="s6"
        label="Password"
        autoComplete="new-password"
        describedBy={needsId}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordNeeds id={needsId} password={watch('password')} needs={SIGN_UP_NEEDS} />
      <TextField
        className="s6"
        label="Display Name"
        autoComplete="nickname"
        error={errors.displayName?.message}
        {...register('displayName')}
      />
      <TextField
        className="s6"
        label="Phone"
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
            legend="Gender"
            name="gender"
            choices={GENDERS}
            value={field.value ? [field.value] : []}
            onChange={([value]) => field.onChange(value)}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextField
        className="s4 keep"
        label="Age"
        inputMode="numeric"
        autoComplete="off"
        error={errors.age?.message}
        {...register('age')}
      />
      <Controller control={control} name="lookingFor" render={LookingForField} />
      <Switch
        label="Enable Nearby Users"
        hint="People see your city, never where you are."
        {...register('nearBy')}
      />
      <div className="field">
        <label className="check">
          <input
            type="checkbox"
            aria-invalid={errors.termsAccepted ? true : undefined}
            {...register('termsAccepted')}
          />
          <span>
            I am 18 or older and accept the{' '}
            <Link className="link" to="/terms">
              Terms &amp; Conditions
            </Link>
          </span>
        </label>
        <FieldError id="terms-error">{errors.termsAccepted?.message}</FieldError>
      </div>
      <div className="submit">
        <Button type="submit" variant="primary" size="lg" loading={busy}>
          Register
        </Button>
        <span className="hint">We send one email, to verify it is you.</span>
      </div>
    </form>
  )
}
