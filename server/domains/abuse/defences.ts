import { type BanSignals, createAutomaticReports, type Moderation } from '#server/domains/moderation/index.ts'
import type { DefenceConfig } from '#server/platform/config/defence-settings.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { serverSecret } from '#server/platform/postgres/index.ts'
import { createBotDefence } from './bots/bot-defence.ts'
import { createProofOfWork, PROOF_LIFETIME } from './bots/proof-of-work.ts'
import { createProofReplayCache } from './bots/proof-replay-cache.ts'
import { createSignupScreening } from './bots/signup-screening.ts'
import { createMessageFilter } from './text/message-filter.ts'
import { createUnderageDetector } from './text/underage-detector.ts'

interface BelowDefences {
  signals: BanSignals
  moderation: { decisions: Pick<Moderation['decisions'], 'pause'> }
}

export type Defences = Awaited<ReturnType<typeof createDefences>>

/** Creates the defences that act before any report: docs/DEFENCES.md. */
export async function createDefences(
  platform: Platform,
  { signals, moderation }: BelowDefences,
  settings: DefenceConfig,
) {
  const { clock, database, failures, limits, redis, secrets } = platform
  const reports = createAutomaticReports(platform)
  const underageDetector = createUnderageDetector({
    reports,
    enabled: settings.minorReports,
    now: () => clock.now(),
    onError: failures.of('underage detector'),
  })
  const proofs = createProofOfWork({
    secret: await serverSecret({ pool: database.pool, box: secrets }, 'altcha'),
    replayCache: createProofReplayCache({
      redis: redis?.commands ?? null,
      clock,
      lifetime: PROOF_LIFETIME,
      onError: failures.of('proof replay cache'),
    }),
    clock,
  })
  const botDefence = createBotDefence({ proofs, limits, when: settings.proofOfWork })
  return {
    messageFilter: createMessageFilter({ ...platform, reports, underageDetector }, settings),
    botDefence,
    underageDetector,
    signupScreening: createSignupScreening({
      signals,
      botDefence,
      reports,
      pause: moderation.decisions.pause,
      now: () => clock.now(),
    }),
    [Symbol.asyncDispose]: () => underageDetector[Symbol.asyncDispose](),
  }
}
