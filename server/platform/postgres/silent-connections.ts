import type { Socket } from 'node:net'
import type pg from 'pg'

/** Returns the socket of a client, which pg's types omit. TLS replaces it before the pool hands out the client. */
const socketOf = (client: object): Socket | null => {
  const connection = 'connection' in client ? client.connection : null
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return null
  const { stream } = connection
  return typeof stream === 'object' && stream !== null && 'setTimeout' in stream ? (stream as Socket) : null
}

/**
 * Destroys a connection in use that transferred nothing for `timeout` milliseconds, because a PostgreSQL that hangs
 * neither responds nor closes connections. The statement and all later ones of its client fail, as after any broken
 * connection. pg's own `query_timeout` would return the connection to the pool in the middle of a transaction.
 */
export function cutSilentConnections(pool: pg.Pool, timeout: number) {
  const inUse = new WeakSet<object>()
  pool.on('acquire', (client) => void inUse.add(client))
  pool.on('release', (_, client) => void inUse.delete(client))
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    socket?.setTimeout(timeout, () => {
      if (inUse.has(client)) socket.destroy(new Error('Connection terminated: PostgreSQL does not answer'))
    })
  })
}
