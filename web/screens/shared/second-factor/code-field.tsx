import { t } from '@lingui/core/macro'
import './second-factor.css'
import { useEffect, useRef, useState } from 'react'
import { TextField } from '../../../ui/field.tsx'

interface CodeFieldProps {
  error: string | undefined
  /** Whether a recovery code is accepted too. */
  recovery?: boolean
  label?: string
  /** Changes with each failed try. */
  attempt?: unknown
}

/** The field `code` of a form. It has the focus when it appears, and again after each error. */
export function CodeField({
  error,
  recovery = true,
  label = t`Code from your app`,
  attempt,
}: CodeFieldProps) {
  const [byRecoveryCode, setByRecoveryCode] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [error, attempt, byRecoveryCode])
  return (
    <div className="factor-code">
      <TextField
        // Empty the field when the kind of code changes.
        key={String(byRecoveryCode)}
        ref={input}
        name="code"
        dir="ltr"
        className="code-field"
        label={byRecoveryCode ? t`Recovery code` : label}
        inputMode={byRecoveryCode ? 'text' : 'numeric'}
        autoComplete={byRecoveryCode ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={20}
        error={error}
      />
      {recovery && (
        <button type="button" className="link" onClick={() => setByRecoveryCode(!byRecoveryCode)}>
          {byRecoveryCode ? t`Use the code from your app` : t`Use a recovery code`}
        </button>
      )}
    </div>
  )
}
