import type * as z from 'zod'
import { sentenceOf, type Text, text } from '#schema/translatable.ts'
import { ApiError } from './errors.ts'
import { describeIssue } from './validation-messages.ts'

/** Returns a value as a model of the contract reads it. @throws ApiError INVALID with the first message of each field */
export function validate<Model extends z.ZodType>(model: Model, value: unknown): z.output<Model> {
  /** The texts of rules without a message of their own, which zod keeps as strings. */
  const described = new Map<string, Text>()
  const result = model.safeParse(value, {
    error(issue) {
      const key = `text ${described.size}`
      described.set(key, describeIssue(issue))
      return key
    },
  })
  if (result.success) return result.data
  const textOf = (message: string) => described.get(message) ?? sentenceOf(message)
  const fields: Record<string, Text> = {}
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '')
    if (name && !(name in fields)) fields[name] = textOf(issue.message)
  }
  const [first] = result.error.issues
  throw new ApiError('INVALID', first ? textOf(first.message) : text('This request is not valid.'), {
    fields,
  })
}
