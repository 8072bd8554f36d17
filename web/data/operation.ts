import { type DocumentNode, gql, type OperationVariables } from '@apollo/client'
import type * as z from 'zod'

/** What is asked over GraphQL, and the model that the answer has to fit. */
export interface Operation<
  Model extends z.ZodType = z.ZodType,
  Variables extends OperationVariables = OperationVariables,
> {
  readonly document: DocumentNode
  readonly model: Model
  /** Only for the compiler. */
  readonly variables?: Variables
}

/** `operation<{ id: string }>()('query …', model)`: the variables are named, the answer is inferred. */
export const operation =
  <Variables extends OperationVariables = Record<string, never>>() =>
  <Model extends z.ZodType>(text: string, model: Model): Operation<Model, Variables> => ({
    document: gql(text),
    model,
  })
