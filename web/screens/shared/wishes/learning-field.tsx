import { t } from '@lingui/core/macro'
import { LIMITS } from '#schema/limits.ts'
import { type LanguagesControl, LanguageTags } from './language-tags.tsx'

/** The languages that a member wants to learn. */
export const LearningField = (control: LanguagesControl) => (
  <LanguageTags
    {...control}
    label={t`Languages you learn`}
    hint={t`Choose one to search for a language exchange: with someone who speaks it and learns a language you speak.`}
    max={LIMITS.learning.max}
  />
)
