import { randomInt } from 'node:crypto'
import type { Matching } from '#server/domains/matching/index.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import type { Inbox } from '#server/domains/notifications/index.ts'
import type { Push } from '#server/domains/push/index.ts'
import type { Platform } from '#server/platform/open-platform.ts'

/** How long after the begin of a search it is decided whether a bell rings, in milliseconds. */
const DELAY = { min: 10_000, max: 5 * 60_000 }

export interface BellSettings {
  /** Returns how long after the begin of a search a bell is decided, in milliseconds. By default a random time. */
  delay?: () => number
}

/** The domains below the bells. */
export interface BelowBells {
  matching: Pick<Matching, 'hasSearchFor' | 'isSearching'>
  moderation: Pick<Moderation, 'blockedIds'>
  inbox: Pick<Inbox, 'post'>
  push: Pick<Push, 'isQuiet'>
}

/** What the operations of the bells share. */
export type BellsContext = ReturnType<typeof createBellsContext>

export function createBellsContext(
  { database, clock, limits, events, failures }: Platform,
  below: BelowBells,
  { delay = () => randomInt(DELAY.min, DELAY.max) }: BellSettings,
) {
  return { ...below, pool: database.pool, clock, limits, events, delay, onError: failures.of('bells') }
}
