import type * as z from 'zod'
import { ApiError } from '#server/platform/errors.ts'
import { describeIssue } from '#server/platform/validation-messages.ts'

/** Returns arguments as the contract's own models read them, like the bodies of REST. @throws ApiError INVALID with `fields` */
export function accept<Model extends z.ZodType>(model: Model, value: unknown): z.output<Model> {
  const result = model.safeParse(value, { error: describeIssue })
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '')
    if (name && !(name in fields)) fields[name] = issue.message
  }
  throw new ApiError('INVALID', result.error.issues[0]?.message ?? 'This request is not valid.', { fields })
}
