import { useId } from 'react'
import { LIMITS } from '#schema/limits.ts'
import { FieldError } from '../../ui/field.tsx'
import { tooLongError } from '../../ui/too-long.tsx'

interface ReasonFieldProps {
  label: string
  value: string
  error: string | undefined
  onChange(value: string): void
}

/** What the person it is about will read. */
export function ReasonField({ label, value, error, onChange }: ReasonFieldProps) {
  const id = useId()
  const problem = tooLongError(value, LIMITS.reportReason.max) ?? error
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
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
