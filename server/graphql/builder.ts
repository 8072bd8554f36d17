import SchemaBuilder from '@pothos/core'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import type { Member } from '../accounts/index.ts'
import { ApiError } from '../errors.ts'
import type { Live } from '../live/index.ts'
import type { ComingsAndGoings } from '../presence/index.ts'
import type { Rooms } from '../rooms.ts'

export interface GraphqlContext {
  member: Member | null
  rooms: Rooms
  live: Live
  comingsAndGoings: ComingsAndGoings
  /** Of the pages that the request came from. */
  origin: string | undefined
}

/** Who may ask is said by the type a field stands in, unless the field says it itself: schema.ts. */
export function createBuilder() {
  return new SchemaBuilder<{
    Context: GraphqlContext
    DefaultFieldNullability: false
    DefaultInputFieldRequiredness: true
    AuthScopes: { member: boolean; admin: boolean }
  }>({
    plugins: [ScopeAuthPlugin],
    defaultFieldNullability: false,
    defaultInputFieldRequiredness: true,
    scopeAuth: {
      authorizeOnSubscribe: true,
      authScopes: ({ member }) => ({
        member: member !== null,
        admin: member?.role === 'ADMIN',
      }),
      unauthorizedError: (_, { member }) =>
        member
          ? new ApiError('FORBIDDEN', 'This is for administrators.')
          : new ApiError('UNAUTHENTICATED', 'Your session has expired. Please log in again.'),
    },
  })
}

export type Builder = ReturnType<typeof createBuilder>
export type GraphqlTypes = Builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never

/** Behind a scope that lets only members through. */
export function memberOf({ member }: GraphqlContext): Member {
  if (!member) throw new ApiError('UNAUTHENTICATED', 'Your session has expired. Please log in again.')
  return member
}
