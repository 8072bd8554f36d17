import type { IncomingMessage } from 'node:http'
import { text } from '#schema/translatable.ts'
import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Live } from '#server/domains/live/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { Authentication } from './authentication.ts'

/** A member whose events a stream carries. */
export interface Listener {
  userId: string
  sessionKey: string
  interests: readonly string[]
}

export type StreamAccess = ReturnType<typeof createStreamAccess>

/** Creates the checks of a live stream, over SSE and over GraphQL: before it opens, and once it is open. */
export function createStreamAccess(
  limits: Pick<RateLimits, 'consume'>,
  {
    accounts,
    live,
  }: { accounts: Pick<Accounts, 'sessionStatusOf'>; live: Pick<Live, 'endPerson' | 'endSessions'> },
  authentication: Pick<Authentication, 'memberOf'>,
) {
  return {
    /** Returns the member of a request, or null without a session. @throws ApiError SUSPENDED */
    async authenticate(request: IncomingMessage): Promise<Listener | null> {
      const member = await authentication.memberOf(request, false)
      if (member?.suspended) throw new ApiError('SUSPENDED', text('This account is suspended.'))
      return member && { userId: member.id, sessionKey: member.sessionKey, interests: member.interests }
    },
    /** Counts a new stream of a member. @throws ApiError RATE_LIMITED */
    admit: (userId: string): Promise<void> => limits.consume('streamByAccount', userId),
    /** Ends the streams of a member who was suspended or logged out while the stream opened. */
    async revalidate({ userId, sessionKey }: Pick<Listener, 'userId' | 'sessionKey'>): Promise<void> {
      const status = await accounts.sessionStatusOf(sessionKey)
      if (status === 'suspended') await live.endPerson(userId)
      if (status === 'logged out') await live.endSessions(userId, [sessionKey])
    },
  }
}
