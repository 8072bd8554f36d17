import type { Accounts, Member } from '#server/domains/accounts/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'

export interface ExportsDeps {
  database: Pick<Database, 'pool' | 'prisma'>
  clock: Clock
  limits: RateLimits
  /** Checks the password, and the second factor where the member has one. @throws ApiError */
  confirmOwner(...owner: Parameters<Accounts['confirmOwner']>): Promise<unknown>
}

/** A member who proves to own the account. A session alone may be stolen. */
export interface Owner {
  member: Pick<Member, 'id' | 'sessionKey'>
  password: string
  /** The network address of the caller. */
  address: string
}
