import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { LIMITS } from '#schema/limits.ts'
import { TagInput } from '../../ui/tag-input.tsx'
import { createLanguageChoices } from '../shared/forms/language-choices.ts'

interface LanguagesControl {
  field: { value: string[]; onChange(value: string[]): void }
  fieldState: { error?: { message?: string } }
}

/** The languages that a member speaks, as codes. They are chosen by name. */
export function LanguagesField({ field, fieldState }: LanguagesControl) {
  const [choices] = useState(() => createLanguageChoices(navigator.languages))
  return (
    <TagInput
      label={t`Languages you speak`}
      hint={t`We look for people who speak one of these. If you choose none, the language of this page counts.`}
      value={field.value.map(choices.nameOf)}
      onChange={(names) => field.onChange(names.flatMap((name) => choices.codeOf(name) ?? []))}
      suggest={choices.suggest}
      tagOf={choices.accept}
      isClosed
      refusal={(typed) => t`We don’t know the language “${typed}”. Choose one from the list.`}
      max={LIMITS.languages.max}
      error={fieldState.error?.message}
    />
  )
}
