import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryEventLog, type EventLog, type Live } from '#server/domains/live/index.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { createTestClient } from '../../kit/live-client.ts'
import { createTestLive } from '../../kit/test-live.ts'

const MINUTE = 60_000
const online = (userId: string) => ({ event: 'USER_ONLINE', data: { userId } }) as const

let clock: TestClock
let log: EventLog
let live: Live
beforeEach(() => {
  clock = createTestClock()
  log = createMemoryEventLog({ clock })
  live = createTestLive({ log })
})

describe('the in-process log', () => {
  it('replays events of the last ten minutes, and requires resync after that', async () => {
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

  it('forgets members without events for ten minutes', async () => {
    await live.publish(['ann'], online('ben'))
    clock.advance(11 * MINUTE)
    await live.publish(['cleo'], online('ben'))
    expect((await log.since('ann', '0-0')).entries).toEqual([])
    expect((await log.since('cleo', '0-0')).entries).toHaveLength(1)
  })

  it('keeps 256 events of a member', async () => {
    for (let index = 0; index < 1_000; index += 1) await live.publish(['ann'], online(String(index)))
    expect((await log.since('ann', '0-0')).entries).toHaveLength(256)
  })

  it('assigns growing ids when the clock stands still or goes back', async () => {
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

  it('requires resync for ids of an earlier process, and continues after its own', async () => {
    const before = createTestClient()
    await live.connect('ann', { after: null, sessionKey: 's' }, before)
    await live.publish(['ann'], online('ben'))
    clock.advance(2_000)
    const restarted = createTestLive({ clock })
    const back = createTestClient()
    await restarted.connect('ann', { after: before.lastId, sessionKey: 's' }, back)
    await restarted.publish(['ann'], online('cleo'))
    expect(back.frames.map(({ event }) => event)).toEqual(['resync', 'ready', 'USER_ONLINE'])
    const again = createTestClient()
    await restarted.connect('ann', { after: back.lastId, sessionKey: 's' }, again)
    expect(again.frames.map(({ event }) => event)).toEqual(['ready'])
  })
})

describe('the in-process log', () => {
  const once = (key: string, time: number) => ({ key, time })
  const MILLISECOND = 1

  it('publishes an event with a key once, and lists unpublished keys', async () => {
    const heard: string[] = []
    log.listen((userId, { event }) => heard.push(`${userId} ${event}`))
    await log.append(['ann', 'ben'], 'first', '{}', once('a', 5))
    await log.append(['ann'], 'again', '{}', once('a', 5))
    await log.append(['ann'], 'other', '{}')
    expect(heard).toEqual(['ann first', 'ben first', 'ann other'])
    expect(await log.undelivered([once('a', 5), once('b', 6)])).toEqual([once('b', 6)])
  })

  it('forgets keys from 30 s before the checkpoint, and keeps the checkpoint', async () => {
    expect(await log.readProgress()).toBeNull()
    const at = 100_000
    const [early, late] = [once('early', at - 30_001), once('late', at - 30_000)]
    await log.append(['ann'], 'x', '{}', early)
    await log.append(['ann'], 'x', '{}', late)
    const progress = { checkpoint: at, since: 1, last: 2 }
    await log.writeProgress(progress)
    expect(await log.readProgress()).toEqual(progress)
    expect(await log.undelivered([early, late])).toEqual([early])
    expect(await log.claimRepair(1_000)).toBe(true)
  })

  it('passes transient events on without storing them', async () => {
    const heard: unknown[] = []
    log.listen((userId, entry) => heard.push([userId, entry]))
    const cursor = await log.cursor('ann')
    await log.pass(['ann', 'ben'], 'typing', '{"a":1}')
    const entry = { id: '', event: 'typing', data: '{"a":1}' }
    expect(heard).toEqual([
      ['ann', entry],
      ['ben', entry],
    ])
    expect(await log.since('ann', cursor)).toEqual({ entries: [], complete: true })
  })

  it('returns the events after an id, and whether they are complete', async () => {
    const start = await log.cursor('ann')
    await log.append(['ann'], 'one', '1')
    const first = await log.cursor('ann')
    await log.append(['ann'], 'two', '2')
    await log.append(['ben'], 'three', '3')
    const missedAfter = async (id: string, userId = 'ann') => {
      const { entries, complete } = await log.since(userId, id)
      return [entries.map(({ event }) => event).join(), complete]
    }
    expect(await missedAfter(start)).toEqual(['one,two', true])
    expect(await missedAfter(first)).toEqual(['two', true])
    expect(await missedAfter(await log.cursor('ann'))).toEqual(['', true])
    expect(await missedAfter(start, 'cleo')).toEqual(['', true])
    expect(await missedAfter('nonsense')).toEqual(['one,two', false])
    expect(await missedAfter('99999999999999-0')).toEqual(['one,two', false])
    expect(await missedAfter('nonsense', 'cleo')).toEqual(['', false])
    expect(await missedAfter('0-0')).toEqual(['one,two', false])
  })

  it('stays complete for 256 events, and no longer for one more', async () => {
    const start = await log.cursor('ann')
    for (let index = 0; index < 256; index += 1) await log.append(['ann'], 'x', '')
    expect((await log.since('ann', start)).complete).toBe(true)
    await log.append(['ann'], 'x', '')
    const { entries, complete } = await log.since('ann', start)
    expect([entries.length, complete]).toEqual([256, false])
  })

  it('stays complete after the last dropped event, and not before it', async () => {
    const ids: string[] = []
    for (let index = 0; index < 258; index += 1) {
      await log.append(['ann'], 'x', '')
      ids.push(await log.cursor('ann'))
    }
    const missedAfter = async (index: number) => {
      const { entries, complete } = await log.since('ann', ids[index] ?? '')
      return [entries.length, complete]
    }
    expect([await missedAfter(0), await missedAfter(1)]).toEqual([
      [256, false],
      [256, true],
    ])
  })

  it('returns entries that do not change with later events', async () => {
    await log.append(['ann'], 'one', '')
    const missed = [await log.since('ann', 'nonsense'), await log.since('ann', '0-0')]
    await log.append(['ann'], 'two', '')
    expect(missed.map(({ entries }) => entries.map(({ event }) => event))).toEqual([['one'], ['one']])
    expect(await log.since('cleo', 'nonsense')).toEqual({ entries: [], complete: false })
  })

  it('drops events after ten minutes, even when other members had events in between', async () => {
    await log.append(['ann'], 'x', '')
    await log.append(['ben'], 'x', '')
    clock.advance(9 * MINUTE)
    await log.append(['ann'], 'x', '')
    clock.advance(2 * MINUTE)
    await log.append(['cleo'], 'x', '')
    expect((await log.since('ben', '0-0')).entries).toEqual([])
    expect((await log.since('ann', '0-0')).entries).toHaveLength(2)
  })

  it('stays complete for a member without events until ten minutes after the id', async () => {
    const start = await log.cursor('ann')
    clock.advance(10 * MINUTE)
    expect((await log.since('ann', start)).complete).toBe(true)
    clock.advance(MILLISECOND)
    expect((await log.since('ann', start)).complete).toBe(false)
  })

  it('drops events after ten minutes, which it checks every ten seconds', async () => {
    await log.append(['ann'], 'x', '')
    clock.advance(10 * MINUTE)
    await log.append(['ben'], 'x', '')
    expect((await log.since('ann', '0-0')).entries).toHaveLength(1)
    clock.advance(9_999)
    await log.append(['ben'], 'x', '')
    expect((await log.since('ann', '0-0')).entries).toHaveLength(1)
    clock.advance(MILLISECOND)
    await log.append(['ben'], 'x', '')
    expect((await log.since('ann', '0-0')).entries).toEqual([])
    expect((await log.since('ben', '0-0')).entries).toHaveLength(3)
  })

  it('becomes empty after its end', async () => {
    await log.append(['ann'], 'x', '', once('a', 5))
    await log[Symbol.asyncDispose]()
    expect((await log.since('ann', '0-0')).entries).toEqual([])
    expect(await log.undelivered([once('a', 5)])).toHaveLength(1)
  })
})

describe('a stream that cannot be written to', () => {
  // covers: beyond-broken-stream-alone
  it('ends, and other streams receive the event', async () => {
    const errors: unknown[] = []
    const own = createTestLive({ log, onFailure: (error) => errors.push(error) })
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

describe('a client that disconnects and reconnects over hours and hundreds of events', () => {
  type Step = { publish: number } | { wait: number } | 'leave' | 'come'
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ publish: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 250, max: 260 })) }),
    fc.record({ wait: fc.constantFrom(1, 1_000, 4 * MINUTE, 11 * MINUTE) }),
    fc.constantFrom('leave' as const, 'come' as const),
  )

  it('receives each event once and in order, or resync', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const ownClock = createTestClock()
        const own = createTestLive({ clock: ownClock })
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

  it('receives resync only after ten minutes or 256 events', async () => {
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
