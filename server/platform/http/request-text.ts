import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'

/**
 * Refuses text that PostgreSQL and UTF-8 cannot hold: NUL and lone surrogates.
 *
 * Walks a parsed request part without recursion, because JSON of 64 KiB can nest 32,000 levels deep.
 * `part` names the value in the message when it is itself a text, such as a text/plain body.
 * @throws ApiError INVALID with the field that holds such text
 */
export function refuseUnstorableText(value: unknown, part: string): void {
  const pending: { field: string; value: unknown }[] = [{ field: '', value }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { field, value } = next
    if (typeof value === 'string') {
      if (!isStorableText(value)) throw unstorable(field, part)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (!isStorableText(name)) throw unstorable(field, part)
        pending.push({ field: field || name, value: inner })
      }
    }
  }
}

/** Returns whether a text can be stored and sent as it is: no NUL, no lone surrogate. */
export const isStorableText = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

function unstorable(field: string, part: string): ApiError {
  const message = text('{field} contains characters that cannot be stored: NUL or half of a surrogate pair', {
    field: field || part,
  })
  return new ApiError('INVALID', message, field ? { fields: { [field]: message } } : {})
}
