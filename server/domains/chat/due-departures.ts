import {
  BATCH,
  DUE_ABSENCES,
  DUE_GOODBYES,
  FORGET_ABSENCE,
  FORGET_GOODBYE,
  RECORDED_HERE,
} from './departure-statements.ts'
import type { Departures, DeparturesDeps } from './departure-types.ts'
import { endAfterAbsence, endAfterGoodbye } from './leave.ts'

interface SearchDeps extends DeparturesDeps {
  recordOnline(userId: string): Promise<void>
  recordOffline(userId: string): Promise<void>
}

export interface DepartureSearch extends Pick<Departures, 'endDue' | 'findAbsent'> {
  /** Ends the conversation of a goodbye whose grace is over, unless the member is connected. */
  endAfterGrace(conversationId: string, userId: string, isConnected: boolean): Promise<void>
}

const NIL = '00000000-0000-0000-0000-000000000000'

/** Finds the departures that are due, in batches, and ends their conversations. */
export function createDepartureSearch(deps: SearchDeps): DepartureSearch {
  return {
    endAfterGrace: (conversationId, userId, isConnected) =>
      endAfterGrace(deps, conversationId, userId, isConnected),
    async endDue() {
      await endGoodbyes(deps)
      await endAbsences(deps)
    },
    findAbsent: () => findAbsent(deps),
  }
}

async function endAfterGrace(
  { pool, times: { grace }, notifyEnd }: SearchDeps,
  conversationId: string,
  userId: string,
  isConnected: boolean,
) {
  const ended = isConnected ? null : await endAfterGoodbye(pool, conversationId, userId, grace)
  // Also when the conversation had ended already.
  await pool.query({ ...FORGET_GOODBYE, values: [conversationId, userId, grace] })
  if (ended) await notifyEnd(ended)
}

async function endGoodbyes(deps: SearchDeps) {
  for (;;) {
    const { rows } = await deps.pool.query<{ conversation_id: string; user_id: string }>({
      ...DUE_GOODBYES,
      values: [deps.times.grace],
    })
    const connected = await deps.presence.connected(rows.map((row) => row.user_id))
    for (const row of rows)
      await endAfterGrace(deps, row.conversation_id, row.user_id, connected.has(row.user_id))
    if (rows.length < BATCH) return
  }
}

async function endAbsences(deps: SearchDeps) {
  for (;;) {
    const { rows } = await deps.pool.query<{ user_id: string }>({
      ...DUE_ABSENCES,
      values: [deps.times.absence],
    })
    const userIds = rows.map((row) => row.user_id)
    const connected = await deps.presence.connected(userIds)
    for (const userId of userIds)
      await (connected.has(userId) ? deps.recordOnline(userId) : endAbsence(deps, userId))
    if (rows.length < BATCH) return
  }
}

async function endAbsence({ pool, times: { absence }, notifyEnd }: SearchDeps, userId: string) {
  for (const ended of await endAfterAbsence(pool, userId, absence)) await notifyEnd(ended)
  await pool.query({ ...FORGET_ABSENCE, values: [userId, absence] })
}

async function findAbsent({ pool, presence, recordOffline }: SearchDeps) {
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
