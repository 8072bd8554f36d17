import type * as z from 'zod'
import { type FilledText, type Text, text } from '#schema/translatable.ts'

type Issue = z.core.$ZodRawIssue

/**
 * Returns a plain sentence for a rule that has no message of its own, such as "age must be a whole number".
 * zod uses it only where the model has no message, so the spec's messages stay.
 */
export function describeIssue(issue: Issue): Text {
  const name = fieldOf(issue)
  if (issue.code === 'unrecognized_keys')
    return text('Unrecognised field: {fields}', { fields: issue.keys.join(', ') })
  // A noun for the whole value would need a translation that fits into each of the sentences below.
  if (!name) return text('This request is not valid.')
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value' || !KNOWN.has(issue.code))
    if (issue.input === undefined) return text('{field} is required', { field: name })
  switch (issue.code) {
    case 'invalid_type':
      return (TYPES[issue.expected] ?? OF_ANOTHER_TYPE)(name)
    case 'invalid_value':
      return choiceOf(name, issue.values.map(String))
    case 'too_small':
      return sizeOf(name, issue.exact ? 'exactly' : 'least', { ...issue, bound: issue.minimum })
    case 'too_big':
      return sizeOf(name, issue.exact ? 'exactly' : 'most', { ...issue, bound: issue.maximum })
    case 'invalid_format':
      return (FORMATS[issue.format] ?? AS_DOCUMENTED)(name)
    case 'not_multiple_of':
      return text('{field} must be a multiple of {divisor}', { field: name, divisor: String(issue.divisor) })
    default:
      return text('{field} is not valid', { field: name })
  }
}

/** The rules that are broken by a value, not by its absence. */
const KNOWN: ReadonlySet<string | undefined> = new Set([
  'too_small',
  'too_big',
  'invalid_format',
  'not_multiple_of',
])

type TextOfField = (field: string) => FilledText

const AS_DOCUMENTED: TextOfField = (field) => text('{field} must be in the documented format', { field })
const FORMATS: Readonly<Record<string, TextOfField>> = {
  uuid: (field) => text('{field} must be a UUID', { field }),
  email: (field) => text('{field} must be an email address', { field }),
  url: (field) => text('{field} must be a URL', { field }),
  datetime: (field) => text('{field} must be a date and time in ISO 8601, in UTC', { field }),
}

const OF_ANOTHER_TYPE: TextOfField = (field) => text('{field} must be of another type', { field })
const OBJECT: TextOfField = (field) => text('{field} must be an object', { field })
const TYPES: Readonly<Record<string, TextOfField>> = {
  string: (field) => text('{field} must be text', { field }),
  number: (field) => text('{field} must be a number', { field }),
  int: (field) => text('{field} must be a whole number', { field }),
  boolean: (field) => text('{field} must be true or false', { field }),
  array: (field) => text('{field} must be a list', { field }),
  object: OBJECT,
  record: OBJECT,
  null: (field) => text('{field} must be null', { field }),
}

/** Returns the path of a field, such as `interests[2]` or `location.latitude`; empty for the whole value. */
function fieldOf({ path = [] }: Issue): string {
  return path.reduce<string>(
    (before, key) =>
      typeof key === 'number' ? `${before}[${key}]` : `${before && `${before}.`}${String(key)}`,
    '',
  )
}

function choiceOf(field: string, values: readonly string[]): FilledText {
  const [only] = values
  return values.length === 1 && only !== undefined
    ? text('{field} must be {value}', { field, value: only })
    : text('{field} must be one of: {values}', { field, values: values.join(', ') })
}

type Bound = 'exactly' | 'least' | 'most'
type TextOfSize = (field: string, size: number) => FilledText

const CHARACTERS: Record<Bound, TextOfSize> = {
  exactly: (field, size) =>
    text(
      '{size, plural, one {{field} must have exactly # character} other {{field} must have exactly # characters}}',
      {
        field,
        size,
      },
    ),
  least: (field, size) =>
    text(
      '{size, plural, one {{field} must have at least # character} other {{field} must have at least # characters}}',
      {
        field,
        size,
      },
    ),
  most: (field, size) =>
    text(
      '{size, plural, one {{field} must have at most # character} other {{field} must have at most # characters}}',
      {
        field,
        size,
      },
    ),
}
const ITEMS: Record<Bound, TextOfSize> = {
  exactly: (field, size) =>
    text('{size, plural, one {{field} must have exactly # item} other {{field} must have exactly # items}}', {
      field,
      size,
    }),
  least: (field, size) =>
    text(
      '{size, plural, one {{field} must have at least # item} other {{field} must have at least # items}}',
      {
        field,
        size,
      },
    ),
  most: (field, size) =>
    text('{size, plural, one {{field} must have at most # item} other {{field} must have at most # items}}', {
      field,
      size,
    }),
}
const AMOUNTS: Record<Bound, (field: string, size: string) => FilledText> = {
  exactly: (field, size) => text('{field} must be exactly {size}', { field, size }),
  least: (field, size) => text('{field} must be at least {size}', { field, size }),
  most: (field, size) => text('{field} must be at most {size}', { field, size }),
}

function sizeOf(
  field: string,
  bound: Bound,
  { origin, bound: size }: { origin: string; bound: number | bigint },
): FilledText {
  if (origin === 'string') return CHARACTERS[bound](field, Number(size))
  if (origin === 'array' || origin === 'set') return ITEMS[bound](field, Number(size))
  return AMOUNTS[bound](field, String(size))
}
