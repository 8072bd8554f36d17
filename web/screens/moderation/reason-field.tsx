import { useId } from 'react'
import { LIMITS } from '#schema/limits.ts'
import { FieldError } from '../../ui/field.tsx'
import { type Template, withTemplate } from './reason-templates.ts'

interface ReasonFieldProps {
  label: string
  value: string
  error: string | undefined
  templates: readonly Template[]
  onChange(value: string): void
}

/** What the person it is about will read. */
export function ReasonField({ label, value, error, templates, onChange }: ReasonFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        className="input reason-template"
        aria-label="Start from a text"
        value=""
        onChange={(event) => {
          const chosen = templates.find(({ name }) => name === event.target.value)
          if (chosen) onChange(withTemplate(value, chosen, templates))
          document.getElementById(id)?.focus()
        }}
      >
        <option value="">Start from a text</option>
        {templates.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <textarea
        id={id}
        className="input"
        dir="auto"
        maxLength={LIMITS.reportReason.max}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
