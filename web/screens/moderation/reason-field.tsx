import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { excessOf } from '#schema/graphemes.ts'
import { LIMITS } from '#schema/limits.ts'
import { isVisible } from '#schema/visible.ts'
import { FieldError } from '../../ui/field.tsx'
import { tooLongError } from '../../ui/too-long.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { type Template, withTemplate } from './reason-templates.ts'

interface ReasonFieldProps {
  label: string
  value: string
  error: string | undefined
  templates: readonly Template[]
  onChange(value: string): void
}

/** A text field with templates for its text. */
export function ReasonField({ label, value, error, templates, onChange }: ReasonFieldProps) {
  const id = useId()
  const problem =
    tooLongError(excessOf(value.trim(), LIMITS.reportReason.max), LIMITS.reportReason.max) ?? error
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        className="input reason-template"
        aria-label={t`Use a template`}
        value=""
        onChange={(event) => {
          const chosen = templates.find(({ label: { id } }) => id === event.target.value)
          if (chosen) onChange(withTemplate(value, chosen, templates))
          document.getElementById(id)?.focus()
        }}
      >
        <option value="">{t`Use a template`}</option>
        {templates.map(({ label }) => (
          <option key={label.id} value={label.id}>
            {i18n._(label)}
          </option>
        ))}
      </select>
      <Unsaved when={isVisible(value)} />
      <textarea
        id={id}
        className="input"
        dir="auto"
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldError id={`${id}-error`}>{problem}</FieldError>
    </div>
  )
}
