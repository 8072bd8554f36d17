import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { rawRequest } from '../kit/raw-request.ts'
import { type Attack, register, type Target } from './attack.ts'

/** How long one attack lasts, in milliseconds, and how much it sends at most, in bytes. */
const LASTS = 4_000
const MOST_SENT = 1024 * 1024 * 1024
/** What the client itself keeps unsent, in bytes. */
const OWN_BUFFER = 8 * 1024 * 1024
/** How much more memory the server may use, in MB. Its young generation alone grows by 64. */
const TOLERATED = 120

const PADDING = 'x'.repeat(60_000)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The resident memory of the server, in MB. */
async function memoryOf({ url }: Target): Promise<number> {
  const { text } = await rawRequest(url, 'GET', '/metrics')
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? Number.NaN) / 1e6)
}

interface Unread {
  /** Whether the server still keeps the connection open. */
  isOpen(): boolean
  /** How much is unsent here, in bytes. */
  unsent(): number
  send(): void
  end(): void
}

/** Sends for some seconds, as fast as the server takes it, and compares the server's memory before and after. */
async function flood(target: Target, client: Unread, size: number) {
  const before = await memoryOf(target)
  const end = performance.now() + LASTS
  let sent = 0
  while (client.isOpen() && performance.now() < end && sent < MOST_SENT) {
    while (client.isOpen() && client.unsent() < OWN_BUFFER && sent < MOST_SENT) {
      client.send()
      sent += size
    }
    await pause(5)
  }
  const after = await memoryOf(target)
  const isOpen = client.isOpen()
  client.end()
  const seen = `${before} → ${after} MB, ${Math.round(sent / 1e6)} MB sent, ${isOpen ? 'still open' : 'ended'}`
  return { seen, holds: after - before <= TOLERATED }
}

/** What a client sends first, and what it repeats with a number. */
interface Messages {
  begin: readonly object[]
  repeated(count: number): object
}

/** A WebSocket whose client does not read. */
async function unreadSocket({ url }: Target, { begin, repeated }: Messages): Promise<Unread> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('open', resolve))
  socket.pause()
  for (const message of begin) {
    socket.send(JSON.stringify(message))
    await pause(200)
  }
  let count = 0
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    unsent: () => socket.bufferedAmount,
    send() {
      count += 1
      socket.send(JSON.stringify(repeated(count)))
    },
    end: () => socket.terminate(),
  }
}

const socketAttack = (name: string, messages: (target: Target) => Promise<Messages>): Attack => ({
  item: 8,
  name,
  expected: `at most ${TOLERATED} MB more`,
  async run(target) {
    return flood(target, await unreadSocket(target, await messages(target)), PADDING.length)
  },
})

export const MEMORY_ATTACKS: Attack[] = [
  socketAttack('send pings of 60 KB without a login, and read no answer', async () => ({
    begin: [],
    repeated: () => ({ type: 'ping', payload: { PADDING } }),
  })),
  socketAttack('send pongs of 60 KB without a login', async () => ({
    begin: [],
    repeated: () => ({ type: 'pong', payload: { PADDING } }),
  })),
  socketAttack('send pings of 60 KB while the socket is closing', async () => ({
    begin: [{ type: 'connection_init' }],
    repeated: () => ({ type: 'ping', payload: { PADDING } }),
  })),
  socketAttack('send refused operations with ids of 60 KB', async (target) => {
    const { token } = await register(target)
    return {
      begin: [{ type: 'connection_init', payload: { token } }],
      repeated: (count) => ({ type: 'subscribe', id: `${count}${PADDING}`, payload: { query: '{' } }),
    }
  }),
  {
    item: 8,
    name: 'send requests on one connection, and read no answer',
    expected: `at most ${TOLERATED} MB more`,
    run(target) {
      const { hostname, port } = new URL(target.url)
      const request = `GET /api/openapi.json HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(100)
      const socket = connect({ host: hostname, port: Number(port) }).pause()
      socket.on('error', () => undefined)
      return flood(
        target,
        {
          isOpen: () => !socket.destroyed,
          unsent: () => socket.writableLength,
          send: () => void socket.write(request),
          end: () => void socket.destroy(),
        },
        request.length,
      )
    },
  },
]
