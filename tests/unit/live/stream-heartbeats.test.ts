import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readerOf, startStreamEndpoint } from '../../kit/stream-endpoint.ts'
import type { StreamChanges } from '../../kit/test-streams.ts'
import { whileTimeStands } from '../../kit/while-time-stands.ts'

const INTERVAL = 15_000
const heartbeatsIn = (text: string) => text.split(': \n\n').length - 1

describe('heartbeats', () => {
  let stop: () => Promise<void> = async () => undefined
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(async () => {
    await stop()
    vi.useRealTimers()
  })

  /** Opens this many streams, one after the other. */
  async function open(count: number, more: StreamChanges = {}) {
    const endpoint = await startStreamEndpoint(more, undefined, 'node:http')
    stop = endpoint.stop
    const streams: ReturnType<typeof readerOf>[] = []
    for (let index = 0; index < count; index += 1) {
      const stream = readerOf(await endpoint.ask())
      await stream.until('event: ready')
      streams.push(stream)
    }
    const confirmed = () => endpoint.calls.filter((call) => call.startsWith('confirmed')).length
    await whileTimeStands(confirmed, count)
    /** The number of heartbeats of each stream up to the event that is published now. */
    async function heartbeats() {
      await endpoint.live.publish(['ann'], { event: 'USER_ONLINE', data: { userId: 'now' } })
      return await Promise.all(streams.map(async (stream) => heartbeatsIn(await stream.until('now'))))
    }
    return { ...endpoint, heartbeats }
  }

  it('reach every stream once in 15 s', async () => {
    const { heartbeats } = await open(8)
    vi.advanceTimersByTime(INTERVAL)
    expect(await heartbeats()).toEqual(Array(8).fill(1))
  })

  it('spread over the interval', async () => {
    const { heartbeats } = await open(5, { heartbeatEvery: 15 })
    vi.advanceTimersByTime(2)
    expect(await heartbeats()).toEqual([0, 1, 1, 0, 0])
  })

  it('repeat in each interval of the given length', async () => {
    const { heartbeats } = await open(2, { heartbeatEvery: 1_500 })
    vi.advanceTimersByTime(4_500)
    expect(await heartbeats()).toEqual([3, 3])
  })

  it('end when the node stops', async () => {
    const { handler } = await open(1)
    expect(vi.getTimerCount()).toBe(1)
    handler.closeAll()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('do not keep the process alive', async () => {
    const intervals = vi.spyOn(globalThis, 'setInterval')
    await open(0)
    expect(intervals.mock.results.map(({ value }) => value.hasRef())).toEqual([false])
    intervals.mockRestore()
  })
})
