import { t } from '@lingui/core/macro'
import { LIMITS } from '#schema/limits.ts'
import { type LanguagesControl, LanguageTags } from '../shared/wishes/language-tags.tsx'

/** The languages that a member speaks. */
export const LanguagesField = (control: LanguagesControl) => (
  <LanguageTags
    {...control}
    label={t`Languages you speak`}
    hint={t`We look for people who speak one of these. If you choose none, the language of this page counts.`}
    max={LIMITS.languages.max}
  />
)
