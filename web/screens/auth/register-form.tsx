import { t } from '@lingui/core/macro'
import './register.css'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { RegistrationForm } from '#schema/registration.ts'
import { ApiFailure } from '../../data/failure.ts'
import { loadRegistration } from '../../data/form-models.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { useIsHydrated } from '../../hooks/use-is-hydrated.ts'
import { builtInInterest } from '../../i18n/built-in-interest.ts'
import { interestName } from '../../i18n/interest-name.ts'
import { Button } from '../../ui/button.tsx'
import { splitTags, withTags } from '../../ui/split-tags.ts'
import { focusNextEmptyField } from '../shared/forms/focus-next-empty-field.ts'
import { keyOfInterest } from '../shared/forms/key-of-interest.ts'
import { lazyResolver } from '../shared/forms/lazy-resolver.ts'
import { showServerErrors } from '../shared/forms/server-errors.ts'
import { showAuthError } from '../shared/forms/show-auth-error.ts'
import { useBusy } from '../shared/forms/use-busy.ts'
import { useFocusInvalid } from '../shared/forms/use-focus-invalid.ts'
import { useMemberLocation } from '../shared/forms/use-member-location.ts'
import { clearDraft, EMPTY, type RegisterValues, readDraft, saveDraft } from './register-draft.ts'
import { Consent, PrivateFields, SeenFields } from './register-fields.tsx'

/** Milliseconds that submitting waits for a position that is still being determined. */
const LOCATION_WAIT = 2000
const delay = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const resolver = lazyResolver<RegisterValues, RegistrationForm>(
  async () => (await loadRegistration()).registrationForm,
)

/** Returns the draft with what the visitor answered to the first question, which may be a list, as its first interests. */
const withAnswer = (draft: RegisterValues, answer: string): RegisterValues => ({
  ...draft,
  interests: withTags(splitTags(answer).map(builtInInterest), draft.interests, keyOfInterest),
})

interface RegisterFormProps {
  /** The visitor's answer to the first question, or an empty text. */
  firstInterest: string
  /** Called with the first interest, or an empty text, when it changes. */
  onFirstInterest(interest: string): void
}

/** The registration on one page: what people see first, then what only we see. */
export function RegisterForm({ firstInterest, onFirstInterest }: RegisterFormProps) {
  const { session, toasts, tabStorage } = useServices()
  const isHydrated = useIsHydrated()
  const memberLocation = useMemberLocation()
  const { register, control, handleSubmit, setError, watch, reset, formState } = useForm({
    resolver,
    defaultValues: EMPTY,
    shouldFocusError: false,
  })
  const form = useFocusInvalid(formState)
  const { errors, isSubmitting } = formState
  const arrived = useStore(session).status === 'member'
  const busy = useBusy(isSubmitting || arrived)

  // The page is built without a draft. A layout effect would run again, and reset the form, after a part has suspended.
  useEffect(() => {
    const { unsubscribe } = watch((values) => {
      saveDraft(tabStorage, values as Partial<RegisterValues>)
      onFirstInterest(interestName(values.interests?.[0] ?? ''))
    })
    reset(withAnswer(readDraft(tabStorage), firstInterest))
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
      noValidate
      // The validation model may fail to load.
      onSubmit={(event) =>
        void submit(event).catch((error: unknown) => showAuthError(toasts, 'Registration', error))
      }
      onKeyDown={focusNextEmptyField}
      aria-label={t`Register`}
    >
      <fieldset className="auth-form register-form" disabled={!isHydrated}>
        <SeenFields register={register} control={control} errors={errors} memberLocation={memberLocation} />
        <PrivateFields register={register} errors={errors} password={watch('password')} />
        <div className="register-end">
          <Consent error={errors.termsAccepted?.message} {...register('termsAccepted')} />
          <div className="submit">
            <Button type="submit" variant="primary" size="lg" loading={busy}>
              {t`Register`}
            </Button>
            <span className="hint">{t`We'll send you one email to verify your address.`}</span>
          </div>
        </div>
      </fieldset>
    </form>
  )
}
