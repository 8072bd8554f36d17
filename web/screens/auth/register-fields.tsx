import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Eye, Lock, Mars, Transgender, Venus } from 'lucide-react'
import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { Link } from 'react-router'
import { GENDERS } from '#schema/enums.ts'
import type { RegistrationForm } from '#schema/registration.ts'
import { GENDER_LABELS } from '../../i18n/enum-labels.ts'
import type { MemberLocation } from '../../state/session/member-location.ts'
import { Choices } from '../../ui/choices.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { PasswordNeeds, SIGN_UP_NEEDS } from '../shared/forms/password-needs.tsx'
import { InterestsField, LookingForField } from '../shared/forms/profile-fields.tsx'
import type { RegisterValues } from './register-draft.ts'

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

interface GroupProps {
  icon: ReactNode
  title: string
  hint: string
  children: ReactNode
}

/** Fields that the same people see. */
function Group({ icon, title, hint, children }: GroupProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in a row with the hint
    <div className="register-group" role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <div className="register-group-head">
        {icon}
        <h2 className="subhead" id={id}>
          {title}
        </h2>
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      </div>
      {children}
    </div>
  )
}

interface FieldsProps {
  register: UseFormRegister<RegisterValues>
  errors: FieldErrors<RegisterValues>
}

interface SeenFieldsProps extends FieldsProps {
  control: Control<RegisterValues, unknown, RegistrationForm>
  memberLocation: MemberLocation
}

export const SeenFields = ({ register, control, errors, memberLocation }: SeenFieldsProps) => (
  <Group
    icon={<Eye className="icon" data-size="sm" aria-hidden="true" />}
    title={t`What people see`}
    hint={t`You can change it later.`}
  >
    <Controller
      control={control}
      name="interests"
      render={(props) => <InterestsField {...props} hint={t`What could you talk about for an hour?`} />}
    />
    <TextField
      className="s8"
      label={t`Display Name`}
      autoComplete="nickname"
      autoCapitalize="words"
      spellCheck={false}
      enterKeyHint="next"
      error={errors.displayName?.message}
      {...register('displayName')}
    />
    <TextField
      className="s4"
      label={t`Age`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      enterKeyHint="next"
      error={errors.age?.message}
      {...register('age')}
    />
    <Controller
      control={control}
      name="gender"
      render={({ field, fieldState }) => (
        <Choices
          legend={t`Gender`}
          name="gender"
          choices={genders()}
          value={field.value ? [field.value] : []}
          onChange={([value]) => field.onChange(value)}
          error={fieldState.error?.message}
        />
      )}
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
  </Group>
)

export function PrivateFields({ register, errors, password }: FieldsProps & { password: string }) {
  const needsId = useId()
  return (
    <Group
      icon={<Lock className="icon" data-size="sm" aria-hidden="true" />}
      title={t`Only for us`}
      hint={t`Nobody you talk to sees this.`}
    >
      <TextField
        className="s6"
        label={t`Email`}
        type="email"
        autoComplete="username"
        enterKeyHint="next"
        error={errors.userName?.message}
        {...register('userName')}
      />
      <TextField
        className="s6"
        label={t`Phone`}
        type="tel"
        autoComplete="tel"
        enterKeyHint="next"
        error={errors.phone?.message}
        {...register('phone')}
      />
      <PasswordField
        className="s6"
        label={t`Password`}
        autoComplete="new-password"
        enterKeyHint="go"
        describedBy={needsId}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordNeeds id={needsId} password={password} needs={SIGN_UP_NEEDS} />
    </Group>
  )
}

interface ConsentProps extends InputHTMLAttributes<HTMLInputElement> {
  error: string | undefined
}

export function Consent({ error, ...input }: ConsentProps) {
  const errorId = useId()
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          {...input}
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
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}
