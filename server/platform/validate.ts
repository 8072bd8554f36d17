import type * as z from 'zod'
import { ApiError } from './errors.ts'
import { describeIssue } from './validation-messages.ts'

/** Returns a value as a model of the contract reads it. @throws ApiError INVALID with the first message of each field */
export function validate<Model extends z.ZodType>(model: Model, value: unknown): z.output<Model> {
  const result = model.safeParse(value, { error: describeIssue })
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '')
    if (name && !(name in fields)) fields[name] = issue.message
  }
  throw new ApiError('INVALID', result.error.issues[0]?.message ?? 'This request is not valid.', { fields })
}
