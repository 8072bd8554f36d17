import type { Logger } from 'pino'
import { createDomains } from '#server/create-domains.ts'
import type { Config } from '#server/platform/config/config.ts'
import { createMetrics } from '#server/platform/metrics/create-metrics.ts'
import { openPlatform } from '#server/platform/open-platform.ts'
import { resolveSecretKey } from '#server/platform/secrets/secret-key.ts'
import { subscribeAll } from '#server/subscribers.ts'

/** How long a command waits for the mails that it sends, in milliseconds. */
const MAIL_TIMEOUT = 30_000

type Built = Awaited<ReturnType<typeof createDomains>>

export interface CommandDomains
  extends Pick<
    Built,
    | 'accounts'
    | 'billing'
    | 'moderation'
    | 'decisionMails'
    | 'reminders'
    | 'privacy'
    | 'matching'
    | 'presence'
    | 'admin'
  > {
  /** Waits for mails and listeners, and closes everything. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Builds the domains as a server does, and connects their events. Their background jobs do not run: the servers of the
 * installation do that.
 */
export async function openDomains(config: Config, databaseUrl: string, log: Logger): Promise<CommandDomains> {
  const secretKey = await resolveSecretKey(config)
  const platform = await openPlatform({ config, databaseUrl, secretKey, log, metrics: createMetrics() })
  const domains = await createDomains(platform, { config }).catch(async (error: unknown) => {
    await platform[Symbol.asyncDispose]()
    throw error
  })
  subscribeAll(platform.events, domains)
  return {
    ...domains,
    async [Symbol.asyncDispose]() {
      await platform.inFlight.settled(MAIL_TIMEOUT)
      for (const part of [domains.presence, domains.chat, domains.defences, domains.live, platform])
        await part[Symbol.asyncDispose]()
    },
  }
}
