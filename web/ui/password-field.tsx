import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import { IconButton } from './button.tsx'
import { FieldError, type TextFieldProps } from './field.tsx'

/** A field for a password, with a button that shows it. */
export function PasswordField({ label, error, aside, describedBy, className, ...input }: TextFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const [shown, setShown] = useState(false)
  return (
    <div className={`field ${className ?? ''}`}>
      <span className="label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </span>
      <div className="input-wrap" dir="ltr">
        <input
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          className="input"
          aria-invalid={error ? true : undefined}
          aria-describedby={[error ? errorId : '', describedBy ?? ''].join(' ').trim() || undefined}
        />
        <IconButton
          label={shown ? t`Hide password` : t`Show password`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <EyeIcon crossed={shown} />
        </IconButton>
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

const EYE = 'M2.06 12.35a1 1 0 0 1 0-.7 10.75 10.75 0 0 1 19.88 0 1 1 0 0 1 0 .7 10.75 10.75 0 0 1-19.88 0'

/** Lucide's icon without its component code: the field is part of the login page's first load. */
const EyeIcon = ({ crossed }: { crossed: boolean }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={EYE} />
    <circle cx="12" cy="12" r="3" />
    {crossed && <path d="m3 3 18 18" />}
  </svg>
)
