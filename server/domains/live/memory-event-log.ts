import type { Clock } from '#server/platform/clock.ts'
import { compareEventIds, type EventId, formatEventId, parseEventId } from './event-id.ts'
import { type EventLog, type LogEntry, RETENTION, type RepairProgress } from './event-log.ts'

interface Kept {
  entries: LogEntry[]
  /** Everything after this is still here. */
  floor: EventId
  last: EventId
}

/** How often outdated logs are looked for; a Map that is changed all the time is not cheap to look through. */
const SWEEP_EVERY = 10_000
/** How long before the checkpoint keys are remembered, in milliseconds: looks overlap. */
const KEYS_BEFORE_CHECKPOINT = 30_000

/** One node's log. It costs nothing for people to whom nothing happened lately. */
export function createMemoryEventLog({ clock }: { clock: Clock }): EventLog {
  const started: EventId = { time: clock.now(), sequence: 0 }
  // In the order of the last append, so that what is outdated stands at the front.
  const logs = new Map<string, Kept>()
  let listener: (userId: string, entry: LogEntry) => void = () => undefined
  // What was told once, with the time it happened; in the order of telling.
  const told = new Map<string, number>()
  let progress: RepairProgress | null = null
  let issued = started
  let swept = started.time

  function nextId(): EventId {
    const now = clock.now()
    issued =
      now > issued.time ? { time: now, sequence: 0 } : { time: issued.time, sequence: issued.sequence + 1 }
    return issued
  }

  const horizon = (now: number): EventId => {
    const oldest = { time: now - RETENTION.milliseconds, sequence: 0 }
    return compareEventIds(oldest, started) > 0 ? oldest : started
  }

  function keep(userId: string, entry: LogEntry, id: EventId) {
    const kept = logs.get(userId) ?? { entries: [], floor: horizon(id.time), last: id }
    kept.entries.push(entry)
    kept.last = id
    if (kept.entries.length > RETENTION.entries) {
      const dropped = kept.entries.shift()
      kept.floor = (dropped && parseEventId(dropped.id)) ?? kept.floor
    }
    logs.delete(userId)
    logs.set(userId, kept)
  }

  function dropOutdated(now: number) {
    if (now < swept + SWEEP_EVERY) return
    swept = now
    for (const [userId, { last }] of logs) {
      if (last.time >= now - RETENTION.milliseconds) return
      logs.delete(userId)
    }
  }

  return {
    async append(userIds, event, data, once) {
      if (once && told.has(once.key)) return
      if (once) told.set(once.key, once.time)
      const id = nextId()
      const entry = { id: formatEventId(id), event, data }
      for (const userId of userIds) {
        keep(userId, entry, id)
        listener(userId, entry)
      }
      dropOutdated(id.time)
    },
    async untold(happened) {
      return happened.filter(({ key }) => !told.has(key))
    },
    async readProgress() {
      return progress
    },
    async writeProgress(given) {
      progress = given
      for (const [key, time] of told) {
        if (time >= given.checkpoint - KEYS_BEFORE_CHECKPOINT) return
        told.delete(key)
      }
    },
    async claimRepair() {
      return true
    },
    async pass(userIds, event, data) {
      const entry = { id: '', event, data }
      for (const userId of userIds) listener(userId, entry)
    },
    listen(given) {
      listener = given
    },
    // In one process everything arrives, and whom it is for is looked up there.
    async subscribe() {},
    unsubscribe() {},
    async since(userId, after) {
      const id = parseEventId(after)
      const kept = logs.get(userId)
      if (!id || compareEventIds(id, issued) > 0)
        return { entries: kept?.entries.slice() ?? [], complete: false }
      const entries = kept?.entries.filter((entry) => {
        const own = parseEventId(entry.id)
        return own !== null && compareEventIds(own, id) > 0
      })
      return {
        entries: entries ?? [],
        complete: compareEventIds(id, kept?.floor ?? horizon(clock.now())) >= 0,
      }
    },
    async cursor() {
      return formatEventId(issued)
    },
    async [Symbol.asyncDispose]() {
      logs.clear()
      told.clear()
    },
  }
}
