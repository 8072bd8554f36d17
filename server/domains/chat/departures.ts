import DataLoader from 'dataloader'
import { TIMING } from '#schema/limits.ts'
import { createBackgroundTimers } from './background-timers.ts'
import { createBatch } from './batch.ts'
import type { DepartureTimes } from './chat-context.ts'
import {
  CANCEL_GOODBYES,
  FIND_GOODBYES,
  RECORD_AWAY,
  RECORD_BACK,
  SAY_GOODBYE,
} from './departure-statements.ts'
import { createDueDepartures, type DeparturesContext } from './due-departures.ts'

/** How often each node looks for departures that are due, in milliseconds. */
const LOOK_EVERY = 15_000
/** How often the recorded presence is compared with the streams, in milliseconds. */
const COMPARE_EVERY = 5 * 60_000
/** After a start, clients need this long to open their streams again, in milliseconds. */
const SETTLE = 30_000
/**
 * How long a stream stays open before it cancels goodbyes, in milliseconds. A page that closes may have a stream request
 * on its way: that stream opens after the goodbye and ends at once.
 */
const STEADY_AFTER = 2_000
/** Added to the grace, because the database's clock decides whether it is over. In milliseconds. */
const MARGIN = 100

export const DEPARTURE_TIMES: DepartureTimes = { grace: TIMING.leaveGrace, absence: TIMING.matchRecovery }

interface Goodbye {
  conversationId: string
  userId: string
  since: Date
}

export type Departures = ReturnType<typeof createDepartures>

/**
 * Ends the conversations of members who are gone. The state is in the database and follows its clock, so any node can
 * record a goodbye, have the stream, and end the conversation.
 */
export function createDepartures(context: DeparturesContext) {
  const { pool, presence, times, onError } = context
  const timers = createBackgroundTimers({ onError })
  const batched = (statement: { name: string; text: string }) =>
    createBatch((userIds: string[]) => pool.query({ ...statement, values: [userIds] }))
  const recordOnline = batched(RECORD_BACK)
  const recordOffline = batched(RECORD_AWAY)
  const findGoodbyes = createLookup(context)
  const due = createDueDepartures({
    ...context,
    recordOnline: recordOnline.add,
    recordOffline: recordOffline.add,
  })

  return {
    /**
     * The member's page is going away. The conversation ends after the grace, which every goodbye restarts. One that was
     * opened again after `openedAt` goes on.
     */
    async goodbye(conversationId: string, userId: string, openedAt?: Date) {
      await pool.query({ ...SAY_GOODBYE, values: [conversationId, userId, openedAt ?? null] })
      // If this node stops before, another one finds the goodbye.
      timers.later(times.grace + MARGIN, async () => {
        const connected = await presence.connected([userId])
        await due.endAfterGrace(conversationId, userId, connected.has(userId))
      })
    },
    /** A stream of the member opened. Once it has stayed open for two seconds, it cancels the goodbyes that it found. */
    async streamAttached(userId: string) {
      const goodbyes = await findGoodbyes(userId)
      if (goodbyes.length > 0) timers.later(STEADY_AFTER, () => cancelIfConnected(context, userId, goodbyes))
    },
    memberCameOnline: recordOnline.add,
    /** The member's open conversations end when they stay away too long. */
    memberWentOffline: recordOffline.add,
    endDue: due.endDue,
    findAbsent: due.findAbsent,
    start() {
      timers.repeat(SETTLE, LOOK_EVERY, due.endDue)
      timers.repeat(SETTLE, COMPARE_EVERY, due.findAbsent)
    },
    async [Symbol.asyncDispose]() {
      await timers[Symbol.asyncDispose]()
      await Promise.all([recordOnline.settled(), recordOffline.settled()])
    },
  }
}

/** Returns a function that finds a member's goodbyes. One statement answers the calls that arrive together. */
function createLookup({ pool }: DeparturesContext): (userId: string) => Promise<Goodbye[]> {
  const lookup = new DataLoader<string, Goodbye[]>(
    async (userIds) => {
      const { rows } = await pool.query<Goodbye>({ ...FIND_GOODBYES, values: [userIds] })
      const found = Map.groupBy(rows, ({ userId }) => userId)
      return userIds.map((userId) => found.get(userId) ?? [])
    },
    { cache: false },
  )
  return (userId) => lookup.load(userId)
}

async function cancelIfConnected(
  { pool, presence }: DeparturesContext,
  userId: string,
  goodbyes: readonly Goodbye[],
) {
  if (!(await presence.connected([userId])).has(userId)) return
  const values = [
    goodbyes.map(({ conversationId }) => conversationId),
    goodbyes.map(() => userId),
    goodbyes.map(({ since }) => since),
  ]
  await pool.query({ ...CANCEL_GOODBYES, values })
}
