import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada'
import type { introspection } from '#schema/graphql-types.d.ts'

/**
 * Parses a GraphQL document. The compiler infers its result and variables from the schema: `npm run schema` writes
 * `schema/graphql-types.d.ts`.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection
  disableMasking: true
  scalars: { DateTime: string }
}>()

/** An operation with the types of its result and of its variables. */
export type Operation<Result, Variables> = TadaDocumentNode<Result, Variables>
export type { ResultOf, VariablesOf } from 'gql.tada'
