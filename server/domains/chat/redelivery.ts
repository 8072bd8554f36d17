import type { Live, Once, RepairProgress } from '#server/domains/live/index.ts'
import type { ChatContext } from './chat-context.ts'
import { databaseTime } from './database-time.ts'
import { messagesFrom, readUndelivered } from './undelivered-messages.ts'

/** How often one of the nodes looks for messages that were not published, in milliseconds. */
const LOOK_EVERY = 3_000
/** Lets the node that looked last claim the next look a little before its timer. */
const CLAIM_MARGIN = 300
/** At most this long after its time a message is committed, except in an outage of the database. */
const SETTLED_AFTER = 10_000
/** Without a successful look for so long, the database may have been away, and late commits may follow. */
const STALE_AFTER = 8_000
/** Clients that were away for longer refetch anyway. In milliseconds. */
const MAX_LOOKBACK = 10 * 60_000
const BATCH = 200

interface RedeliveryContext extends Pick<ChatContext, 'pool' | 'metrics' | 'onError'> {
  live: Pick<Live, 'publish' | 'repair'>
}

export type Redelivery = ReturnType<typeof createRedelivery>

/**
 * Publishes messages that were committed but not published, because their node died in between, Redis was away, or the
 * database confirmed a commit too late. It compares the messages table with the keys of what was published. Calls during
 * a look share the next one, so many clients that reconnect at once cost a few queries.
 */
export function createRedelivery(
  context: RedeliveryContext,
  /** Returns the milliseconds since a fixed moment. */
  monotonic = () => performance.now(),
) {
  const { live, onError } = context
  let progress: RepairProgress | null = null
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  /** When this node started, or last saw that another one looks. */
  let watchedUntil = monotonic()

  /** Resolves once every message that was committed before the call is published. */
  function run(): Promise<void> {
    next ??= running
      .catch(() => undefined)
      .then(async () => {
        next = null
        progress = await look(context, progress, () => monotonic() - watchedUntil)
        await live.repair.writeProgress(progress)
      })
    running = next
    return next
  }

  async function tick() {
    if (await live.repair.claimRepair(LOOK_EVERY - CLAIM_MARGIN)) await run()
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

/** Publishes what is undelivered, and returns the progress. The first look covers all of the time that no node watched. */
async function look(
  context: RedeliveryContext,
  known: RepairProgress | null,
  unwatched: () => number,
): Promise<RepairProgress> {
  const { pool, live } = context
  const stored = (await live.repair.readProgress()) ?? known
  const now = await databaseTime(pool)
  const before = stored ?? { checkpoint: now - unwatched(), since: now, last: now }
  const from = Math.max(now - MAX_LOOKBACK, before.checkpoint - SETTLED_AFTER)
  for await (const messages of messagesFrom(pool, from)) {
    const undelivered = await live.repair.undelivered(messages)
    for (let start = 0; start < undelivered.length; start += BATCH)
      await publish(context, undelivered.slice(start, start + BATCH))
  }
  return advance(before, now)
}

async function publish({ pool, live, metrics }: RedeliveryContext, undelivered: readonly Once[]) {
  const redelivered = metrics.counter('redelivered', {})
  const found = await readUndelivered(
    pool,
    undelivered.map(({ key }) => key),
  )
  for (const { message, recipients } of found) {
    const once = { key: message.id, time: Date.parse(message.time) }
    await live.publish(recipients, { event: 'new_chat_message', data: message }, { once })
    redelivered()
  }
}

/** Moves the checkpoint only while looks succeed regularly: after an outage, statements that hung may commit late. */
function advance(before: RepairProgress, now: number): RepairProgress {
  const isRegular = now - before.last <= STALE_AFTER
  const since = isRegular ? before.since : now
  const checkpoint = now - since >= SETTLED_AFTER ? now : before.checkpoint
  return { checkpoint, since, last: now }
}
