import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'

/**
 * Refuses text that PostgreSQL and UTF-8 cannot hold: NUL and lone surrogates.
 *
 * Walks a parsed request part without recursion, because JSON of 64 KiB can nest 32,000 levels deep.
 * @throws ApiError INVALID with the field that holds such text
 */
export function refuseUnstorableText(value: unknown): void {
  const pending: { field: string; value: unknown }[] = [{ field: '', value }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { field, value } = next
    if (typeof value === 'string') {
      if (!isStorableText(value)) throw unstorable(field)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (!isStorableText(name)) throw unstorable(field)
        pending.push({ field: field || name, value: inner })
      }
    }
  }
}

/** Returns whether a text can be stored and sent as it is: no NUL, no lone surrogate. */
export const isStorableText = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

/** For text outside a field, such as a text/plain body or the name of a field. */
export const UNSTORABLE = text(
  'This request contains characters that cannot be stored: NUL or half of a surrogate pair',
)

function unstorable(field: string): ApiError {
  if (!field) return new ApiError('INVALID', UNSTORABLE)
  const message = text('{field} contains characters that cannot be stored: NUL or half of a surrogate pair', {
    field,
  })
  return new ApiError('INVALID', message, { fields: { [field]: message } })
}
