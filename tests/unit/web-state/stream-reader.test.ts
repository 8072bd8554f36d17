import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readStream, type StreamEvent, type Wake } from '#web/state/live/stream-reader.ts'

const PAUSE = 5_000
/** A heartbeat and 2.5 s: a connection quieter than this is replaced when the page wakes up. */
const QUIET = 17_500

/** A reader, and a server whose next answer the test sets. */
function start({ onRefused = async () => 'over' as const, prepare = async () => undefined as unknown } = {}) {
  const stop = new AbortController()
  const asked: { url: string; headers: Headers; signal: AbortSignal }[] = []
  const open: ReadableStreamDefaultController<Uint8Array>[] = []
  const connected: boolean[] = []
  const events: StreamEvent[] = []
  const wakers = new Set<(wake: Wake) => void>()
  let answer: () => Response | Promise<Response> = () =>
    new Response(new ReadableStream({ start: (controller) => void open.push(controller) }))
  const reading = readStream(
    {
      fetch: async (input, init) => {
        const signal = init?.signal ?? new AbortController().signal
        asked.push({ url: String(input), headers: new Headers(init?.headers), signal })
        const response = await answer()
        // As in a browser, the body fails once its request is aborted.
        signal.addEventListener('abort', () => {
          try {
            open.at(-1)?.error(new DOMException('aborted', 'AbortError'))
          } catch {
            // The body has ended already.
          }
        })
        return response
      },
      prepare,
      token: () => 'token-1',
      nameStream: () => 'stream-1',
      lastId: () => '7-0',
      onEvent: (event) => void events.push(event),
      onHeartbeat: () => undefined,
      onConnected: (isConnected) => void connected.push(isConnected),
      onWake(listener) {
        wakers.add(listener)
        return () => void wakers.delete(listener)
      },
      onRefused,
    },
    'me',
    stop.signal,
  )
  return {
    stop,
    asked,
    connected,
    events,
    wakers,
    reading,
    answerWith(next: typeof answer) {
      answer = next
    },
    push: (text: string) => open.at(-1)?.enqueue(new TextEncoder().encode(text)),
    end: () => open.at(-1)?.close(),
    breakOff: () => open.at(-1)?.error(new Error('reset')),
    wake(doubtful = false) {
      for (const listener of [...wakers]) listener({ doubtful })
    },
  }
}
const passing = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('the reader of the live stream', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('sends the session, a name and the last id, and reads events with and without a name', async () => {
    const { asked, events, push, connected, stop } = start()
    await passing(0)
    expect(asked[0]?.url).toContain('/subscribe/me')
    expect(asked[0]?.url).toContain('7-0')
    expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({
      accept: 'text/event-stream',
      authorization: 'Bearer token-1',
      'stream-id': 'stream-1',
    })
    push('id: 8-0\nevent: ready\ndata: {}\n\ndata: 1\n\n')
    await passing(0)
    expect(events).toEqual([
      { id: '8-0', event: 'ready', data: '{}' },
      { id: null, event: 'message', data: '1' },
    ])
    expect(connected).toEqual([true])
    stop.abort()
  })

  it.each([
    ['ended', (stream: ReturnType<typeof start>) => stream.end(), [true]],
    ['broke off', (stream: ReturnType<typeof start>) => stream.breakOff(), [true]],
  ])('reconnects 5 s after a connection %s, which is not a failed attempt', async (_, happen, connected) => {
    const stream = start()
    await passing(0)
    happen(stream)
    await passing(PAUSE - 1)
    expect([stream.asked.length, stream.connected]).toEqual([1, connected])
    await passing(1)
    expect(stream.asked).toHaveLength(2)
    stream.stop.abort()
  })

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
    ['is busy', () => new Response('busy', { status: 503 })],
    ['answers without a body', () => new Response(null)],
  ])('reports a failed attempt when the server %s, and retries after 5 s', async (_, answer) => {
    const stream = start()
    stream.answerWith(answer)
    await passing(PAUSE - 1)
    expect([stream.asked.length, stream.connected]).toEqual([1, [false]])
    await passing(1)
    expect([stream.asked.length, stream.connected]).toEqual([2, [false, false]])
    stream.stop.abort()
  })

  it('replaces a doubtful connection at once when the page wakes up', async () => {
    const { asked, connected, wake, stop } = start()
    await passing(0)
    wake(true)
    await passing(0)
    expect([asked.length, asked[0]?.signal.aborted, connected]).toEqual([2, true, [true, true]])
    stop.abort()
  })

  it('replaces a connection on waking up once a heartbeat is overdue', async () => {
    const { asked, wake, push, stop } = start()
    await passing(QUIET)
    push(': heartbeat\n\n')
    await passing(QUIET)
    wake()
    await passing(0)
    expect(asked).toHaveLength(1)
    await passing(1)
    wake()
    await passing(0)
    expect(asked).toHaveLength(2)
    stop.abort()
  })

  it('reconnects at once when the page wakes up during the pause', async () => {
    const { asked, end, wake, stop } = start()
    await passing(0)
    end()
    await passing(1)
    wake()
    await passing(0)
    expect(asked).toHaveLength(2)
    stop.abort()
  })

  it.each([401, 403])(
    'ends when a refusal with %i means that the session is over, and reconnects otherwise',
    async (status) => {
      const over = start()
      over.answerWith(() => new Response('', { status }))
      await passing(3 * PAUSE)
      await over.reading
      expect([over.asked.length, over.connected]).toEqual([1, []])
      const again = start({ onRefused: async () => 'again' as never })
      again.answerWith(() => new Response('', { status }))
      await passing(PAUSE)
      expect([again.asked.length, again.connected]).toEqual([2, [false, false]])
      again.stop.abort()
    },
  )

  it('connects only once the event models are loaded', async () => {
    const failing = start({ prepare: () => Promise.reject(new Error('not loaded')) })
    await passing(0)
    expect([failing.asked.length, failing.connected]).toEqual([0, [false]])
    failing.stop.abort()
  })

  it('leaves neither a timer nor a listener behind when it stops', async () => {
    const reading = start()
    const pausing = start()
    await passing(0)
    pausing.end()
    await passing(1)
    for (const { stop } of [reading, pausing]) stop.abort()
    await passing(0)
    await Promise.all([reading.reading, pausing.reading])
    expect([reading.wakers.size, pausing.wakers.size, vi.getTimerCount()]).toEqual([0, 0, 0])
    expect([reading.connected, pausing.connected]).toEqual([[true], [true]])
  })
})
