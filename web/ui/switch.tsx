import type { InputHTMLAttributes, ReactNode } from 'react'
import { SwitchInput } from './switch-input.tsx'

interface SwitchProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  hint?: string
}

/** A labelled switch in a row of its own. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  return (
    <label className="switch-row">
      <span>
        <span className="label">{label}</span>
        {hint && <span className="hint">{hint}</span>}
      </span>
      <SwitchInput {...input} />
    </label>
  )
}
