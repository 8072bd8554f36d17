import {
  type ArgumentNode,
  type DocumentNode,
  Kind,
  type ObjectFieldNode,
  type StringValueNode,
  visit,
} from 'graphql'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { UNSTORABLE } from '#server/platform/http/request-text.ts'

/** PostgreSQL stores neither NUL nor half of a surrogate pair in a text. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** @throws ApiError INVALID, with the path of the first text that cannot be stored */
export function assertStorable(value: unknown, path: string): void {
  if (typeof value === 'string' && !isStorable(value)) throw refusalOf(path)
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value))
    assertStorable(item, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`)
}

/** As `assertStorable`, for the texts that a document itself contains. */
export function assertLiteralsStorable(document: DocumentNode): void {
  const names: string[] = []
  const named = {
    enter: ({ name }: ArgumentNode | ObjectFieldNode) => void names.push(name.value),
    leave: () => void names.pop(),
  }
  visit(document, {
    [Kind.ARGUMENT]: named,
    [Kind.OBJECT_FIELD]: named,
    [Kind.STRING]: ({ value }: StringValueNode) => {
      if (!isStorable(value)) throw refusalOf(names.join('.'))
    },
  })
}

/** A text outside an argument, such as the default of a variable, has no path. */
function refusalOf(path: string) {
  if (!path) return new ApiError('INVALID', UNSTORABLE)
  return new ApiError('INVALID', text('{path} contains characters that cannot be stored.', { path }), {
    fields: { [path]: text('Contains characters that cannot be stored') },
  })
}
