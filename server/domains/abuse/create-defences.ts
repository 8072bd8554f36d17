import type { BanSignals } from '#server/domains/moderation/index.ts'
import { createAutomaticReports } from '#server/domains/moderation/index.ts'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DefenceConfig } from '#server/platform/config/defence-settings.ts'
import { type Database, serverSecret } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { RedisCommands } from '#server/platform/redis/index.ts'
import type { SecretBox } from '#server/platform/secrets/secret-box.ts'
import { type BotDefence, createBotDefence } from './bots/bot-defence.ts'
import { createProofOfWork, PROOF_LIFETIME } from './bots/proof-of-work.ts'
import { createProofReplayCache } from './bots/proof-replay-cache.ts'
import { createSignupScreening, type SignupScreening } from './bots/signup-screening.ts'
import { createMessageFilter, type MessageFilter } from './text/message-filter.ts'
import { createUnderageDetector, type UnderageDetector } from './text/underage-detector.ts'

/** The defences that act before any report: docs/DEFENCES.md. */
export interface Defences {
  readonly messageFilter: MessageFilter
  readonly botDefence: BotDefence
  readonly signupScreening: SignupScreening
  readonly underageDetector: Pick<UnderageDetector, 'checkMessage' | 'checkProfile'>
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
  redis: RedisCommands | null
  clock: Clock
  events: EventBus
  limits: RateLimits
  settings: DefenceConfig
  signals: BanSignals
  secrets: SecretBox
  /** Pauses an account until a moderator decides. */
  pause(userId: string, reason: string, reportId: string | null): Promise<void>
  onError(error: unknown): void
}): Promise<Defences> {
  const { pool } = database
  const reports = createAutomaticReports(pool, events)
  const underageDetector = createUnderageDetector({
    reports,
    enabled: settings.minorReports,
    now: () => clock.now(),
    onError,
  })
  const proofs = createProofOfWork({
    secret: await serverSecret({ pool, box: secrets }, 'altcha'),
    replayCache: createProofReplayCache({ redis, clock, lifetime: PROOF_LIFETIME, onError }),
    clock,
  })
  const botDefence = createBotDefence({ proofs, limits, when: settings.proofOfWork })
  return {
    messageFilter: createMessageFilter({ pool, events, reports, underageDetector, settings }),
    botDefence,
    underageDetector,
    signupScreening: createSignupScreening({ signals, botDefence, reports, pause, now: () => clock.now() }),
    [Symbol.asyncDispose]: () => underageDetector[Symbol.asyncDispose](),
  }
}
