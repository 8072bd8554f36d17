import { randomInt } from 'node:crypto'
import type { Live } from '#server/domains/live/index.ts'
import type { Inbox } from '#server/domains/notifications/index.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** How long a wish waits until it is compared with the partner's, in milliseconds. With the interval of the job, within two minutes. */
const DELAY = { min: 5_000, max: 110_000 }

export interface KeepingSettings {
  /** Returns how long the next wish waits, in milliseconds. By default a random time. */
  delay?: () => number
}

/** The domains below keeping. */
export interface BelowKeeping {
  live: Pick<Live, 'publish'>
  presence: Pick<Presence, 'online'>
  inbox: Pick<Inbox, 'post'>
}

/** What the operations of keeping share. */
export type KeepingContext = ReturnType<typeof createKeepingContext>

export function createKeepingContext(
  { database, limits, events, failures }: Platform,
  { live, presence, inbox }: BelowKeeping,
  { delay = () => randomInt(DELAY.min, DELAY.max) }: KeepingSettings,
) {
  const onError = failures.of('keeping')
  return {
    pool: database.pool,
    /** For reads that change nothing. */
    reads: database.reads,
    limits,
    events,
    live,
    inbox,
    delay,
    /** Logs a failure that the caller does not wait for. */
    onError,
    /** Returns which of the members are online; none of them while that is unknown. */
    online: (userIds: string[]): Promise<ReadonlySet<string>> =>
      presence.online(userIds).catch((error: unknown) => {
        onError(error)
        return new Set<string>()
      }),
  }
}
