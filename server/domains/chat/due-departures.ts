import type { Presence } from '#server/domains/presence/index.ts'
import type { ChatContext, DepartureTimes } from './chat-context.ts'
import {
  BATCH,
  DUE_ABSENCES,
  DUE_GOODBYES,
  FORGET_ABSENCE,
  FORGET_GOODBYE,
  RECORDED_HERE,
} from './departure-statements.ts'
import { type Ended, endAfterAbsence, endAfterGoodbye } from './leave.ts'

export interface DeparturesContext extends Pick<ChatContext, 'pool' | 'onError'> {
  presence: Pick<Presence, 'online' | 'connected'>
  times: DepartureTimes
  /** Notifies both members that their conversation has ended. */
  notifyEnd(ended: Ended): Promise<void>
}

interface DueDeparturesContext extends DeparturesContext {
  recordOnline(userId: string): Promise<void>
  recordOffline(userId: string): Promise<void>
}

const NIL = '00000000-0000-0000-0000-000000000000'

/** Finds the departures that are due, in batches, and ends their conversations. */
export function createDueDepartures(context: DueDeparturesContext) {
  return {
    /** Ends the conversation of a goodbye whose grace is over, unless the member is connected. */
    endAfterGrace: (conversationId: string, userId: string, isConnected: boolean) =>
      endAfterGrace(context, conversationId, userId, isConnected),
    /** Ends the conversations of members whose grace or longest absence is over. */
    async endDue() {
      await endGoodbyes(context)
      await endAbsences(context)
    },
    /** Finds members who lost their stream without an announcement, as when a node without Redis was killed. */
    findAbsent: () => findAbsent(context),
  }
}

async function endAfterGrace(
  { pool, times: { grace }, notifyEnd }: DueDeparturesContext,
  conversationId: string,
  userId: string,
  isConnected: boolean,
) {
  const ended = isConnected ? null : await endAfterGoodbye(pool, conversationId, userId, grace)
  // Also when the conversation had ended already.
  await pool.query({ ...FORGET_GOODBYE, values: [conversationId, userId, grace] })
  if (ended) await notifyEnd(ended)
}

async function endGoodbyes(context: DueDeparturesContext) {
  for (;;) {
    const { rows } = await context.pool.query<{ conversation_id: string; user_id: string }>({
      ...DUE_GOODBYES,
      values: [context.times.grace],
    })
    const connected = await context.presence.connected(rows.map((row) => row.user_id))
    for (const row of rows)
      await endAfterGrace(context, row.conversation_id, row.user_id, connected.has(row.user_id))
    if (rows.length < BATCH) return
  }
}

async function endAbsences(context: DueDeparturesContext) {
  for (;;) {
    const { rows } = await context.pool.query<{ user_id: string }>({
      ...DUE_ABSENCES,
      values: [context.times.absence],
    })
    const userIds = rows.map((row) => row.user_id)
    const connected = await context.presence.connected(userIds)
    for (const userId of userIds)
      await (connected.has(userId) ? context.recordOnline(userId) : endAbsence(context, userId))
    if (rows.length < BATCH) return
  }
}

async function endAbsence({ pool, times: { absence }, notifyEnd }: DueDeparturesContext, userId: string) {
  for (const ended of await endAfterAbsence(pool, userId, absence)) await notifyEnd(ended)
  await pool.query({ ...FORGET_ABSENCE, values: [userId, absence] })
}

async function findAbsent({ pool, presence, recordOffline }: DueDeparturesContext) {
  let after = NIL
  for (;;) {
    const { rows } = await pool.query<{ user_id: string }>({ ...RECORDED_HERE, values: [after] })
    const userIds = rows.map((row) => row.user_id)
    const online = await presence.online(userIds)
    await Promise.all(userIds.filter((userId) => !online.has(userId)).map(recordOffline))
    const last = userIds.at(-1)
    if (!last || userIds.length < BATCH) return
    after = last
  }
}
