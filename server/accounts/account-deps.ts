import type { Clock } from '../clock.ts'
import type { FactBus } from '../facts.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { Database } from '../store/index.ts'

export interface AccountDeps {
  database: Database
  clock: Clock
  facts: FactBus
  limits: RateLimits
  adminEmails: readonly string[]
  /** Hands a verification mail over; failing to send it never fails the request that caused it. */
  sendVerification(to: { email: string; displayName: string; code: string }): void
}
