import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { AlertIcon } from './first-icons.tsx'

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p className="error" id={id} role="alert">
      <AlertIcon />
      {children}
    </p>
  )
}

/** Fields whose text is read from left to right in every language. */
const LEFT_TO_RIGHT: readonly (string | undefined)[] = ['email', 'tel', 'url']

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  error?: string | undefined
  /** Content to the right of the label, such as a link or a count. */
  aside?: ReactNode
  /** The ids of further descriptions. */
  describedBy?: string
  ref?: Ref<HTMLInputElement>
  className?: string
}

export function TextField({ label, error, aside, describedBy, className, ...input }: TextFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={`field ${className ?? ''}`}>
      <span className="label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </span>
      <input
        dir={LEFT_TO_RIGHT.includes(input.type) ? 'ltr' : 'auto'}
        {...input}
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={[error ? errorId : '', describedBy ?? ''].join(' ').trim() || undefined}
      />
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}
