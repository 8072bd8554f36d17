import { useId } from 'react'
import { LIMITS } from '#schema/limits.ts'
import { FieldError } from '../../ui/field.tsx'

interface ReasonFieldProps {
  label: string
  value: string
  error: string | undefined
  onChange(value: string): void
}

/** What the person it is about will read. */
export function ReasonField({ label, value, error, onChange }: ReasonFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
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
