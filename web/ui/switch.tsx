import type { InputHTMLAttributes } from 'react'

interface SwitchProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string
}

/** A switch whose circle moves over to a second circle. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  return (
    <label className="switch-row">
      <span>
        <span className="label">{label}</span>
        {hint && <span className="hint">{hint}</span>}
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells by itself whether it is on */}
      <input {...input} className="switch" type="checkbox" role="switch" />
    </label>
  )
}
