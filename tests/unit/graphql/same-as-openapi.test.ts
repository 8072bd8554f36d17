import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { createGraphqlSchema } from '#server/transports/graphql/index.ts'
import { componentSchemas, type JsonSchema } from '#server/transports/rest/openapi/json-schema.ts'
import { MODELS } from '#server/transports/rest/openapi/models.ts'

/** GraphQL types with another name than the model they come from. */
const MODEL_OF: Record<string, string> = {
  Me: 'User',
  Typing: 'TypingStatus',
  CardCheckout: 'CardOptions',
  ProfileVisit: 'RecordedVisit',
}
/** Resolved by GraphQL itself: the list is empty where REST has null. */
const DIFFERENT = ['Notification.userData']

const components = componentSchemas(MODELS)
const types = Object.values(createGraphqlSchema().getTypeMap()).filter((type): type is GraphQLObjectType =>
  isObjectType(type),
)
const fields = types.flatMap((type) => {
  const component = components[MODEL_OF[type.name] ?? type.name]
  return Object.values(type.getFields()).flatMap((field) => {
    const property = component?.properties?.[field.name]
    const place = `${type.name}.${field.name}`
    return typeof property === 'object' && !DIFFERENT.includes(place)
      ? [{ place, field, property, isRequired: component?.required?.includes(field.name) ?? false }]
      : []
  })
})

function graphqlKind(type: GraphQLOutputType): string {
  const inner = getNullableType(type)
  if (isListType(inner)) return `list of ${graphqlKind(inner.ofType)}`
  if (isObjectType(inner)) return 'object'
  return { Boolean: 'boolean', Int: 'integer' }[inner.name] ?? 'string'
}

/** The types that a JSON Schema permits, with `null` among them if the value can be null. */
function jsonKinds({ type, anyOf, items, $ref }: JsonSchema): string[] {
  if (anyOf) return anyOf.flatMap((one) => (typeof one === 'object' ? jsonKinds(one) : []))
  if ($ref) return ['object']
  if (type === 'array' && typeof items === 'object' && !Array.isArray(items))
    return [`list of ${jsonKinds(items).join()}`]
  return [type ?? []].flat()
}

describe('a field of GraphQL and OpenAPI', () => {
  it('exists in both more than a hundred times', () => {
    expect(fields.length).toBeGreaterThan(100)
  })

  it.each(fields)(
    'keeps one type, nullability and description: $place',
    ({ field, property, isRequired }) => {
      const kinds = jsonKinds(property)
      expect([graphqlKind(field.type)]).toEqual(kinds.filter((kind) => kind !== 'null'))
      // In GraphQL a missing boolean is false.
      const canBeNull = kinds.includes('null') || (!isRequired && property.type !== 'boolean')
      expect(isNonNullType(field.type)).toBe(!canBeNull)
      expect(field.description?.slice(0, property.description?.length)).toBe(property.description)
    },
  )
})
