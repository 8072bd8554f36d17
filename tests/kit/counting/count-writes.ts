import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { onEachWrite } from './on-each-write.ts'

const ACCEPTED = 'net.server.socket'

export interface WriteCounts {
  /** Returns how often servers of this process wrote to the connection of this client so far. */
  to(client: Socket): number
  stop(): void
}

const socketOf = (message: unknown): Socket | null => {
  const socket: unknown =
    typeof message === 'object' && message !== null ? Reflect.get(message, 'socket') : null
  return socket instanceof Socket ? socket : null
}

/** Counts writes to the connections that servers of this process accept from now on. */
export function countWrites(): WriteCounts {
  const writes = new Map<number, number>()
  const accept = (message: unknown) => {
    const socket = socketOf(message)
    const port = socket?.remotePort
    if (!socket || port === undefined) return
    writes.set(port, 0)
    onEachWrite(socket, () => void writes.set(port, (writes.get(port) ?? 0) + 1))
  }
  subscribe(ACCEPTED, accept)
  return {
    to: ({ localPort = 0 }) => writes.get(localPort) ?? Number.NaN,
    stop: () => void unsubscribe(ACCEPTED, accept),
  }
}
