import type { Pool } from 'pg'
import type { Live, Once, RepairProgress } from '#server/domains/live/index.ts'
import { databaseTime } from './database-time.ts'
import { messagesFrom, readUndelivered } from './undelivered-messages.ts'

/** How often one of the nodes looks for messages that were not published, in milliseconds. */
const LOOK_EVERY = 3_000
/** The node that looked last is free to look again a little before its timer. */
const CLAIM_MARGIN = 300
/** At most this long after its time a message is committed, except in an outage of the database. */
const SETTLED_AFTER = 10_000
/** With no successful look for so long, the database may have been away, and late commits may follow. */
const STALE_AFTER = 8_000
/** Clients that were away for longer refetch anyway. */
const MAX_LOOKBACK = 10 * 60_000
const BATCH = 200

export interface Redelivery {
  /** Resolves once every message that was committed before the call is published. */
  run(): Promise<void>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Publishes messages that were committed but not published, because their node died in between, Redis was away, or the
 * database confirmed a commit too late. It compares the messages table with the keys of what was published. Calls that
 * come while a look is under way share the next one, so a crowd of reconnecting clients costs a few queries.
 */
export function createRedelivery({
  pool,
  live,
  onError,
  monotonic = () => performance.now(),
}: {
  pool: Pool
  live: Pick<Live, 'publish' | 'repair'>
  onError(error: unknown): void
  /** Milliseconds from any moment on. */
  monotonic?(): number
}): Redelivery {
  const { repair } = live
  let known: RepairProgress | null = null
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  /** When this node started, or last saw that another one looks. */
  let watchedUntil = monotonic()

  /** The first look covers all of the time since `watchedUntil`: the database may have been away that long. */
  const firstProgress = (now: number): RepairProgress => ({
    checkpoint: now - (monotonic() - watchedUntil),
    since: now,
    last: now,
  })

  async function look() {
    const kept = (await repair.readProgress()) ?? known
    const now = await databaseTime(pool)
    const before = kept ?? firstProgress(now)
    const from = Math.max(now - MAX_LOOKBACK, before.checkpoint - SETTLED_AFTER)
    for await (const messages of messagesFrom(pool, from)) {
      const undelivered = await repair.undelivered(messages)
      for (let start = 0; start < undelivered.length; start += BATCH)
        await publish(undelivered.slice(start, start + BATCH))
    }
    known = advance(before, now)
    await repair.writeProgress(known)
  }

  async function publish(undelivered: readonly Once[]) {
    const found = await readUndelivered(
      pool,
      undelivered.map(({ key }) => key),
    )
    for (const { message, recipients } of found) {
      const once = { key: message.id, time: Date.parse(message.time) }
      await live.publish(recipients, { event: 'new_chat_message', data: message }, { once })
    }
  }

  function run() {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return look()
      })
    running = next
    return next
  }

  async function tick() {
    if (await repair.claimRepair(LOOK_EVERY - CLAIM_MARGIN)) await run()
    else watchedUntil = monotonic()
  }

  function schedule() {
    timer = setTimeout(() => {
      tick()
        .catch(onError)
        .finally(() => {
          if (!stopped) schedule()
        })
    }, LOOK_EVERY)
    timer.unref()
  }

  return {
    run,
    start: schedule,
    async [Symbol.asyncDispose]() {
      stopped = true
      if (timer) clearTimeout(timer)
      await running.catch(() => undefined)
    },
  }
}

/** The checkpoint moves on only while looks succeed regularly: what hung in the database may be committed just after. */
function advance(before: RepairProgress, now: number): RepairProgress {
  const isRegular = now - before.last <= STALE_AFTER
  const since = isRegular ? before.since : now
  const checkpoint = now - since >= SETTLED_AFTER ? now : before.checkpoint
  return { checkpoint, since, last: now }
}
