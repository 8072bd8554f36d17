import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLive, createMemoryEventLog, type EventLog, type Live } from '#server/live/index.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { createTestClient, rethrow } from '../../kit/live-client.ts'

const MINUTE = 60_000
const online = (userId: string) => ({ event: 'USER_ONLINE', data: { userId } }) as const

let clock: TestClock
let log: EventLog
let live: Live
beforeEach(() => {
  clock = createTestClock()
  log = createMemoryEventLog({ clock })
  live = createLive({ log, onError: rethrow })
})

describe('the in-process log', () => {
  it('replays what is up to ten minutes old, and after that asks to start anew', async () => {
    for (const [minutes, expected] of [
      [9, ['USER_ONLINE', 'ready']],
      [11, ['resync', 'ready']],
    ] as const) {
      const client = createTestClient()
      const connection = await live.connect('ann', { after: null, sessionKey: 's' }, client)
      connection.close()
      await live.publish(['ann'], online('ben'))
      clock.advance(minutes * MINUTE)
      await live.publish(['somebody else'], online('ben'))
      const back = createTestClient()
      await live.connect('ann', { after: client.lastId, sessionKey: 's' }, back)
      expect(back.frames.map(({ event }) => event)).toEqual(expected)
      clock.advance(60 * MINUTE)
    }
  })

  it('forgets people to whom nothing happened for ten minutes', async () => {
    await live.publish(['ann'], online('ben'))
    clock.advance(11 * MINUTE)
    await live.publish(['cleo'], online('ben'))
    expect((await log.since('ann', '0-0')).entries).toEqual([])
    expect((await log.since('cleo', '0-0')).entries).toHaveLength(1)
  })

  it('keeps 256 events of a person', async () => {
    for (let index = 0; index < 1_000; index += 1) await live.publish(['ann'], online(String(index)))
    expect((await log.since('ann', '0-0')).entries).toHaveLength(256)
  })

  it('numbers on when the clock stands still or goes back', async () => {
    const client = createTestClient()
    await live.connect('ann', { after: null, sessionKey: 's' }, client)
    for (const step of [0, 0, -5_000, 1, 10_000, 0]) {
      clock.advance(step)
      await live.publish(['ann'], online('ben'))
    }
    const ids = client.events('USER_ONLINE').map(({ id }) => (id ?? '').split('-').map(Number))
    const sorted = ids.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d)
    expect(ids).toEqual(sorted)
    expect(new Set(ids.map(String)).size).toBe(6)
  })

  it('goes on from ids of the process before it, or asks to start anew', async () => {
    const before = createTestClient()
    await live.connect('ann', { after: null, sessionKey: 's' }, before)
    await live.publish(['ann'], online('ben'))
    clock.advance(2_000)
    const restarted = createLive({ log: createMemoryEventLog({ clock }), onError: rethrow })
    const back = createTestClient()
    await restarted.connect('ann', { after: before.lastId, sessionKey: 's' }, back)
    await restarted.publish(['ann'], online('cleo'))
    expect(back.frames.map(({ event }) => event)).toEqual(['resync', 'ready', 'USER_ONLINE'])
    const again = createTestClient()
    await restarted.connect('ann', { after: back.lastId, sessionKey: 's' }, again)
    expect(again.frames.map(({ event }) => event)).toEqual(['ready'])
  })
})

describe('a stream that cannot be written to', () => {
  it('is ended, and keeps nothing from whoever else the event is for', async () => {
    const errors: unknown[] = []
    const own = createLive({ log, onError: (error) => errors.push(error) })
    const broken = createTestClient()
    const [ann, ben] = [createTestClient(), createTestClient()]
    await own.connect('ann', { after: null, sessionKey: 's' }, broken)
    await own.connect('ann', { after: null, sessionKey: 's' }, ann)
    await own.connect('ben', { after: null, sessionKey: 's' }, ben)
    broken.send = () => {
      throw new Error('cannot be written to')
    }
    for (const userId of ['cleo', 'dora']) await own.publish(['ann', 'ben'], online(userId))
    for (const client of [ann, ben]) expect(client.events('USER_ONLINE')).toHaveLength(2)
    expect(broken.closed).toBe(true)
    expect(errors).toHaveLength(1)
  })
})

describe('a client that comes and goes over hours and hundreds of events', () => {
  type Step = { publish: number } | { wait: number } | 'leave' | 'come'
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ publish: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 250, max: 260 })) }),
    fc.record({ wait: fc.constantFrom(1, 1_000, 4 * MINUTE, 11 * MINUTE) }),
    fc.constantFrom('leave' as const, 'come' as const),
  )

  it('sees each event once and in order, or is told to start anew', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const ownClock = createTestClock()
        const own = createLive({ log: createMemoryEventLog({ clock: ownClock }), onError: rethrow })
        const client = createTestClient()
        const come = () => own.connect('ann', { after: client.lastId, sessionKey: 's' }, client)
        let connection: Awaited<ReturnType<typeof come>> | null = await come()
        let published = 0
        for (const one of [...steps, 'come' as const]) {
          if (one === 'leave') {
            connection?.close()
            connection = null
          } else if (one === 'come') connection ??= await come()
          else if ('wait' in one) ownClock.advance(one.wait)
          else {
            for (let index = 0; index < one.publish; index += 1) {
              await own.publish(['ann', 'ben'], online(String(published)))
              published += 1
            }
          }
        }
        let next = 0
        let startsAnew = false
        for (const { event, data } of client.frames) {
          if (event === 'resync') startsAnew = true
          if (event !== 'USER_ONLINE') continue
          const number = Number(data.userId)
          if (startsAnew) expect(number).toBeGreaterThanOrEqual(next)
          else expect(number).toBe(next)
          next = number + 1
          startsAnew = false
        }
        if (!startsAnew) expect(next).toBe(published)
      }),
      { numRuns: 300 },
    )
  })

  it('is told to start anew only after ten minutes or 256 events', async () => {
    const client = createTestClient()
    const connection = await live.connect('ann', { after: null, sessionKey: 's' }, client)
    connection.close()
    clock.advance(9 * MINUTE)
    for (let index = 0; index < 256; index += 1) await live.publish(['ann'], online(String(index)))
    await live.connect('ann', { after: client.lastId, sessionKey: 's' }, client)
    expect(client.events('resync')).toEqual([])
    expect(client.events('USER_ONLINE')).toHaveLength(256)
  })
})
