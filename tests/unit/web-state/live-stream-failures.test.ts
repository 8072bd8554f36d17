import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLiveStream } from '#web/state/live/live-stream.ts'
import { eventually } from '../../kit/eventually.ts'
import { ME, PARTNER } from './kit.ts'

afterEach(() => void vi.unstubAllGlobals())

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const ONLINE = event('USER_ONLINE', { userId: PARTNER })
const OFFLINE = event('USER_OFFLINE', { userId: PARTNER })

/** A stream that delivers these events at once and then stays open. */
function streamOf(text: string) {
  const fetch = async () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      }),
    )
  return createLiveStream({
    fetch,
    token: () => 'token-1',
    newKey: () => 'key-1',
    onRefused: async () => 'over',
    tabs: null,
  })
}

describe('a live stream', () => {
  it('continues after a listener has failed, and reports the failure', async () => {
    const reports: (() => void)[] = []
    vi.stubGlobal('queueMicrotask', (report: () => void) => void reports.push(report))
    const stream = streamOf(ONLINE + OFFLINE)
    const heard: string[] = []
    stream.on('USER_ONLINE', () => {
      throw new Error('a mistake of ours')
    })
    stream.on('USER_OFFLINE', ({ userId }) => heard.push(userId))
    stream.open(ME)
    await eventually(() => expect(heard).toEqual([PARTNER]))
    stream.close()
    expect(() => {
      for (const report of reports) report()
    }).toThrow('a mistake of ours')
  })

  it('delivers no received event after a listener has closed it', async () => {
    const failures: unknown[] = []
    vi.stubGlobal('queueMicrotask', (report: unknown) => void failures.push(report))
    const stream = streamOf(ONLINE + OFFLINE)
    const heard: string[] = []
    stream.on('USER_ONLINE', () => {
      heard.push('online')
      stream.close()
    })
    stream.on('USER_OFFLINE', () => heard.push('offline'))
    stream.open(ME)
    await eventually(() => expect(heard).toEqual(['online']))
    // Waits as long as the delivery of the second event would take: another stream starts and ends.
    const other = streamOf(OFFLINE)
    const later = new Promise<void>((resolve) => other.on('USER_OFFLINE', () => resolve()))
    other.open(ME)
    await later
    other.close()
    expect([heard, failures]).toEqual([['online'], []])
  })
})

describe('a message of another tab', () => {
  /** A tab that reads the stream, and the listener of its channel. */
  async function leadingTab() {
    const posted: unknown[] = []
    let hear: (message: { data: unknown }) => void = () => undefined
    const channel = {
      addEventListener: (_: string, listener: typeof hear) => {
        hear = listener
      },
      postMessage: (message: unknown) => void posted.push(message),
      close: () => undefined,
    }
    const locks = { request: (_: string, __: object, hold: () => Promise<void>) => hold() }
    const stream = createLiveStream({
      fetch: async () => new Response(new ReadableStream()),
      token: () => 'token-1',
      newKey: () => 'key-1',
      onRefused: async () => 'over',
      tabs: {
        locks: locks as unknown as LockManager,
        channel: () => channel as unknown as BroadcastChannel,
      },
    })
    stream.open(ME)
    await eventually(() => expect(posted).toContainEqual({ userId: ME, connected: true }))
    return { stream, posted, hear: (data: unknown) => hear({ data }) }
  }

  it.each([
    null,
    'text',
    7,
    { userId: ME },
    { asks: true },
    { connected: false },
    { userId: PARTNER, asks: true },
  ])('changes nothing when it is %j', async (said) => {
    const { stream, posted, hear } = await leadingTab()
    const before = posted.length
    expect(() => hear(said)).not.toThrow()
    expect(posted).toHaveLength(before)
    expect(stream.connected.getState()).toBe(true)
    stream.close()
  })

  it('gets an answer if it is a question', async () => {
    const { stream, posted, hear } = await leadingTab()
    const before = posted.length
    hear({ userId: ME, asks: true })
    expect(posted.slice(before)).toEqual([{ userId: ME, connected: true }])
    stream.close()
  })
})
