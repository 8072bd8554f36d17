import type { Presence } from '#server/domains/presence/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { VapidKeys } from './vapid-keys.ts'
import { createVisiblePages } from './visible-pages.ts'

export interface PushSettings {
  /** Null when the server sends no push messages. */
  vapid: VapidKeys | null
  /** The hosts of the push services that the server calls. */
  services: readonly string[]
}

/** What the operations of push share. */
export type PushContext = ReturnType<typeof createPushContext>

export function createPushContext(
  { database, clock, events, limits, metrics, failures, texts, redis }: Platform,
  { presence }: { presence: Pick<Presence, 'connected'> },
  { vapid, services }: PushSettings,
) {
  return {
    pool: database.pool,
    prisma: database.prisma,
    clock,
    events,
    limits,
    metrics,
    texts,
    presence,
    vapid,
    services,
    visiblePages: createVisiblePages({ redis, clock }),
    /** Logs a failure that no caller waits for. */
    onError: failures.of('push'),
  }
}
