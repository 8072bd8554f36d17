import type { Clock } from '#server/platform/clock.ts'
import { formatEventId } from './event-id.ts'
import type { EventLog, LogEntry, Once, RepairProgress } from './event-log.ts'
import { createMemoryLogEntries } from './memory-log-entries.ts'

/** How long before the checkpoint keys are remembered, in milliseconds: looks overlap. */
const KEYS_BEFORE_CHECKPOINT = 30_000

/** Keeps the log of a single node in memory. */
export function createMemoryEventLog({ clock }: { clock: Clock }): EventLog {
  const log = createMemoryLogEntries({ clock })
  const published = createPublishedKeys()
  let listener: (userId: string, entry: LogEntry) => void = () => undefined

  return {
    ...published.repair,
    async append(userIds, event, data, once) {
      if (once && !published.add(once)) return
      const id = log.nextId()
      const entry = { id: formatEventId(id), event, data }
      for (const userId of userIds) {
        log.keep(userId, entry, id)
        listener(userId, entry)
      }
      log.dropOutdated(id.time)
    },
    async pass(userIds, event, data) {
      const entry = { id: '', event, data }
      for (const userId of userIds) listener(userId, entry)
    },
    listen(given) {
      listener = given
    },
    // In one process every entry reaches the listener, which looks up the recipient.
    async subscribe() {},
    unsubscribe() {},
    since: async (userId, after) => log.since(userId, after),
    cursor: async () => log.cursor(),
    async [Symbol.asyncDispose]() {
      log.clear()
      published.clear()
    },
  }
}

/** Remembers the keys of events that are published once, until the checkpoint has passed them. */
function createPublishedKeys() {
  // The time of each event by its key, in the order of publishing.
  const keys = new Map<string, number>()
  let progress: RepairProgress | null = null

  return {
    /** Returns false when the event was published before. */
    add({ key, time }: Once) {
      if (keys.has(key)) return false
      keys.set(key, time)
      return true
    },
    clear: () => keys.clear(),
    repair: {
      async undelivered(happened) {
        return happened.filter(({ key }) => !keys.has(key))
      },
      async readProgress() {
        return progress
      },
      async writeProgress(given) {
        progress = given
        for (const [key, time] of keys) {
          if (time >= given.checkpoint - KEYS_BEFORE_CHECKPOINT) return
          keys.delete(key)
        }
      },
      async claimRepair() {
        return true
      },
    } satisfies Partial<EventLog>,
  }
}
