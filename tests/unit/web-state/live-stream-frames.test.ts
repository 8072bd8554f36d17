import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../kit/eventually.ts'
import { ME } from './kit.ts'
import { came, closeStreams, createStreamServer, createTab, people } from './live-stream-kit.ts'

afterEach(closeStreams)
afterEach(() => void vi.unstubAllGlobals())

/** Opens a stream that has delivered one event, and whose page then waits as `untilFrame` says. */
async function openAfterOneEvent(untilFrame: () => Promise<void>) {
  const server = createStreamServer()
  const wait = vi.fn(untilFrame).mockResolvedValueOnce()
  const { stream, online } = createTab(server, { untilFrame: wait })
  stream.open(ME)
  const first = await server.connection(0)
  first.frame('7-1', 'USER_ONLINE', came(1))
  await eventually(() => expect(online).toEqual(people(1)))
  return { server, stream, online, first, wait }
}

describe('the frames of a page with a stream', () => {
  it('delivers in one turn what arrives before a frame of the page', async () => {
    const server = createStreamServer()
    const frame = Promise.withResolvers<void>()
    const { stream } = createTab(server, { untilFrame: () => frame.promise })
    /** The turn in which each event was delivered. What an event shows is rendered in a later turn. */
    const turns: number[] = []
    let turn = 0
    stream.on('USER_ONLINE', () => {
      turns.push(turn)
      queueMicrotask(() => {
        turn += 1
      })
    })
    stream.open(ME)
    const connection = await server.connection(0)
    for (const n of [1, 2, 3]) connection.frame(`7-${n}`, 'USER_ONLINE', came(n))
    connection.frame(null, 'typing_status', {})
    frame.resolve()
    await eventually(() => expect(turns).toHaveLength(3))
    expect(new Set(turns).size).toBe(1)
  })

  it('resumes before an event that was not delivered when the stream was closed', async () => {
    const frame = Promise.withResolvers<void>()
    const { server, stream, online, first, wait } = await openAfterOneEvent(() => frame.promise)
    first.frame('7-2', 'USER_ONLINE', came(2))
    await eventually(() => expect(wait).toHaveBeenCalledTimes(2))
    stream.close()
    frame.resolve()
    await frame.promise
    await new Promise(setImmediate)
    stream.open(ME)
    const second = await server.connection(1)
    second.frame('7-2', 'USER_ONLINE', came(2))
    await eventually(() => expect(online).toEqual(people(1, 2)))
    expect(second.url.searchParams.get('lastEventId')).toBe('7-1')
  })

  it('delivers later events after some could not be delivered, and resumes before those', async () => {
    const reports: unknown[] = []
    vi.stubGlobal('queueMicrotask', (report: unknown) => void reports.push(report))
    const { server, stream, online, first, wait } = await openAfterOneEvent(async () => undefined)
    wait.mockRejectedValueOnce(new Error('no models'))
    first.frame('7-2', 'USER_ONLINE', came(2))
    await eventually(() => expect(reports).toHaveLength(1))
    stream.close()
    stream.open(ME)
    const second = await server.connection(1)
    expect(second.url.searchParams.get('lastEventId')).toBe('7-1')
    second.frame('7-2', 'USER_ONLINE', came(2))
    await eventually(() => expect(online).toEqual(people(1, 2)))
  })
})
