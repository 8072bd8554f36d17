import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  valueFromASTUntyped,
} from 'graphql'
import * as z from 'zod'
import { LIMITS } from '#schema/limits.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { keyedPlaceOf } from '#server/transports/graphql/pages.ts'

/** Some hundred times what a screen shows. */
const MAX_FIELDS = 20_000

type Variables = Readonly<Record<string, unknown>>

export interface Question {
  schema: GraphQLSchema
  document: DocumentNode
  operationName?: string | null | undefined
  variableValues?: Variables | null | undefined
}

/**
 * How many fields the answer may have: one within a list counts for every place of the list, whether the list's size
 * stands in the document or in its variables. @throws ApiError INVALID above 20,000
 */
export function assertAffordable({ schema, document, operationName, variableValues }: Question): void {
  const operation = getOperationAST(document, operationName)
  const root = operation && schema.getRootType(operation.operation)
  if (!root) return
  const variables = withDefaults(operation, variableValues ?? {})
  let fields = 0
  for (const selection of operation.selectionSet.selections) spend(selection, root, 1, LIMITS.pageSize)

  /** `page` is the size of the list that stands within, where its own field does not say it. */
  function spend(selection: SelectionNode, type: GraphQLNamedType, times: number, page: number) {
    if (selection.kind === Kind.FIELD) return spendField(selection, type, times, page)
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(document, selection.name.value)
    const condition = fragment?.typeCondition?.name.value
    const narrowed = condition === undefined ? type : (schema.getType(condition) ?? type)
    for (const one of fragment?.selectionSet.selections ?? []) spend(one, narrowed, times, page)
  }

  function spendField(node: FieldNode, type: GraphQLNamedType, times: number, page: number) {
    // Given up at once: fragments within fragments say very much in few words.
    fields += times
    if (fields > MAX_FIELDS)
      throw new ApiError(
        'INVALID',
        text('This request asks for too many fields. The limit is {limit}.', { limit: String(MAX_FIELDS) }),
      )
    const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined
    if (!field) return
    const own = pageSizeOf(field, node, variables)
    const places = isListType(getNullableType(field.type)) ? (own ?? page) : 1
    const within = getNamedType(field.type)
    for (const one of node.selectionSet?.selections ?? [])
      spend(one, within, times * places, own ?? LIMITS.pageSize)
  }
}

const fragmentOf = ({ definitions }: DocumentNode, name: string) =>
  definitions.find(
    (one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name,
  )

const paging = z.object({
  first: z.int().nullish().catch(null),
  after: z.string().nullish().catch(null),
  size: z.int().positive().optional().catch(undefined),
})

/** How many the field's own arguments ask for; null for a field without pages. */
function pageSizeOf(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Variables) {
  const takes = (name: string) => field.args.some((one) => one.name === name)
  if (!takes('first') && !takes('size')) return null
  const given = (node.arguments ?? []).map(({ name, value }) => [
    name.value,
    valueFromASTUntyped(value, variables),
  ])
  const { size, ...place } = paging.parse(Object.fromEntries(given))
  if (takes('size')) return size ?? LIMITS.maxPageSize
  try {
    return keyedPlaceOf(place).size
  } catch {
    // Its resolver refuses it and says why.
    return 1
  }
}

function withDefaults(operation: OperationDefinitionNode, given: Variables): Variables {
  const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  )
  return { ...Object.fromEntries(defaults), ...given }
}
