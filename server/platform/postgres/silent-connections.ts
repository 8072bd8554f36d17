import type { Socket } from 'node:net'
import type pg from 'pg'

/** Not in pg's types: the stream below a client, which TLS replaces before the client is handed out. */
const socketOf = (client: object): Socket | null => {
  const connection = 'connection' in client ? client.connection : null
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return null
  const { stream } = connection
  return typeof stream === 'object' && stream !== null && 'setTimeout' in stream ? (stream as Socket) : null
}

/**
 * Breaks a connection in use on which nothing was sent or received for `patience` milliseconds: a PostgreSQL that hangs
 * answers nothing and closes nothing. The statement fails, and so does everything its holder still tries, as after any
 * broken connection. pg's own `query_timeout` would leave the connection in the pool in the middle of a transaction.
 */
export function cutSilentConnections(pool: pg.Pool, patience: number) {
  const inUse = new WeakSet<object>()
  pool.on('acquire', (client) => void inUse.add(client))
  pool.on('release', (_, client) => void inUse.delete(client))
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket?.setTimeout(patience, () => {
      if (inUse.has(client)) socket.destroy(new Error('Connection terminated: PostgreSQL does not answer'))
    })
  })
}
