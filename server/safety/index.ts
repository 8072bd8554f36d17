import type { Clock } from '../clock.ts'
import type { DefenceConfig } from '../defence-settings.ts'
import type { FactBus } from '../facts.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { Database } from '../store/index.ts'
import { type Blocks, createBlocks } from './blocks.ts'
import { createModeration, type Moderation } from './moderation.ts'
import { createReports, type Reports } from './reports.ts'
import type { BanMemory } from './sanctions.ts'

export { record as recordAction } from './audit-log.ts'
export { type Actor, lockPerson } from './authority.ts'
export { createBanSignals } from './ban-signals.ts'
export type { BotDefence } from './bot-defence.ts'
export { createDefences, type Defences } from './defences.ts'
export type { Dismissals, RefusedDismissal } from './dismiss-reports.ts'
export type { Entry } from './entry.ts'
export type { Screen } from './message-filter.ts'
export type { Standing, Warning } from './moderation.ts'
export type { MyReport } from './reports.ts'

export interface SafetyDeps {
  database: Database
  clock: Clock
  facts: FactBus
  limits: RateLimits
  settings: DefenceConfig
  bans: BanMemory
  onError(error: unknown): void
}

export interface Safety extends Blocks, Reports {
  readonly moderation: Moderation
}

export function createSafety(deps: SafetyDeps): Safety {
  const { database, clock, facts, limits, settings, bans, onError } = deps
  const moderation = createModeration({
    database,
    clock,
    facts,
    bans,
    pauseHours: settings.autoPauseHours,
    onError,
  })
  const blocks = createBlocks({ pool: database.pool, facts, limits })
  const reports = createReports({
    pool: database.pool,
    clock,
    facts,
    limits,
    autoPause: {
      reporters: settings.autoPauseReports,
      pause: (userId, reason, reportId) => moderation.pause(userId, reason, reportId),
    },
    onError,
  })
  return { ...blocks, ...reports, moderation }
}
