import { expect } from 'vitest'
import type { DepartureTimes } from '#server/domains/chat/index.ts'
import { startApp, startCluster, type TestApp } from './app.ts'
import type { Person } from './person.ts'

/** A grace period that a test can wait for, and the absence of production. In milliseconds. */
export const SHORT_GRACE: DepartureTimes = { grace: 50, absence: 600_000 }

export interface TwoNodes {
  first: TestApp
  /** The same node when there is only one. */
  second: TestApp
  [Symbol.asyncDispose](): Promise<void>
}

interface Options {
  departureTimes?: DepartureTimes
}

/** Each kind of store: one node with its memory, and two nodes with Redis. */
export const STORES: readonly { name: string; open(options?: Options): Promise<TwoNodes | null> }[] = [
  {
    name: 'a single node',
    async open(options) {
      const node = await startApp(options)
      return { first: node, second: node, [Symbol.asyncDispose]: () => node[Symbol.asyncDispose]() }
    },
  },
  {
    name: 'two nodes with Redis',
    async open(options) {
      const cluster = await startCluster(2, options)
      const [first, second] = cluster?.nodes ?? []
      if (!cluster || !first || !second) return null
      return { first, second, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() }
    },
  },
]

const pool = (node: TestApp) => node.app.context.database.pool

/** Makes recorded times older, as if this many milliseconds had passed. */
export async function ageDepartures(node: TestApp, milliseconds: number) {
  const back = `- ${milliseconds} * interval '1 millisecond'`
  await pool(node).query(`UPDATE conversation SET opened_at = opened_at ${back}`)
  await pool(node).query(`UPDATE conversation_member SET leaving_since = leaving_since ${back}`)
  await pool(node).query(`UPDATE member_presence SET away_since = away_since ${back}`)
}

/** Every node handles departures that are due, at the same time. */
export async function endDueDepartures({ first, second }: Pick<TwoNodes, 'first' | 'second'>) {
  await Promise.all([first, second].map((node) => node.app.context.chat.departures.endDue()))
}

/** Resolves once the member's presence has this state. */
export async function whenPresenceIs(node: TestApp, { id }: Person, what: 'here' | 'away') {
  const read = () =>
    pool(node).query<{ away: boolean }>(
      'SELECT away_since IS NOT NULL AS away FROM member_presence WHERE user_id = $1',
      [id],
    )
  await expect.poll(async () => (await read()).rows).toEqual([{ away: what === 'away' }])
}

/** Resolves once no unload of the member is pending. */
export async function whenUnloadCancelled(node: TestApp, { id }: Person) {
  const text = 'SELECT FROM conversation_member WHERE user_id = $1 AND leaving_since IS NOT NULL'
  await expect.poll(async () => (await pool(node).query(text, [id])).rowCount).toBe(0)
}

/** Resolves once no node has a stream of the member. */
export async function whenStreamsClosed(node: TestApp, { id }: Person) {
  await expect.poll(async () => (await node.app.context.presence.connected([id])).size).toBe(0)
}
