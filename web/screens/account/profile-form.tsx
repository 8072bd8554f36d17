import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { type ChangeEvent, useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { User } from '#schema/account.ts'
import * as enums from '#schema/enums.ts'
import type { ProfileForm as ProfileOutput } from '#schema/profile.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { loadProfile } from '../../data/form-models.ts'
import { useServices } from '../../hooks/services.tsx'
import { GENDER_LABELS } from '../../i18n/enum-labels.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { lazyResolver } from '../shared/forms/lazy-resolver.ts'
import { InterestsField, LookingForField } from '../shared/forms/profile-fields.tsx'
import { showServerErrors } from '../shared/forms/server-errors.ts'
import { useFocusInvalid } from '../shared/forms/use-focus-invalid.ts'
import { useMemberLocation } from '../shared/forms/use-member-location.ts'
import { AgeWishField } from '../shared/wishes/age-wish-field.tsx'
import { LearningField } from '../shared/wishes/learning-field.tsx'
import { LanguagesField } from './languages-field.tsx'

const filters = () => [
  { value: 'all', label: t({ message: 'All', comment: 'people of every gender' }) },
  ...enums.GENDER_FILTERS.map((value) => ({
    value,
    label: i18n._(GENDER_LABELS[enums.GENDER_OF_FILTER[value]]),
  })),
]
const NEEDS_PREMIUM = msg`You need Premium for this.`

interface ProfileValues {
  id: string
  displayName: string
  interests: string[]
  lookingFor: string[]
  languages: string[]
  learning: string[]
  nearBy: boolean
  age: string
  minPartnerAge: string
  maxPartnerAge: string
  filterByGender: string
}

const resolver = lazyResolver<ProfileValues, ProfileOutput>(async () => (await loadProfile()).profileForm)

export function ProfileForm({ me, onClose }: { me: User; onClose(): void }) {
  const { api, session, toasts } = useServices()
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver,
    defaultValues: {
      id: me.id,
      displayName: me.displayName,
      interests: me.interests,
      lookingFor: me.lookingFor,
      languages: me.languages,
      // A server of the version before answers without it.
      learning: me.learning ?? [],
      nearBy: me.nearBy,
      age: String(me.age),
      minPartnerAge: String(me.minPartnerAge ?? ''),
      maxPartnerAge: String(me.maxPartnerAge ?? ''),
      filterByGender: me.filterByGender ?? 'all',
    },
    shouldFocusError: false,
  })
  const form = useFocusInvalid(formState)
  const memberLocation = useMemberLocation()
  const locating = useRef<Promise<void> | null>(null)
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ interests, lookingFor, languages, filterByGender, ...profile }) => {
    try {
      const { data } = await api.call('updateProfile', {
        body: {
          ...profile,
          nearBy: me.premiumUser && profile.nearBy,
          interests: interests.join(','),
          lookingFor: lookingFor.join(','),
          languages: languages?.join(',') ?? '',
          learning: profile.learning?.join(',') ?? '',
          filterByGender: filterByGender ?? '',
        },
      })
      session.replaceUser(data)
      // Once the browser has found the position, the next session request sends it.
      if (profile.nearBy) void locating.current?.then(() => session.refresh()).catch(() => undefined)
      toasts.show({ title: t`Profile updated`, description: t`Your profile has been updated successfully.` })
      onClose()
    } catch (error) {
      if (showServerErrors(error, setError) || isReportedAlready(error)) return
      toasts.show({
        title: t`Update failed`,
        description: messageOf(error, t`Please try again.`),
        variant: 'destructive',
      })
    }
  })

  return (
    <form ref={form} className="profile-form" noValidate onSubmit={submit} aria-label={t`Edit Profile`}>
      <Unsaved when={formState.isDirty && !isSubmitting} />
      <TextField
        className="wide-part"
        label={t`Display Name`}
        autoComplete="nickname"
        error={errors.displayName?.message}
        {...register('displayName')}
      />
      <TextField
        className="narrow-part"
        label={t`Age`}
        inputMode="numeric"
        autoComplete="off"
        error={errors.age?.message}
        {...register('age')}
      />
      <Controller control={control} name="interests" render={InterestsField} />
      <Controller control={control} name="languages" render={LanguagesField} />
      <Controller control={control} name="learning" render={LearningField} />
      <Controller control={control} name="lookingFor" render={LookingForField} />
      <AgeWishField
        lowest={{ input: register('minPartnerAge'), error: errors.minPartnerAge?.message }}
        highest={{ input: register('maxPartnerAge'), error: errors.maxPartnerAge?.message }}
      />
      <Switch
        label={t`Enable Nearby Users`}
        hint={
          me.premiumUser
            ? t`Your browser will ask for your location. People see your city, never where you are.`
            : me.nearBy
              ? t`Premium members near you can find you now. When you save, this is turned off, because it needs Premium.`
              : i18n._(NEEDS_PREMIUM)
        }
        disabled={!me.premiumUser}
        {...register('nearBy', {
          onChange({ target }: ChangeEvent<HTMLInputElement>) {
            if (target.checked)
              locating.current = memberLocation.captureForSession({ wanted: true, switchedOn: true })
          },
        })}
      />
      <Controller
        control={control}
        name="filterByGender"
        render={({ field }) => (
          <Select
            label={t`Gender Filter`}
            options={filters()}
            value={field.value}
            onChange={field.onChange}
            disabled={!me.premiumUser}
            hint={
              me.premiumUser
                ? t`Choose who you are matched with and who you see nearby.`
                : i18n._(NEEDS_PREMIUM)
            }
          />
        )}
      />
      <div className="actions">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          {t`Save changes`}
        </Button>
      </div>
    </form>
  )
}
