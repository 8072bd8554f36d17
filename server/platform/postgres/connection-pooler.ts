import type pg from 'pg'

/** Whether a connection pooler may answer `DATABASE_URL`: `auto` finds out, `on` assumes it, `off` denies it. */
export const POOLER_MODES = ['auto', 'on', 'off'] as const
export type PoolerMode = (typeof POOLER_MODES)[number]

/**
 * Returns whether a connection pooler such as PgBouncer answers this client. PostgreSQL gives each connection the number of
 * its process; a pooler gives a number of its own, because many of its clients share a process.
 */
export async function isBehindPooler(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return !('processID' in client) || client.processID !== rows[0]?.pid
}

/**
 * Makes a client send its named statements without their names. A pooler in transaction mode runs each transaction on any
 * of its connections to PostgreSQL, and a name is known on one of them only.
 */
export function dropStatementNames(client: pg.ClientBase): void {
  const { query } = client
  Object.assign(client, {
    query: (...input: unknown[]) => Reflect.apply(query, client, input.map(withoutName)),
  })
}

function withoutName(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || 'submit' in argument) return argument
  return 'name' in argument && 'text' in argument ? { ...argument, name: undefined } : argument
}
