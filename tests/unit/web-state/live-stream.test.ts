import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLiveStream } from '#web/state/live/live-stream.ts'
import { eventually } from '../../kit/eventually.ts'
import { aMessage, ME, PARTNER } from './kit.ts'

interface Connection {
  url: URL
  headers: Headers
  aborted: boolean
  frame(id: string | null, event: string, data: unknown): void
  raw(text: string): void
  end(): void
}

/** A stream server: the test sends the data of each connection. */
function createStreamServer() {
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
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
  vi.useRealTimers()
})

function createTab(server: ReturnType<typeof createStreamServer>, { channel = '' } = {}) {
  const unauthorized = vi.fn(async (): Promise<'again' | 'over'> => 'over')
  const stream = createLiveStream({
    fetch: server.fetch,
    token: () => 'token-1',
    onUnauthorized: unauthorized,
    tabs: channel ? { locks: navigator.locks, channel: () => new BroadcastChannel(channel) } : null,
  })
  open.push(stream)
  const online: string[] = []
  stream.on('USER_ONLINE', ({ userId }) => online.push(userId))
  return { stream, online, unauthorized }
}

/** Ids that identify the event. */
const person = (n: number) => PARTNER.replace(/2$/, String(n))
const came = (n: number) => ({ userId: person(n) })
const people = (...ns: number[]) => ns.map(person)
const faked = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

describe('the stream', () => {
  it('reads the member’s events in order, with the session token', async () => {
    const server = createStreamServer()
    const { stream, online } = createTab(server)
    stream.open(ME)
    const connection = await server.connection(0)
    expect(connection.url.pathname).toBe(`/subscribe/${ME}`)
    expect(connection.url.search).toBe('')
    expect(connection.headers.get('authorization')).toBe('Bearer token-1')
    for (const n of [1, 2, 3]) connection.frame(`7-${n}`, 'USER_ONLINE', came(n))
    await eventually(() => expect(online).toEqual(people(1, 2, 3)))
  })

  it('emits resync at its start, because events may precede it', async () => {
    faked()
    const server = createStreamServer()
    const { stream, online } = createTab(server)
    const resyncs: (string | null)[] = []
    stream.on('resync', (_, id) => resyncs.push(id))
    server.answer(503)
    stream.open(ME)
    await server.connection(0)
    server.answer(200)
    await vi.advanceTimersByTimeAsync(5_000)
    const second = await server.connection(1)
    expect(second.url.search).toBe('')
    second.frame('7-1', 'ready', {})
    second.frame('7-2', 'USER_ONLINE', came(1))
    await eventually(() => expect(online).toEqual(people(1)))
    expect(resyncs).toEqual(['7-1'])
    // From here on the server replays missed events.
    second.end()
    await vi.advanceTimersByTimeAsync(5_000)
    const third = await server.connection(2)
    third.frame('7-2', 'ready', {})
    third.frame('7-3', 'USER_ONLINE', came(2))
    await eventually(() => expect(online).toEqual(people(1, 2)))
    expect(resyncs).toEqual(['7-1'])
  })

  it('delivers events of the contract, and drops unknown ones', async () => {
    const server = createStreamServer()
    const { stream, online } = createTab(server)
    const heard: string[] = []
    stream.on('new_chat_message', ({ message }) => heard.push(message))
    stream.open(ME)
    const connection = await server.connection(0)
    connection.frame('1-1', 'new_chat_message', { message: 'of no known shape' })
    connection.frame('1-2', 'from_the_future', {})
    connection.frame('1-3', 'toString', {})
    connection.raw('id: 1-4\nevent: USER_ONLINE\ndata: {not json\n\n')
    connection.frame('1-5', 'new_chat_message', aMessage(1))
    await eventually(() => expect(heard).toEqual(['Message 1']))
    expect(online).toEqual([])
  })

  it('does not call a listener that was removed', async () => {
    const server = createStreamServer()
    const { stream, online } = createTab(server)
    const others: string[] = []
    const stop = stream.on('USER_ONLINE', ({ userId }) => others.push(userId))
    stop()
    stream.open(ME)
    ;(await server.connection(0)).frame('1-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(online).toEqual(people(1)))
    expect(others).toEqual([])
  })

  it('reconnects 5 s after it broke, and continues after the last id', async () => {
    faked()
    const server = createStreamServer()
    const { stream, online } = createTab(server)
    stream.open(ME)
    const first = await server.connection(0)
    first.frame('7-1', 'ready', {})
    first.frame('7-2', 'USER_ONLINE', came(1))
    await eventually(() => expect(online).toEqual(people(1)))
    first.end()
    await vi.advanceTimersByTimeAsync(4_900)
    expect(server.connections).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(100)
    expect((await server.connection(1)).url.searchParams.get('lastEventId')).toBe('7-2')
  })

  it('can resume before the first event, because the server sends its position', async () => {
    faked()
    const server = createStreamServer()
    const { stream } = createTab(server)
    stream.open(ME)
    const first = await server.connection(0)
    first.frame('7-0', 'ready', {})
    first.end()
    await vi.advanceTimersByTimeAsync(5_100)
    expect((await server.connection(1)).url.searchParams.get('lastEventId')).toBe('7-0')
  })

  it('reconnects when the server is too busy', async () => {
    faked()
    const server = createStreamServer()
    server.answer(503)
    const { stream, unauthorized } = createTab(server)
    stream.open(ME)
    await server.connection(0)
    await vi.advanceTimersByTimeAsync(5_100)
    await server.connection(1)
    expect(unauthorized).not.toHaveBeenCalled()
  })

  it('replaces a connection without heartbeats', async () => {
    faked()
    const server = createStreamServer()
    const { stream } = createTab(server)
    stream.open(ME)
    const first = await server.connection(0)
    await vi.advanceTimersByTimeAsync(40_000)
    first.raw(': \n\n')
    await vi.advanceTimersByTimeAsync(40_000)
    expect(first.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(first.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(5_000)
    await server.connection(1)
  })

  it('ends the session when it is refused, and does not reconnect', async () => {
    faked()
    const server = createStreamServer()
    server.answer(401)
    const { stream, unauthorized } = createTab(server)
    stream.open(ME)
    await eventually(() => expect(unauthorized).toHaveBeenCalledOnce())
    await vi.advanceTimersByTimeAsync(30_000)
    expect(server.connections).toHaveLength(1)
  })

  it('reconnects after a refusal that does not end the session', async () => {
    faked()
    const server = createStreamServer()
    server.answer(401)
    const { stream, unauthorized } = createTab(server)
    unauthorized.mockResolvedValue('again')
    stream.open(ME)
    await eventually(() => expect(unauthorized).toHaveBeenCalledOnce())
    await vi.advanceTimersByTimeAsync(5_100)
    await server.connection(1)
  })

  it('emits resync at the first ready event even after an earlier event', async () => {
    faked()
    const server = createStreamServer()
    const { stream, online } = createTab(server)
    const resyncs: (string | null)[] = []
    stream.on('resync', (_, id) => resyncs.push(id))
    stream.open(ME)
    const first = await server.connection(0)
    first.frame('7-5', 'USER_ONLINE', came(1))
    await eventually(() => expect(online).toEqual(people(1)))
    first.end()
    await vi.advanceTimersByTimeAsync(5_100)
    ;(await server.connection(1)).frame('7-6', 'ready', {})
    await eventually(() => expect(resyncs).toEqual(['7-6']))
  })

  it('reports every reconnection, but not the first connection', async () => {
    faked()
    const server = createStreamServer()
    const { stream, online } = createTab(server)
    const reconnected = vi.fn()
    stream.onReconnect(reconnected)
    stream.open(ME)
    const first = await server.connection(0)
    first.frame('7-1', 'ready', {})
    first.frame('7-2', 'USER_ONLINE', came(1))
    await eventually(() => expect(online).toEqual(people(1)))
    expect(reconnected).not.toHaveBeenCalled()
    first.end()
    await vi.advanceTimersByTimeAsync(5_100)
    ;(await server.connection(1)).frame('7-2', 'ready', {})
    await eventually(() => expect(reconnected).toHaveBeenCalledOnce())
  })

  it('is disconnected once an attempt has failed, and connected once one succeeds', async () => {
    faked()
    const server = createStreamServer()
    const { stream } = createTab(server)
    stream.open(ME)
    const first = await server.connection(0)
    await eventually(() => expect(stream.connected.getState()).toBe(true))
    server.answer(503)
    first.end()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(stream.connected.getState()).toBe(true)
    await vi.advanceTimersByTimeAsync(1_100)
    await eventually(() => expect(stream.connected.getState()).toBe(false))
    server.answer(200)
    await vi.advanceTimersByTimeAsync(5_100)
    await eventually(() => expect(stream.connected.getState()).toBe(true))
  })

  it('reconnects without the pause when the network is back', async () => {
    faked()
    const server = createStreamServer()
    const { stream } = createTab(server)
    server.answer(503)
    stream.open(ME)
    await eventually(() => expect(stream.connected.getState()).toBe(false))
    server.answer(200)
    stream.wake({ doubtful: true })
    await server.connection(1)
    await eventually(() => expect(stream.connected.getState()).toBe(true))
  })

  it('replaces a quiet or doubtful connection on waking up, and keeps a lively one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const server = createStreamServer()
    const { stream, online } = createTab(server)
    stream.open(ME)
    const first = await server.connection(0)
    first.frame('7-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(online).toEqual(people(1)))
    stream.wake()
    expect(first.aborted).toBe(false)
    // The computer slept, and its timers did not run.
    vi.setSystemTime(Date.now() + 15 * 60_000)
    stream.wake()
    const second = await server.connection(1)
    expect(first.aborted).toBe(true)
    second.frame('7-2', 'USER_ONLINE', came(2))
    await eventually(() => expect(online).toEqual(people(1, 2)))
    stream.wake({ doubtful: true })
    await server.connection(2)
    expect(second.aborted).toBe(true)
  })

  it('disconnects when it is closed, and does not reconnect', async () => {
    faked()
    const server = createStreamServer()
    const { stream, online } = createTab(server)
    stream.open(ME)
    const connection = await server.connection(0)
    connection.frame('1-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(online).toEqual(people(1)))
    stream.close()
    expect(connection.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.connections).toHaveLength(1)
  })

  it('resumes when the same member reopens it, and starts over for another', async () => {
    const server = createStreamServer()
    const { stream, online } = createTab(server)
    stream.open(ME)
    ;(await server.connection(0)).frame('9-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(online).toEqual(people(1)))
    stream.close()
    stream.open(ME)
    expect((await server.connection(1)).url.searchParams.get('lastEventId')).toBe('9-1')
    stream.close()
    stream.open(PARTNER)
    expect((await server.connection(2)).url.search).toBe('')
  })
})

describe('the tabs of one browser', () => {
  const channel = () => `tabs-${crypto.randomUUID()}`

  it('share one stream: the tab that reads it forwards every event', async () => {
    const server = createStreamServer()
    const name = channel()
    const [first, second] = [createTab(server, { channel: name }), createTab(server, { channel: name })]
    first.stream.open(ME)
    const connection = await server.connection(0)
    second.stream.open(ME)
    connection.frame('7-1', 'USER_ONLINE', came(1))
    connection.frame('7-2', 'USER_ONLINE', came(2))
    await eventually(() => {
      expect(first.online).toEqual(people(1, 2))
      expect(second.online).toEqual(people(1, 2))
    })
    expect(server.connections).toHaveLength(1)
  })

  it('take over after the last event that both have received', async () => {
    const server = createStreamServer()
    const name = channel()
    const [first, second] = [createTab(server, { channel: name }), createTab(server, { channel: name })]
    first.stream.open(ME)
    second.stream.open(ME)
    const connection = await server.connection(0)
    connection.frame('7-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(second.online).toEqual(people(1)))
    first.stream.close()
    const next = await server.connection(1)
    expect(next.url.searchParams.get('lastEventId')).toBe('7-1')
    next.frame('7-2', 'USER_ONLINE', came(2))
    await eventually(() => expect(second.online).toEqual(people(1, 2)))
    expect(first.online).toEqual(people(1))
  })

  it('take over without a gap even if no event has arrived since they were opened', async () => {
    const server = createStreamServer()
    const name = channel()
    const [first, second] = [createTab(server, { channel: name }), createTab(server, { channel: name })]
    first.stream.open(ME)
    ;(await server.connection(0)).frame('7-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(first.online).toEqual(people(1)))
    const told = new BroadcastChannel(name)
    const answered = new Promise<void>((resolve) => {
      told.onmessage = ({ data }) => {
        if ('passed' in data && data.passed.event === 'ready') resolve()
      }
    })
    second.stream.open(ME)
    await answered
    // Events sent after the answer arrive after it.
    const passed = { id: null, event: 'USER_ONLINE', data: JSON.stringify(came(2)) }
    told.postMessage({ userId: ME, passed })
    await eventually(() => expect(second.online).toEqual(people(2)))
    told.close()
    first.stream.close()
    expect((await server.connection(1)).url.searchParams.get('lastEventId')).toBe('7-1')
  })

  it('leave the queue when they are closed', async () => {
    const server = createStreamServer()
    const name = channel()
    const tabs = [1, 2, 3].map(() => createTab(server, { channel: name }))
    const [first, second, third] = tabs
    for (const tab of tabs) tab.stream.open(ME)
    await server.connection(0)
    second?.stream.close()
    first?.stream.close()
    ;(await server.connection(1)).frame('1-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(third?.online).toEqual(people(1)))
    expect(second?.online).toEqual([])
  })

  it('share whether the stream is connected', async () => {
    const server = createStreamServer()
    const name = channel()
    const [first, second] = [createTab(server, { channel: name }), createTab(server, { channel: name })]
    server.answer(503)
    first.stream.open(ME)
    await server.connection(0)
    await eventually(() => expect(first.stream.connected.getState()).toBe(false))
    second.stream.open(ME)
    await eventually(() => expect(second.stream.connected.getState()).toBe(false))
    server.answer(200)
    first.stream.wake()
    await eventually(() => expect(second.stream.connected.getState()).toBe(true))
  })

  it('of different members ignore each other', async () => {
    const server = createStreamServer()
    const name = channel()
    const [mine, theirs] = [createTab(server, { channel: name }), createTab(server, { channel: name })]
    mine.stream.open(ME)
    theirs.stream.open(PARTNER)
    await server.connection(1)
    const own = server.connections.find(({ url }) => url.pathname.endsWith(PARTNER))
    server.connections.find(({ url }) => url.pathname.endsWith(ME))?.frame('1-1', 'USER_ONLINE', came(1))
    await eventually(() => expect(mine.online).toEqual(people(1)))
    own?.frame('1-1', 'USER_ONLINE', came(2))
    await eventually(() => expect(theirs.online).toEqual(people(2)))
    expect(mine.online).toEqual(people(1))
  })
})
