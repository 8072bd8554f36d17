import type { KeyboardEvent } from 'react'

const TEXT_FIELDS = 'input:is([type="text"], [type="email"], [type="tel"], [type="password"], :not([type]))'

/**
 * Enter in a text field goes to the next empty one, as the key of an on-screen keyboard says. It submits the form when
 * none is left.
 */
export function focusNextEmptyField(event: KeyboardEvent<HTMLFormElement>) {
  const { target, currentTarget } = event
  if (event.key !== 'Enter' || event.defaultPrevented) return
  if (!(target instanceof HTMLInputElement) || !target.matches(TEXT_FIELDS)) return
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>(TEXT_FIELDS)]
  const next = fields.slice(fields.indexOf(target) + 1).find(({ value }) => value === '')
  if (!next) return
  event.preventDefault()
  next.focus()
}
