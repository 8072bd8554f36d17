import { BACKGROUND_HEADER } from '#schema/limits.ts'

export interface OperationOptions {
  /** The page sends the operation on its own, without an action of the member. It does not prolong the session. */
  background?: boolean
}

/** Returns the context that the links of our GraphQL client read. */
export const operationContext = ({ background }: OperationOptions = {}) => ({
  // A query that follows a change must not share the answer of a request sent before the change.
  queryDeduplication: false,
  ...(background && { headers: { [BACKGROUND_HEADER]: '1' } }),
})
