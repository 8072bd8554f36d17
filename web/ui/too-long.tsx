import { plural } from '@lingui/core/macro'
import { numberLocale } from '../i18n/locales.ts'
import { FieldError } from './field.tsx'

/** Returns the error for a text with so many characters over the limit, and undefined for one that fits. */
export function tooLongError(excess: number, max: number): string | undefined {
  if (excess === 0) return undefined
  const limit = max.toLocaleString(numberLocale())
  return plural(excess, {
    one: `This is # character too long. The limit is ${limit}.`,
    other: `This is # characters too long. The limit is ${limit}.`,
  })
}

/** An error for a text over the limit. The field has no maximum length, because that would cut a pasted text. */
export const TooLong = ({ id, excess, max }: { id: string; excess: number; max: number }) => (
  <FieldError id={id}>{tooLongError(excess, max)}</FieldError>
)
