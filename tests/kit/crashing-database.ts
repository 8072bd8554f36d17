import type pg from 'pg'
import { type Database, openDatabase } from '#server/platform/postgres/index.ts'

/** A busy machine may need long for a connection, in milliseconds. */
const PATIENCE = 60_000

/**
 * When a process dies: before a statement reaches the database, or after it was executed and before the answer is
 * read.
 */
export interface Crash {
  statement: number
  when: 'before' | 'after'
}

export class Crashed extends Error {}

/**
 * A database whose connections break at a chosen statement, counted over all of them, transaction control included.
 * After that no statement succeeds until `revive`, as for a process that has died and is started again.
 */
export async function openCrashingDatabase(
  url: string,
): Promise<Database & { crashAt(crash: Crash | null): void; revive(): void; isDead(): boolean }> {
  const database = await openDatabase({ url, poolSize: 4, connectTimeout: PATIENCE })
  let left = Number.POSITIVE_INFINITY
  let when: Crash['when'] = 'before'
  let dead = false

  /** Whether this statement is sent, is sent as the last, or is refused. */
  function next(): 'go' | 'last' | 'dead' {
    if (dead) return 'dead'
    left -= 1
    if (left >= 0) return 'go'
    dead = true
    return when === 'after' ? 'last' : 'dead'
  }

  const guarded = new WeakSet<pg.PoolClient>()
  function guard(client: pg.PoolClient) {
    if (guarded.has(client)) return
    guarded.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const die = () => {
      // The server sees the connection end, and rolls back open transactions.
      ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      return new Crashed('the process died')
    }
    const asPromise = (args: unknown[]) => query(...args) as Promise<unknown>
    const attempt = async (args: unknown[]) => {
      const verdict = next()
      if (verdict === 'dead') throw die()
      const result = await asPromise(args)
      if (verdict === 'last') throw die()
      return result
    }
    Object.assign(client, {
      query(...args: unknown[]) {
        const last = args.at(-1)
        if (typeof last !== 'function') return attempt(args)
        attempt(args.slice(0, -1)).then(
          (result) => last(null, result),
          (error) => last(error),
        )
        return undefined
      },
    })
  }
  database.pool.on('connect', guard)
  // The first connection was opened before the guard.
  await database.pool.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined)

  return Object.assign(database, {
    crashAt(crash: Crash | null) {
      left = crash?.statement ?? Number.POSITIVE_INFINITY
      when = crash?.when ?? 'before'
    },
    revive() {
      dead = false
      left = Number.POSITIVE_INFINITY
    },
    isDead: () => dead,
  })
}
