import type { Clock } from '#server/platform/clock.ts'
import { compareEventIds, type EventId, formatEventId, parseEventId } from './event-id.ts'
import { type LogEntry, type Missed, RETENTION } from './event-log.ts'

interface MemberLog {
  entries: LogEntry[]
  /** Every entry after this id is still kept. */
  floor: EventId
  last: EventId
}

/** How often outdated logs are dropped, in milliseconds. Iterating over a Map that changes all the time is not cheap. */
const SWEEP_EVERY = 10_000

/** The latest entries of each member, in the memory of one node. Members without recent events cost nothing. */
export interface MemoryLogEntries {
  /** Issues an id after all earlier ones. */
  nextId(): EventId
  keep(userId: string, entry: LogEntry, id: EventId): void
  dropOutdated(now: number): void
  since(userId: string, after: string): Missed
  cursor(): string
  clear(): void
}

export function createMemoryLogEntries({ clock }: { clock: Clock }): MemoryLogEntries {
  const started: EventId = { time: clock.now(), sequence: 0 }
  // In the order of the last append, so outdated logs come first.
  const logs = new Map<string, MemberLog>()
  let issued = started
  let swept = started.time

  const horizon = (now: number): EventId => {
    const oldest = { time: now - RETENTION.milliseconds, sequence: 0 }
    return compareEventIds(oldest, started) > 0 ? oldest : started
  }

  return {
    nextId() {
      const now = clock.now()
      issued =
        now > issued.time ? { time: now, sequence: 0 } : { time: issued.time, sequence: issued.sequence + 1 }
      return issued
    },
    keep(userId, entry, id) {
      const log = logs.get(userId) ?? { entries: [], floor: horizon(id.time), last: id }
      log.entries.push(entry)
      log.last = id
      if (log.entries.length > RETENTION.entries) {
        const dropped = log.entries.shift()
        log.floor = (dropped && parseEventId(dropped.id)) ?? log.floor
      }
      logs.delete(userId)
      logs.set(userId, log)
    },
    dropOutdated(now) {
      if (now < swept + SWEEP_EVERY) return
      swept = now
      for (const [userId, { last }] of logs) {
        if (last.time >= now - RETENTION.milliseconds) return
        logs.delete(userId)
      }
    },
    since(userId, after) {
      const id = parseEventId(after)
      const log = logs.get(userId)
      if (!id || compareEventIds(id, issued) > 0)
        return { entries: log?.entries.slice() ?? [], complete: false }
      const floor = log?.floor ?? horizon(clock.now())
      return { entries: entriesAfter(log, id), complete: compareEventIds(id, floor) >= 0 }
    },
    cursor: () => formatEventId(issued),
    clear: () => logs.clear(),
  }
}

function entriesAfter(log: MemberLog | undefined, id: EventId): LogEntry[] {
  const entries = log?.entries.filter((entry) => {
    const own = parseEventId(entry.id)
    return own !== null && compareEventIds(own, id) > 0
  })
  return entries ?? []
}
