import { expect, vi } from 'vitest'
import { createLiveStream } from '#web/state/live/live-stream.ts'
import { eventually } from '../../kit/eventually.ts'
import { PARTNER } from './kit.ts'

interface Connection {
  url: URL
  headers: Headers
  aborted: boolean
  frame(id: string | null, event: string, data: unknown): void
  raw(text: string): void
  end(): void
}

/** A stream server: the test sends the data of each connection. */
export function createStreamServer() {
  const connections: Connection[] = []
  let status = 200
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const encoder = new TextEncoder()
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(started) {
        controller = started
      },
    })
    const raw = (text: string) => controller?.enqueue(encoder.encode(text))
    const connection: Connection = {
      url: new URL(String(input), 'http://rapport.test'),
      headers: new Headers(init.headers),
      aborted: false,
      raw,
      frame: (id, event, data) =>
        raw(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
      end: () => controller?.close(),
    }
    init.signal?.addEventListener('abort', () => {
      connection.aborted = true
      controller?.error(new DOMException('aborted', 'AbortError'))
    })
    connections.push(connection)
    return new Response(body, { status })
  }
  return {
    fetch,
    connections,
    answer(code: number) {
      status = code
    },
    async connection(index: number): Promise<Connection> {
      await eventually(() => expect(connections.length).toBeGreaterThan(index))
      const found = connections[index]
      if (!found) throw new Error(`no connection ${index}`)
      return found
    },
  }
}

const open: ReturnType<typeof createLiveStream>[] = []

/** Closes the streams of all tabs. */
export function closeStreams() {
  for (const stream of open.splice(0)) stream.close()
  vi.useRealTimers()
}

export function createTab(
  server: ReturnType<typeof createStreamServer>,
  { channel = '', untilFrame }: { channel?: string; untilFrame?: () => Promise<void> } = {},
) {
  const freezing = { isFrozen: false, queued: [] as (() => void)[] }
  const unauthorized = vi.fn(async (): Promise<'again' | 'over'> => 'over')
  const stream = createLiveStream({
    fetch: server.fetch,
    token: () => 'token-1',
    newKey: () => crypto.randomUUID(),
    onRefused: unauthorized,
    tabs: channel ? { locks: navigator.locks, channel: () => freezable(channel, freezing) } : null,
    ...(untilFrame && { untilFrame }),
  })
  open.push(stream)
  const online: string[] = []
  stream.on('USER_ONLINE', ({ userId }) => online.push(userId))
  return {
    stream,
    online,
    unauthorized,
    /** Keeps the tab from sending and receiving messages, as an open dialog of the browser does. */
    freeze() {
      freezing.isFrozen = true
    },
    /** Sends and delivers what waited. */
    thaw() {
      freezing.isFrozen = false
      for (const pass of freezing.queued.splice(0)) pass()
    },
  }
}

/** A channel whose messages wait while its tab is frozen. */
function freezable(name: string, freezing: { isFrozen: boolean; queued: (() => void)[] }) {
  const channel = new BroadcastChannel(name)
  const pass = (message: () => void) => (freezing.isFrozen ? void freezing.queued.push(message) : message())
  const post = channel.postMessage.bind(channel)
  const listen = channel.addEventListener.bind(channel)
  channel.postMessage = (message) => pass(() => post(message))
  channel.addEventListener = (type: string, listener: EventListener) =>
    listen(type, (event: Event) => pass(() => listener(event)))
  return channel
}

/** Ids that identify the event. */
export const person = (n: number) => PARTNER.replace(/2$/, String(n))
export const came = (n: number) => ({ userId: person(n) })
export const people = (...ns: number[]) => ns.map(person)
export const faked = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
