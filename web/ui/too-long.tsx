import { plural } from '@lingui/core/macro'
import { numberLocale } from '../i18n/locales.ts'
import { FieldError } from './field.tsx'

/** Returns the number of characters over the limit, not counting spaces around the text. */
export const excessOf = (text: string, max: number) => Math.max(0, text.trim().length - max)

/** Returns the error for a text that is too long, and undefined for one that fits. */
export function tooLongError(text: string, max: number): string | undefined {
  const excess = excessOf(text, max)
  if (excess === 0) return undefined
  const limit = max.toLocaleString(numberLocale())
  return plural(excess, {
    one: `This is # character too long. The limit is ${limit}.`,
    other: `This is # characters too long. The limit is ${limit}.`,
  })
}

/** An error for a text over the limit. The field has no maximum length, because that would cut a pasted text. */
export const TooLong = ({ id, text, max }: { id: string; text: string; max: number }) => (
  <FieldError id={id}>{tooLongError(text, max)}</FieldError>
)
