import SchemaBuilder from '@pothos/core'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { hasStaffFactor, type Member, staffFactorRefusal } from '#server/domains/accounts/index.ts'
import type { Domains } from '#server/domains/index.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { PresenceTracker } from '#server/domains/presence/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { DATE_TIME } from './date-time.ts'
import { createLoaders, type Loaders } from './loaders.ts'

/** Why a member may not use a field, as the security log names it. */
export type RefusalReason = 'role_missing' | 'second_factor_missing'

export interface GraphqlContext {
  member: Member | null
  domains: Domains
  live: Live
  presenceTracker: PresenceTracker
  /** Counts a new subscription to a member's events. @throws ApiError RATE_LIMITED */
  admitStream(userId: string): Promise<void>
  /** Ends the streams of a listener who was suspended, or logged out, while one of theirs was opening. */
  confirm(listener: { userId: string; sessionKey: string }): Promise<void>
  /** Of the pages that the request came from. */
  origin: string | undefined
  /** The request carried a proof of work that nobody had used. */
  hasProofOfWork: boolean
  /** Where the request came from, for the limits by address. */
  address: string
  userAgent: string | null
  /** By what the browser is recognised, if it was given something before: nothing is given here. */
  device: string | null
  /** Records that a member asked for a field of another role, or without the second factor that staff need. */
  refused(field: string, reason: RefusalReason): void
  /** Of this request; a subscription has new ones with each event. */
  loaders: Loaders | null
}

/**
 * Who may ask is said by the type a field stands in, unless the field says it itself: schema.ts. `account` lets the
 * suspended through too, for what they keep: their standing, their appeal and their data.
 */
export function createBuilder() {
  const builder = new SchemaBuilder<{
    Context: GraphqlContext
    DefaultFieldNullability: false
    DefaultInputFieldRequiredness: true
    Scalars: {
      DateTime: { Input: Date; Output: Date | string }
      ID: { Input: string; Output: string }
    }
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
          moderator: isStaff(standing) && hasStaffFactor(standing),
          admin: standing?.role === 'ADMIN' && hasStaffFactor(standing),
        }
      },
      unauthorizedError(_, { member, refused }, { fieldName }) {
        const refusal = refusalOf(member)
        if (member && !member.suspended)
          refused(fieldName, refusal.code === 'FORBIDDEN' ? 'role_missing' : 'second_factor_missing')
        return refusal
      },
    },
  })
  builder.scalarType('DateTime', DATE_TIME)
  return builder
}

const isStaff = (member: Member | null): member is Member =>
  member?.role === 'MODERATOR' || member?.role === 'ADMIN'

function refusalOf(member: Member | null) {
  if (!member) return new ApiError('UNAUTHENTICATED', 'Your session has expired. Please log in again.')
  if (member.suspended) return new ApiError('SUSPENDED', 'This account is suspended.')
  return staffFactorRefusal(member.staffFactor) ?? new ApiError('FORBIDDEN', 'This is not for your role.')
}

export type Builder = ReturnType<typeof createBuilder>
export type GraphqlTypes = Builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never

/** Behind a scope that lets only members through. */
export function memberOf({ member }: GraphqlContext): Member {
  if (!member) throw new ApiError('UNAUTHENTICATED', 'Your session has expired. Please log in again.')
  return member
}

/** As the domains note a caller. */
export const sessionOriginOf = ({ address, userAgent }: GraphqlContext) => ({
  ipAddress: address,
  userAgent,
})

/** Whoever wants a session, with the work they have done for it. */
export const callerOf = (context: GraphqlContext) => ({
  ...sessionOriginOf(context),
  hasProofOfWork: context.hasProofOfWork,
  device: context.device,
  replaces: context.member && { userId: context.member.id, sessionKey: context.member.sessionKey },
})

export function loadersOf(context: GraphqlContext): Loaders {
  context.loaders ??= createLoaders(context.domains, memberOf(context))
  return context.loaders
}
