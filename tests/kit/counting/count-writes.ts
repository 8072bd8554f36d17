import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'

const ACCEPTED = 'net.server.socket'
/** The ways in which Node hands data to the kernel. */
const WRITES = [
  'writev',
  'writeBuffer',
  'writeUtf8String',
  'writeAsciiString',
  'writeLatin1String',
  'writeUcs2String',
]

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

/**
 * Counts writes to the connections that servers of this process accept from now on. It counts at the socket's handle: one
 * write there is one call to the kernel. Streams, corks and buffers above it do not change that.
 */
export function countWrites(): WriteCounts {
  const writes = new Map<number, number>()
  const accept = (message: unknown) => {
    const socket = socketOf(message)
    const handle: unknown = socket && Reflect.get(socket, '_handle')
    const port = socket?.remotePort
    if (typeof handle !== 'object' || handle === null || port === undefined) return
    writes.set(port, 0)
    for (const name of WRITES) {
      const write: unknown = Reflect.get(handle, name)
      if (typeof write !== 'function') continue
      Reflect.set(handle, name, (...input: unknown[]) => {
        writes.set(port, (writes.get(port) ?? 0) + 1)
        return Reflect.apply(write, handle, input)
      })
    }
  }
  subscribe(ACCEPTED, accept)
  return {
    to: ({ localPort = 0 }) => writes.get(localPort) ?? Number.NaN,
    stop: () => void unsubscribe(ACCEPTED, accept),
  }
}
