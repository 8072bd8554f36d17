import SchemaBuilder from '@pothos/core'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { SESSION_EXPIRED } from '#schema/session-expired.ts'
import { text } from '#schema/translatable.ts'
import { hasStaffFactor, type Member, staffFactorRefusal } from '#server/domains/accounts/index.ts'
import type { Domains } from '#server/domains/index.ts'
import type { Live } from '#server/domains/live/index.ts'
import type { PresenceTracker } from '#server/domains/presence/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Say } from '#server/platform/texts/texts.ts'
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
  /** Ends the streams of a member who was suspended or logged out while the stream opened. */
  revalidate(listener: { userId: string; sessionKey: string }): Promise<void>
  /** The origin of the page that sent the request. */
  origin: string | undefined
  /** The request carried an unused proof of work. */
  hasProofOfWork: boolean
  /** The address of the client, for the limits by address. */
  address: string
  /** The Host header of the request. */
  host: string | undefined
  userAgent: string | null
  /** The header Accept-Language of the request. */
  acceptLanguage: string | undefined
  /** Returns a text in the language of that header. */
  say: Say
  /** The device id of the browser's cookie. GraphQL reads the cookie and never sets it. */
  device: string | null
  /** Records that a member asked for a field of another role, or without the second factor that staff need. */
  refused(field: string, reason: RefusalReason): void
  /** The loaders of this request. A subscription gets new ones for each event. */
  loaders: Loaders | null
}

/**
 * The type of a field decides who may read it, unless the field has scopes of its own (schema.ts). The scope `account`
 * also admits suspended members, for their status, their appeal and their data.
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
        const active = member?.suspended ? null : member
        return {
          account: member !== null,
          member: active !== null,
          moderator: isStaff(active) && hasStaffFactor(active),
          admin: active?.role === 'ADMIN' && hasStaffFactor(active),
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
  if (!member) return new ApiError('UNAUTHENTICATED', SESSION_EXPIRED)
  if (member.suspended) return new ApiError('SUSPENDED', text('This account is suspended.'))
  return (
    staffFactorRefusal(member.staffFactor) ??
    new ApiError('FORBIDDEN', text('Your role does not allow this.'))
  )
}

export type Builder = ReturnType<typeof createBuilder>
export type GraphqlTypes = Builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never

/** Returns the member of a field whose scope admits only members. */
export function memberOf({ member }: GraphqlContext): Member {
  if (!member) throw new ApiError('UNAUTHENTICATED', SESSION_EXPIRED)
  return member
}

/** Returns the address and browser of the caller, as the domains record them. */
export const sessionOriginOf = ({ address, userAgent }: GraphqlContext) => ({
  ipAddress: address,
  userAgent,
})

/** Returns the caller who asks for a session, with their proof of work. */
export const callerOf = (context: GraphqlContext) => ({
  ...sessionOriginOf(context),
  hasProofOfWork: context.hasProofOfWork,
  device: context.device,
  acceptLanguage: context.acceptLanguage,
  replaces: context.member && { userId: context.member.id, sessionKey: context.member.sessionKey },
})

export function loadersOf(context: GraphqlContext): Loaders {
  context.loaders ??= createLoaders(context.domains, memberOf(context))
  return context.loaders
}
