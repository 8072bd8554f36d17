import { i18n } from '@lingui/core'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod'

/** Validates a form with a schema that loads on first use. The messages are in the page's language. */
export function lazyResolver<Input extends FieldValues, Output>(
  load: () => Promise<z.ZodType<Output>>,
): Resolver<Input, unknown, Output> {
  return async (values) => {
    const result = (await load()).safeParse(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, code, message } of result.error.issues) {
      const name = String(path[0] ?? 'root')
      errors[name] ??= { type: code, message: i18n._(message) }
    }
    return { values: {}, errors: errors as FieldErrors<Input> }
  }
}
