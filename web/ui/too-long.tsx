import { FieldError } from './field.tsx'

/** Returns how many characters of a text do not fit; the spaces around it do not count. */
export const excessOf = (text: string, max: number) => Math.max(0, text.trim().length - max)

/** Returns the error for a text that is too long, and undefined for one that fits. */
export function tooLongError(text: string, max: number): string | undefined {
  const excess = excessOf(text, max)
  if (excess === 0) return undefined
  const characters = excess === 1 ? '1 character' : `${excess.toLocaleString('en')} characters`
  return `This is ${characters} too long. The limit is ${max.toLocaleString('en')}.`
}

/** Tells that a text is too long. The text itself stays whole: a field with a maximum length would cut a paste. */
export const TooLong = ({ id, text, max }: { id: string; text: string; max: number }) => (
  <FieldError id={id}>{tooLongError(text, max)}</FieldError>
)
