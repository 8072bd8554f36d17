import type { Pool } from 'pg'
import { TIMING } from '#schema/limits.ts'
import type { Presence } from '#server/domains/presence/index.ts'
import { createBatch } from './batch.ts'
import { type Ended, endAfterAbsence, endAfterGoodbye } from './leave.ts'

/** How often each node looks for departures that are due, in milliseconds. */
const LOOK_EVERY = 15_000
/** How often the recorded presence is compared with the streams, in milliseconds. */
const COMPARE_EVERY = 5 * 60_000
/** After a start, clients need this long to open their streams again, in milliseconds. */
const SETTLE = 30_000
/** Beyond the grace, so that the database's clock agrees that it is over. */
const MARGIN = 100
const AT_ONCE = 200

const ELAPSED = (column: string, milliseconds: string) =>
  `${column} <= now() - ${milliseconds} * interval '1 millisecond'`

const SAY_GOODBYE = {
  name: 'say-goodbye',
  text: 'UPDATE conversation_member SET leaving_since = now() WHERE conversation_id = $1 AND user_id = $2',
}

const CANCEL_GOODBYES = {
  name: 'cancel-goodbyes',
  text: `
WITH marked AS (
  SELECT conversation_id, user_id FROM conversation_member
  WHERE user_id = ANY($1::uuid[]) AND leaving_since IS NOT NULL
  ORDER BY conversation_id, user_id FOR UPDATE
)
UPDATE conversation_member member SET leaving_since = NULL FROM marked
WHERE member.conversation_id = marked.conversation_id AND member.user_id = marked.user_id`,
}

const DUE_GOODBYES = {
  name: 'due-goodbyes',
  text: `SELECT conversation_id, user_id FROM conversation_member
    WHERE ${ELAPSED('leaving_since', '$1')} ORDER BY leaving_since LIMIT ${AT_ONCE}`,
}

const FORGET_GOODBYE = {
  name: 'forget-goodbye',
  text: `UPDATE conversation_member SET leaving_since = NULL
    WHERE conversation_id = $1 AND user_id = $2 AND ${ELAPSED('leaving_since', '$3')}`,
}

const RECORD_BACK = {
  name: 'record-back',
  text: `INSERT INTO member_presence (user_id) SELECT id FROM "user" WHERE id = ANY($1::uuid[]) ORDER BY id
    ON CONFLICT (user_id) DO UPDATE SET away_since = NULL WHERE member_presence.away_since IS NOT NULL`,
}

const RECORD_AWAY = {
  name: 'record-away',
  text: `INSERT INTO member_presence (user_id, away_since)
    SELECT id, now() FROM "user" WHERE id = ANY($1::uuid[]) ORDER BY id
    ON CONFLICT (user_id) DO UPDATE SET away_since = now() WHERE member_presence.away_since IS NULL`,
}

const RECORDED_HERE = {
  name: 'recorded-here',
  text: `SELECT user_id FROM member_presence WHERE away_since IS NULL AND user_id > $1 ORDER BY user_id LIMIT ${AT_ONCE}`,
}

const DUE_ABSENCES = {
  name: 'due-absences',
  text: `SELECT user_id FROM member_presence
    WHERE ${ELAPSED('away_since', '$1')} ORDER BY away_since LIMIT ${AT_ONCE}`,
}

const FORGET_ABSENCE = {
  name: 'forget-absence',
  text: `DELETE FROM member_presence WHERE user_id = $1 AND ${ELAPSED('away_since', '$2')}`,
}

const NIL = '00000000-0000-0000-0000-000000000000'

export interface DepartureTimes {
  /** How long after a goodbye a conversation ends, in milliseconds. */
  grace: number
  /** How long a member may stay away without a goodbye, in milliseconds. */
  absence: number
}

export const DEPARTURE_TIMES: DepartureTimes = { grace: TIMING.leaveGrace, absence: TIMING.matchRecovery }

export interface DeparturesDeps {
  pool: Pool
  presence: Pick<Presence, 'online' | 'connected'>
  times: DepartureTimes
  /** Notifies both members that their conversation has ended. */
  notifyEnd(ended: Ended): Promise<void>
  onError(error: unknown): void
}

export interface Departures {
  /** The member's page is going away. The conversation ends after the grace, which every goodbye restarts. */
  goodbye(conversationId: string, userId: string): Promise<void>
  /** Call when a stream of the member opened: their goodbyes no longer count. */
  cancelGoodbyes(userId: string): Promise<void>
  memberCameOnline(userId: string): Promise<void>
  /** The member's open conversations end when they stay away too long. */
  memberWentOffline(userId: string): Promise<void>
  /** Ends the conversations of members whose grace or longest absence is over. */
  endDue(): Promise<void>
  /** Finds members who lost their stream without an announcement, as when a node without Redis was killed. */
  findAbsent(): Promise<void>
  start(): void
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Ends the conversations of members who are gone. Everything is kept in the database and by its clock, so it does not
 * matter which node hears a goodbye, which one had the stream, or which of them is still there.
 */
export function createDepartures({ pool, presence, times, notifyEnd, onError }: DeparturesDeps): Departures {
  const { grace, absence } = times
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()
  const cancelGoodbyes = createBatch((userIds: string[]) =>
    pool.query({ ...CANCEL_GOODBYES, values: [userIds] }),
  )
  const recordBack = createBatch((userIds: string[]) => pool.query({ ...RECORD_BACK, values: [userIds] }))
  const recordAway = createBatch((userIds: string[]) => pool.query({ ...RECORD_AWAY, values: [userIds] }))

  async function endAfterGrace(conversationId: string, userId: string, isHere: boolean) {
    const ended = isHere ? null : await endAfterGoodbye(pool, conversationId, userId, grace)
    // Also where the conversation had ended already.
    await pool.query({ ...FORGET_GOODBYE, values: [conversationId, userId, grace] })
    if (ended) await notifyEnd(ended)
  }

  async function endGoodbyes() {
    for (;;) {
      const { rows } = await pool.query<{ conversation_id: string; user_id: string }>({
        ...DUE_GOODBYES,
        values: [grace],
      })
      const here = await presence.connected(rows.map((row) => row.user_id))
      for (const row of rows) await endAfterGrace(row.conversation_id, row.user_id, here.has(row.user_id))
      if (rows.length < AT_ONCE) return
    }
  }

  async function endAbsence(userId: string) {
    for (const ended of await endAfterAbsence(pool, userId, absence)) await notifyEnd(ended)
    await pool.query({ ...FORGET_ABSENCE, values: [userId, absence] })
  }

  async function endAbsences() {
    for (;;) {
      const { rows } = await pool.query<{ user_id: string }>({ ...DUE_ABSENCES, values: [absence] })
      const userIds = rows.map((row) => row.user_id)
      const here = await presence.connected(userIds)
      for (const userId of userIds) await (here.has(userId) ? recordBack(userId) : endAbsence(userId))
      if (rows.length < AT_ONCE) return
    }
  }

  async function endDue() {
    await endGoodbyes()
    await endAbsences()
  }

  async function findAbsent() {
    let after = NIL
    for (;;) {
      const { rows } = await pool.query<{ user_id: string }>({ ...RECORDED_HERE, values: [after] })
      const userIds = rows.map((row) => row.user_id)
      const online = await presence.online(userIds)
      await Promise.all(userIds.filter((userId) => !online.has(userId)).map(recordAway))
      const last = userIds.at(-1)
      if (!last || userIds.length < AT_ONCE) return
      after = last
    }
  }

  function inBackground(work: () => Promise<unknown>) {
    const done = work()
      .catch(onError)
      .finally(() => running.delete(done))
    running.add(done)
    return done
  }

  function later(milliseconds: number, work: () => Promise<unknown>) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void inBackground(work)
    }, milliseconds)
    timer.unref()
    timers.add(timer)
  }

  function repeat(delay: number, every: number, work: () => Promise<unknown>) {
    later(delay, async () => {
      await work().catch(onError)
      repeat(every, every, work)
    })
  }

  return {
    async goodbye(conversationId, userId) {
      await pool.query({ ...SAY_GOODBYE, values: [conversationId, userId] })
      // The node may stop before: then another one finds the goodbye.
      later(grace + MARGIN, async () => {
        const here = await presence.connected([userId])
        await endAfterGrace(conversationId, userId, here.has(userId))
      })
    },
    cancelGoodbyes,
    memberCameOnline: recordBack,
    memberWentOffline: recordAway,
    endDue,
    findAbsent,
    start() {
      repeat(SETTLE, LOOK_EVERY, endDue)
      repeat(SETTLE, COMPARE_EVERY, findAbsent)
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
