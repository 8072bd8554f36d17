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
  /** The request carried a proof of work that nobody had used. */
  proven: boolean
}

/**
 * Who may ask is said by the type a field stands in, unless the field says it itself: schema.ts. `account` lets the
 * suspended through too, for what they keep: their standing, their appeal and their data.
 */
export function createBuilder() {
  return new SchemaBuilder<{
    Context: GraphqlContext
    DefaultFieldNullability: false
    DefaultInputFieldRequiredness: true
    AuthScopes: { account: boolean; member: boolean; moderator: boolean; admin: boolean }
  }>({
    plugins: [ScopeAuthPlugin],
    defaultFieldNullability: false,
    defaultInputFieldRequiredness: true,
    scopeAuth: {
      authorizeOnSubscribe: true,
      authScopes: ({ member }) => {
        const standing = member?.suspended ? null : member
        return {
          account: member !== null,
          member: standing !== null,
          moderator: standing?.role === 'MODERATOR' || standing?.role === 'ADMIN',
          admin: standing?.role === 'ADMIN',
        }
      },
      unauthorizedError: (_, { member }) => refusalOf(member),
    },
  })
}

function refusalOf(member: Member | null) {
  if (!member) return new ApiError('UNAUTHENTICATED', 'Your session has expired. Please log in again.')
  if (member.suspended) return new ApiError('SUSPENDED', 'This account is suspended.')
  return new ApiError('FORBIDDEN', 'This is not for your role.')
}

export type Builder = ReturnType<typeof createBuilder>
export type GraphqlTypes = Builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never

/** Behind a scope that lets only members through. */
export function memberOf({ member }: GraphqlContext): Member {
  if (!member) throw new ApiError('UNAUTHENTICATED', 'Your session has expired. Please log in again.')
  return member
}
