import { type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

export interface Choice {
  value: string
  label: string
  icon?: ReactNode
}

interface ChoicesProps {
  legend: string
  name: string
  choices: readonly Choice[]
  /** Checkboxes instead of radio buttons. */
  multiple?: boolean
  value: readonly string[]
  onChange(value: string[]): void
  error?: string | undefined
  className?: string
}

/** Radio buttons or checkboxes styled as pills. */
export function Choices({
  legend,
  name,
  choices,
  multiple,
  value,
  onChange,
  error,
  className,
}: ChoicesProps) {
  const errorId = useId()
  const toggle = (one: string, on: boolean) => {
    if (!multiple) onChange([one])
    else onChange(on ? [...value, one] : value.filter((other) => other !== one))
  }
  return (
    <fieldset
      className={`field ${className ?? ''}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="label">{legend}</legend>
      <div className="choices">
        {choices.map((choice) => (
          <label className="choice" key={choice.value}>
            <input
              type={multiple ? 'checkbox' : 'radio'}
              name={name}
              value={choice.value}
              checked={value.includes(choice.value)}
              onChange={(event) => toggle(choice.value, event.target.checked)}
            />
            <span>
              {choice.icon}
              {choice.label}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}
