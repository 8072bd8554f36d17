import {
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { createGraphqlSchema } from '#server/transports/graphql/index.ts'
import { restatesName } from '../../kit/restates-name.ts'

const schema = createGraphqlSchema()
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)

const OPERATIONS: readonly unknown[] = [
  schema.getQueryType(),
  schema.getMutationType(),
  schema.getSubscriptionType(),
].flatMap((type) => Object.values(type?.getFields() ?? {}))

type Element =
  | GraphQLNamedType
  | GraphQLField<unknown, unknown>
  | GraphQLArgument
  | GraphQLInputField
  | GraphQLEnumValue

/** All described parts of a type, by their place: `Query.nearby(first:)`, `Gender.MALE`. */
function elementsOf(type: GraphQLNamedType): [place: string, element: Element][] {
  const own: [string, Element] = [type.name, type]
  if (isEnumType(type))
    return [own, ...type.getValues().map((value): [string, Element] => [`${type.name}.${value.name}`, value])]
  if (isInputObjectType(type))
    return [
      own,
      ...Object.values(type.getFields()).map((one): [string, Element] => [`${type.name}.${one.name}`, one]),
    ]
  if (!isObjectType(type)) return [own]
  return [
    own,
    ...Object.values(type.getFields()).flatMap((field): [string, Element][] => [
      [`${type.name}.${field.name}`, field],
      ...field.args.map((arg): [string, Element] => [`${type.name}.${field.name}(${arg.name}:)`, arg]),
    ]),
  ]
}

const elements = types.flatMap(elementsOf)
const failing = (fits: (description: string, place: string) => boolean) =>
  elements.flatMap(([place, { description }]) =>
    !description || fits(description, place) ? [] : [`${place}: ${description}`],
  )

/** Whether the name of an element may say everything. A type, an operation, a number and what can be null need a text. */
function mayBeBare(element: Element): boolean {
  if (!('type' in element)) return 'value' in element
  const { type } = element
  const isNumber = ['Int', 'Float'].includes(getNamedType(type).name)
  return isNonNullType(type) && !isNumber && !OPERATIONS.includes(element)
}

/** Words that mark a sentence which must be read twice. */
const ODD_WORDS =
  /\b(whoever|whomever|somebody|nobody|anybody|anew|meanwhile|oneself|whereby|thereof|of which|so that|is told|is owed|lets go of|goes with)\b/i

describe('the GraphQL schema', () => {
  // covers: beyond-graphql-descriptions
  it('describes each type, operation, number and value that can be null', () => {
    expect(elements.length).toBeGreaterThan(430)
    const bare = elements.filter(([, element]) => !element.description?.trim() && !mayBeBare(element))
    expect(bare.map(([place]) => place)).toEqual([])
  })

  it('adds words to the name in every description', () => {
    expect(failing((description, place) => !restatesName(place, description))).toEqual([])
  })

  it('writes every description as sentences that start with a capital and end with a period', () => {
    expect(
      failing((description) => /^(\p{Lu}|`|-?\d)/u.test(description) && description.endsWith('.')),
    ).toEqual([])
  })

  it('uses plain words in its descriptions', () => {
    expect(failing((description) => !ODD_WORDS.test(description))).toEqual([])
  })

  it('describes each enum value of a type differently', () => {
    for (const type of types.filter(isEnumType)) {
      const texts = type.getValues().flatMap(({ description }) => description ?? [])
      expect(new Set(texts).size, type.name).toBe(texts.length)
    }
  })

  it('spells every enum value in capitals', () => {
    const values = types.filter(isEnumType).flatMap((type) => type.getValues().map(({ name }) => name))
    expect(values.length).toBeGreaterThan(50)
    expect(values.filter((name) => !/^[A-Z]+(_[A-Z]+)*$/.test(name))).toEqual([])
  })

  it('types times as DateTime and ids as ID', () => {
    const fields = types.filter(isObjectType).flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({
        place: `${type.name}.${field.name}`,
        name: field.name,
        type: getNamedType(field.type).name,
      })),
    )
    const moments =
      /^(at|created|expires|since|until|time|date|timestamp|latest|minute|premiumValidity|last(Seen|Sent|Used))$|(At|Until|Time)$/
    const others = fields.filter(({ name, type }) => moments.test(name) !== (type === 'DateTime'))
    // The second one is a time of the day.
    expect(others.map(({ place }) => place)).toEqual(['Mutation.deleteAccount', 'QuietHours.until'])
    const ids = fields.filter(({ name, type }) => /(^id|Id|Ids)$/.test(name) && type !== 'ID')
    // A key that the client chooses, one of the payment provider, and a domain.
    const places = ['CardCheckout.keyId', 'Message.clientMessageId', 'PasskeyRequest.rpId']
    expect(ids.map(({ place }) => place)).toEqual(places)
  })

  it('types states, kinds and roles as enums', () => {
    const fields = types.filter(isObjectType).flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ name }) => /^(status|kind|role|gender|type|paymentProvider)$/.test(name))
        .map((field) => ({ place: `${type.name}.${field.name}`, type: getNamedType(field.type) })),
    )
    expect(fields.length).toBeGreaterThan(15)
    expect(fields.filter(({ type }) => !isEnumType(type)).map(({ place }) => place)).toEqual([])
  })
})
