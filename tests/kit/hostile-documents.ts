import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { createGraphqlSchema } from '#server/transports/graphql/index.ts'

const schema = createGraphqlSchema()
/** The fields of the query, mutation and subscription types. */
export const FIELDS = (
  [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const
).flatMap(([kind, type]) => Object.values(type?.getFields() ?? {}).map((field) => ({ field, kind })))

/** Texts as JSON. Each is sent for every text, id, time and enum value. */
export const TEXTS = [
  '"\\u0000"',
  '"a\\u0000b@example.com"',
  '"half \\ud83d of one"',
  '"\\udc00\\ud800"',
  '""',
  '"   "',
  '"\\u202e\\u2066 right to left"',
  '"👩‍👩‍👧‍👦🏳️‍🌈 é"',
  '"\' OR 1=1; DROP TABLE \\"user\\"; --"',
  '"<script>alert(1)</script>"',
  '"__proto__"',
  '"constructor"',
  '"../../etc/passwd"',
  '"%00%ff"',
  '"00000000-0000-0000-0000-000000000000"',
  '"ffffffff-ffff-ffff-ffff-ffffffffffff"',
  '"01a202a1-0d1e-74a1-b3d2-8ed59e543559\\u0000"',
  '"9999-12-31T23:59:59Z"',
  '"0000-01-01T00:00:00Z"',
  '"0001-01-01T00:00:00+14:00"',
  '"NaN"',
  JSON.stringify('x'.repeat(20_000)),
  JSON.stringify('é😀'.repeat(3_000)),
]
export const NUMBERS = [
  '-1',
  '0',
  '1',
  '2147483647',
  '-2147483648',
  '2147483648',
  '1e400',
  '-1e400',
  '1e-400',
  '0.5',
  '9007199254740993',
]
/** Values of a type that the argument does not have. */
export const WRONG_TYPES = [
  'null',
  'true',
  '{}',
  '[]',
  '[[[[]]]]',
  '[null]',
  '{"__proto__":{"polluted":true}}',
  '{"toString":1}',
]

/** Values for one argument, as JSON. The wrong types are sent for every type. */
function hostileTo(given: GraphQLInputType): string[] {
  const type = getNullableType(given)
  if (isListType(type)) {
    const items = hostileTo(type.ofType)
    return [...items.map((item) => `[${item}]`), `[${Array(2_000).fill('"x"').join()}]`, ...WRONG_TYPES]
  }
  if (isInputObjectType(type)) {
    const inputs = Object.values(type.getFields())
    const valid = Object.fromEntries(
      inputs.filter(isRequiredInputField).map((one) => [one.name, validFor(one.type)]),
    )
    return inputs.flatMap((one) =>
      hostileTo(one.type).map((value) => objectOf({ ...valid, [one.name]: value })),
    )
  }
  if (isEnumType(type))
    return ['"__proto__"', '"toString"', '"\\u0000"', '"\\ud800"', '""', '7', ...WRONG_TYPES]
  if (type.name === 'Int' || type.name === 'Float') return [...NUMBERS, '"7"', '"NaN"', ...WRONG_TYPES]
  if (type.name === 'Boolean') return ['"true"', '1', ...WRONG_TYPES]
  return [...TEXTS, '7', '1e400', ...WRONG_TYPES]
}

/** A value that the type accepts, as JSON. */
function validFor(given: GraphQLInputType): string {
  const type = getNullableType(given)
  if (isListType(type)) return `[${validFor(type.ofType)}]`
  if (isEnumType(type)) return JSON.stringify(type.getValues()[0]?.name)
  if (isInputObjectType(type))
    return objectOf(
      Object.fromEntries(
        Object.values(type.getFields())
          .filter(isRequiredInputField)
          .map((one) => [one.name, validFor(one.type)]),
      ),
    )
  if (type.name === 'Int' || type.name === 'Float') return '20'
  if (type.name === 'DateTime') return '"2026-11-22T09:30:00Z"'
  return type.name === 'Boolean' ? 'true' : '"01a202a1-0d1e-74a1-b3d2-8ed59e543559"'
}

const objectOf = (entries: Record<string, string>) =>
  `{${Object.entries(entries)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join()}}`

export type Field = GraphQLField<unknown, unknown>

function documentOf(kind: string, field: Field, args: readonly GraphQLArgument[]) {
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'
  return `${kind}${declared && `(${declared})`} { ${field.name}${passed && `(${passed})`}${selection} }`
}

/** The bodies to send: each argument has each hostile value once, while the others are valid. */
export function bodiesOf(kind: string, field: Field): string[] {
  const needed = field.args.filter(isRequiredArgument)
  const valid = Object.fromEntries(needed.map((arg) => [arg.name, validFor(arg.type)]))
  return field.args.flatMap((arg) => {
    const query = JSON.stringify(documentOf(kind, field, [...new Set([...needed, arg])]))
    return hostileTo(arg.type).map(
      (value) => `{"query":${query},"variables":${objectOf({ ...valid, [arg.name]: value })}}`,
    )
  })
}
