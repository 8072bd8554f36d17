import { t } from '@lingui/core/macro'
import type { InputHTMLAttributes } from 'react'

/**
 * The control of a switch, with its state in a word beside it. Off is a hollow ring in an empty outline; on is a full
 * circle at the other end of a filled track, with a tick. Screen readers announce the state and not the word.
 */
export function SwitchInput(input: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <span className="switch-side">
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells by itself whether it is on */}
      <input {...input} className="switch" type="checkbox" role="switch" />
      <span className="switch-word" aria-hidden="true">
        <span>{t({ message: 'Off', comment: 'Beside a switch' })}</span>
        <span>{t({ message: 'On', comment: 'Beside a switch' })}</span>
      </span>
    </span>
  )
}
