import SchemaBuilder from '@pothos/core'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import type { Accounts, Member } from '../accounts/index.ts'
import type { Admin } from '../admin/index.ts'
import type { Billing } from '../billing/index.ts'
import type { Chat } from '../chat/index.ts'
import { ApiError } from '../errors.ts'
import type { Live } from '../live/index.ts'
import type { MemberSearch } from '../matching/index.ts'
import type { Nearby } from '../nearby/index.ts'
import type { ComingsAndGoings, Presence } from '../presence/index.ts'
import type { Safety } from '../safety/index.ts'

/** The rooms behind this door. */
export interface RoomsForGraphql {
  accounts: Accounts
  admin: Admin
  billing: Billing
  chat: Chat
  nearby: Nearby
  presence: Presence
  safety: Safety
  search: MemberSearch
}

export interface GraphqlContext {
  member: Member | null
  rooms: RoomsForGraphql
  live: Live
  comingsAndGoings: ComingsAndGoings
  /** Of the pages that the request came from. */
  origin: string | undefined
}

/** Every field says who may ask for it; what says nothing is for members. */
export function createBuilder() {
  return new SchemaBuilder<{
    Context: GraphqlContext
    DefaultFieldNullability: false
    DefaultInputFieldRequiredness: true
    AuthScopes: { visitor: boolean; member: boolean; admin: boolean }
  }>({
    plugins: [ScopeAuthPlugin],
    defaultFieldNullability: false,
    defaultInputFieldRequiredness: true,
    scopeAuth: {
      authScopes: ({ member }) => ({
        visitor: true,
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
