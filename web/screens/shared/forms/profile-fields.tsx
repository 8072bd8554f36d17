import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { LOOKING_FOR } from '#schema/enums.ts'
import { LIMITS } from '#schema/limits.ts'
import { builtInInterest } from '../../../i18n/built-in-interest.ts'
import { LOOKING_FOR_LABELS } from '../../../i18n/enum-labels.ts'
import { interestName } from '../../../i18n/interest-name.ts'
import { Choices } from '../../../ui/choices.tsx'
import { TagInput } from '../../../ui/tag-input.tsx'
import { keyOfInterest } from './key-of-interest.ts'
import { completesInterest, suggestInterests } from './suggest-interests.ts'

const choices = () => LOOKING_FOR.map((value) => ({ value, label: i18n._(LOOKING_FOR_LABELS[value]) }))

/** The part of react-hook-form's controller props that a list field uses. */
interface ListControl {
  field: { value: string[]; onChange(value: string[]): void }
  fieldState: { error?: { message?: string } }
}

export const InterestsField = ({ field, fieldState, hint }: ListControl & { hint?: string }) => (
  <TagInput
    label={t`Interests`}
    {...(hint ? { hint } : {})}
    value={field.value}
    onChange={field.onChange}
    suggest={suggestInterests}
    completes={completesInterest}
    keyOf={keyOfInterest}
    tagOf={builtInInterest}
    nameOf={interestName}
    max={LIMITS.interests.max}
    error={fieldState.error?.message}
  />
)

export const LookingForField = ({ field, fieldState }: ListControl) => (
  <Choices
    legend={t`Looking For`}
    name="lookingFor"
    choices={choices()}
    multiple
    value={field.value}
    onChange={field.onChange}
    error={fieldState.error?.message}
  />
)
