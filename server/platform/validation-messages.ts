import type * as z from 'zod'

type Issue = z.core.$ZodRawIssue

/**
 * Returns a plain sentence for a rule that has no message of its own, such as "age must be a whole number".
 * Passed to zod as `error` of a parse. zod uses it only where the model has no message, so the spec's messages stay.
 */
export function describeIssue(issue: Issue): string {
  const name = fieldOf(issue)
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${name} is required` : `${name} must be ${typeOf(issue.expected)}`
    case 'invalid_value':
      return issue.input === undefined
        ? `${name} is required`
        : `${name} must be ${choiceOf(issue.values.map(String))}`
    case 'too_small':
      return `${name} must ${sizeOf(issue.origin, issue.exact ? 'exactly' : 'at least', issue.minimum)}`
    case 'too_big':
      return `${name} must ${sizeOf(issue.origin, issue.exact ? 'exactly' : 'at most', issue.maximum)}`
    case 'invalid_format':
      return `${name} must be ${FORMATS[issue.format] ?? 'in the documented format'}`
    case 'not_multiple_of':
      return `${name} must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `Unrecognised field: ${issue.keys.join(', ')}`
    default:
      return issue.input === undefined ? `${name} is required` : `${name} is not valid`
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an email address',
  url: 'a URL',
  datetime: 'a date and time in ISO 8601, in UTC',
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const typeOf = (expected: string) => TYPES[expected] ?? 'of another type'

/** Returns the path of a field, such as `interests[2]` or `location.latitude`; "The value" for a text body. */
function fieldOf({ path = [] }: Issue): string {
  const name = path.reduce<string>(
    (before, key) =>
      typeof key === 'number' ? `${before}[${key}]` : `${before && `${before}.`}${String(key)}`,
    '',
  )
  return name || 'The value'
}

function choiceOf(values: readonly string[]): string {
  const [only] = values
  return values.length === 1 && only !== undefined ? only : `one of: ${values.join(', ')}`
}

function sizeOf(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${size} ${size === 1 ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set') return `have ${bound} ${size} ${size === 1 ? 'item' : 'items'}`
  return `be ${bound} ${size}`
}
