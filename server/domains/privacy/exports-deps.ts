import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'

export interface ExportsDeps {
  database: Pick<Database, 'pool' | 'prisma'>
  clock: Clock
  limits: RateLimits
}
