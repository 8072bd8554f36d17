import type { Redis } from 'ioredis'
import type { BanSignals } from '#server/domains/moderation/index.ts'
import { createAutomaticReports } from '#server/domains/moderation/index.ts'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DefenceConfig } from '#server/platform/config/defence-settings.ts'
import { type Database, serverSecret } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { SecretBox } from '#server/platform/secrets/secret-box.ts'
import { type BotDefence, createBotDefence } from './bots/bot-defence.ts'
import { createProofOfWork, PROOF_LIFETIME } from './bots/proof-of-work.ts'
import { createProofReplayCache } from './bots/proof-replay-cache.ts'
import { createEntry, type SignupScreening } from './bots/signup-screening.ts'
import { createMessageFilter, type Screen } from './text/message-filter.ts'
import { createMinors, type Minors } from './text/minors.ts'

/** What keeps abuse away without anybody having to act first: docs/DEFENCES.md. */
export interface Defences {
  readonly screen: Screen
  readonly botDefence: BotDefence
  readonly entry: SignupScreening
  readonly minors: Pick<Minors, 'heard' | 'read'>
  [Symbol.asyncDispose](): Promise<void>
}

export async function createDefences({
  database,
  redis,
  clock,
  events,
  limits,
  settings,
  signals,
  secrets,
  pause,
  onError,
}: {
  database: Pick<Database, 'pool'>
  redis: Redis | null
  clock: Clock
  events: EventBus
  limits: RateLimits
  settings: DefenceConfig
  signals: BanSignals
  secrets: SecretBox
  /** Holds an account off until a moderator has looked. */
  pause(userId: string, reason: string, reportId: string | null): Promise<void>
  onError(error: unknown): void
}): Promise<Defences> {
  const { pool } = database
  const reports = createAutomaticReports(pool, events)
  const minors = createMinors({ reports, enabled: settings.minorReports, now: () => clock.now(), onError })
  const proofs = createProofOfWork({
    secret: await serverSecret({ pool, box: secrets }, 'altcha'),
    spent: createProofReplayCache({ redis, clock, lifetime: PROOF_LIFETIME, onError }),
    clock,
  })
  const botDefence = createBotDefence({ proofs, limits, when: settings.proofOfWork })
  return {
    screen: createMessageFilter({ pool, events, reports, minors, settings }),
    botDefence,
    minors,
    entry: createEntry({ signals, botDefence, reports, pause, now: () => clock.now() }),
    [Symbol.asyncDispose]: () => minors[Symbol.asyncDispose](),
  }
}
