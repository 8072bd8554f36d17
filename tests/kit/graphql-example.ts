import {
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

const SCALARS: Record<string, unknown> = {
  ID: '01a202a1-0d1e-74a1-b3d2-8ed59e543559',
  String: 'A text',
  Int: 7,
  Float: 0.5,
  Boolean: true,
  DateTime: '2026-11-22T09:30:00.000Z',
}

/** Returns an answer to an operation without fragments in which each enum has its `turn`-th value. */
export function exampleAnswer(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
  turn: number,
): unknown {
  const root = schema.getRootType(operation)
  return root && answer(root, selectionSet)

  function answer(given: GraphQLOutputType, set: SelectionSetNode | undefined): unknown {
    const type = getNullableType(given)
    if (isListType(type)) return [answer(type.ofType, set)]
    if (isEnumType(type)) return type.getValues()[turn % type.getValues().length]?.name
    if (!isObjectType(type)) return SCALARS[String(type)]
    const fields = (set?.selections ?? []).filter((one): one is FieldNode => one.kind === Kind.FIELD)
    return Object.fromEntries(
      fields.map(({ name, alias, selectionSet: within }) => {
        const field = type.getFields()[name.value]
        return [(alias ?? name).value, field && answer(field.type, within)]
      }),
    )
  }
}
