import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { TagInput } from '../../../ui/tag-input.tsx'
import { createLanguageChoices } from '../forms/language-choices.ts'

export interface LanguagesControl {
  field: { value: string[]; onChange(value: string[]): void }
  fieldState: { error?: { message?: string } }
}

interface LanguageTagsProps extends LanguagesControl {
  label: string
  hint: string
  max: number
}

/** A list of languages as codes, which are chosen by name. */
export function LanguageTags({ field, fieldState, ...texts }: LanguageTagsProps) {
  const [choices] = useState(() => createLanguageChoices(navigator.languages))
  return (
    <TagInput
      {...texts}
      value={field.value.map(choices.nameOf)}
      onChange={(names) => field.onChange(names.flatMap((name) => choices.codeOf(name) ?? []))}
      suggest={choices.suggest}
      tagOf={choices.accept}
      isClosed
      refusal={(typed) => t`We don’t know the language “${typed}”. Choose one from the list.`}
      error={fieldState.error?.message}
    />
  )
}
