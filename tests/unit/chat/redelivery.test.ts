import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openRedelivery, type TestRedelivery } from '../../kit/redelivery.ts'
import { openRows, type Rows } from '../../kit/rows.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000

let rows: Rows
let kit: TestRedelivery
let asha: string
let ben: string
let conversationId: string
beforeAll(async () => {
  rows = await openRows()
  asha = await rows.member()
  ben = await rows.member()
  conversationId = await rows.conversation(asha, ben)
})
afterAll(() => rows.close())
beforeEach(() => {
  kit = openRedelivery(rows, NOW)
})
afterEach(async () => {
  await kit.redelivery[Symbol.asyncDispose]()
  await rows.database.prisma.message.deleteMany()
  vi.useRealTimers()
})

/** Stores a message of this time before now that no node has published. Returns its id. */
const say = (before: number) => kit.store(conversationId, asha, NOW - before)
const keys = () => kit.published.map(({ once }) => once?.key)
const progress = (checkpoint: number, since: number, last: number) => ({
  ...{ checkpoint: NOW - checkpoint, since: NOW - since, last: NOW - last },
})

describe('a look for messages that no node published', () => {
  it('publishes them to both members, as their event and under their key, in order', async () => {
    const [first, second] = [await say(2_000), await say(1_000)]
    await kit.redelivery.run()
    expect(kit.published).toEqual([
      {
        recipients: expect.arrayContaining([asha, ben]),
        event: {
          event: 'new_chat_message',
          data: {
            ...{ id: first, conversationId, message: `Said at ${NOW - 2_000}`, senderId: asha },
            ...{ time: new Date(NOW - 2_000).toISOString(), senderName: 'Asha', clientMessageId: null },
            ...{ read: false, clearedBy: [] },
          },
        },
        once: { key: first, time: NOW - 2_000 },
      },
      expect.objectContaining({ once: { key: second, time: NOW - 1_000 } }),
    ])
    expect(kit.published[0]?.recipients).toHaveLength(2)
  })

  it('publishes none that was published before', async () => {
    const [first, second] = [await say(2_000), await say(1_000)]
    kit.state.told.add(first)
    await kit.redelivery.run()
    expect(keys()).toEqual([second])
    kit.state.told.add(second)
    await kit.redelivery.run()
    expect(keys()).toEqual([second])
  })

  it('reads two hundred of them at a time, and not at all where there are none', async () => {
    const reads = () => kit.statements.filter((name) => name === 'undelivered-messages').length
    await kit.redelivery.run()
    expect(reads()).toBe(0)
    for (let index = 0; index < 200; index += 1) await say(201 - index)
    await kit.redelivery.run()
    expect(reads()).toBe(1)
    await say(0)
    await kit.redelivery.run()
    expect([reads(), kit.published.length]).toEqual([3, 401])
  })

  it('goes back ten seconds behind the time up to which all is published', async () => {
    kit.state.progress = progress(5_000, 5_000, 1_000)
    await say(15_001)
    const found = await say(15_000)
    await kit.redelivery.run()
    expect(keys()).toEqual([found])
  })

  it('goes back ten minutes at most', async () => {
    kit.state.progress = progress(60 * MINUTE, 60 * MINUTE, 60 * MINUTE)
    await say(10 * MINUTE + 1)
    const found = await say(10 * MINUTE)
    await kit.redelivery.run()
    expect(keys()).toEqual([found])
  })

  it('covers all of the time since the node started when it is the first', async () => {
    kit.state.elapsed = 90_000
    await say(100_001)
    const found = await say(100_000)
    await kit.redelivery.run()
    expect(keys()).toEqual([found])
    expect(kit.state.progress).toEqual(progress(90_000, 0, 0))
  })

  it('goes on from the last look of this node when the log has forgotten how far it came', async () => {
    kit.state.progress = progress(60_000, 60_000, 0)
    await kit.redelivery.run()
    kit.state.progress = null
    kit.state.now = NOW + 1_000
    await kit.redelivery.run()
    expect(kit.state.progress).toEqual({ checkpoint: NOW + 1_000, since: NOW - 60_000, last: NOW + 1_000 })
  })

  it.each([
    ['looks succeed regularly for ten seconds', [20_000, 10_000, 8_000], [0, 10_000, 0]],
    ['they have succeeded for less long: it stays', [20_000, 9_999, 8_000], [20_000, 9_999, 0]],
    ['the last was more than eight seconds ago: it stays', [20_000, 15_000, 8_001], [20_000, 0, 0]],
  ])('moves the checkpoint on while %s', async (_, before, after) => {
    const [checkpoint = 0, since = 0, last = 0] = before
    kit.state.progress = progress(checkpoint, since, last)
    await kit.redelivery.run()
    const [nextCheckpoint = 0, nextSince = 0, nextLast = 0] = after
    expect(kit.state.progress).toEqual(progress(nextCheckpoint, nextSince, nextLast))
  })
})

describe('looks that are asked for at the same time', () => {
  it('share the next one, and one that is under way is not the next', async () => {
    let looks = 0
    const gates: (() => void)[] = []
    kit.state.reading = () =>
      new Promise((resolve) => {
        looks += 1
        gates.push(() => resolve(null))
      })
    const first = Promise.all([kit.redelivery.run(), kit.redelivery.run()])
    await expect.poll(() => looks).toBe(1)
    const second = Promise.all([kit.redelivery.run(), kit.redelivery.run()])
    gates[0]?.()
    await first
    await expect.poll(() => looks).toBe(2)
    const found = await say(0)
    gates[1]?.()
    await second
    expect([looks, keys()]).toEqual([2, [found]])
  })

  it('fail together, and the next one is not kept from looking', async () => {
    const failure = new Error('Redis is away.')
    kit.state.reading = () => Promise.reject(failure)
    const both = [kit.redelivery.run(), kit.redelivery.run()]
    expect(await Promise.allSettled(both)).toMatchObject([{ reason: failure }, { reason: failure }])
    kit.state.reading = null
    const found = await say(0)
    await kit.redelivery.run()
    expect(keys()).toEqual([found])
  })
})

describe('a node that looks by itself', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })

  it('does so every three seconds, unless another node has looked a little less than three seconds ago', async () => {
    const found = await say(0)
    kit.redelivery.start()
    await vi.advanceTimersByTimeAsync(2_999)
    expect(kit.claims).toEqual([])
    kit.state.isClaimed = false
    await vi.advanceTimersByTimeAsync(1)
    expect([kit.claims, kit.published]).toEqual([[2_700], []])
    kit.state.isClaimed = true
    await vi.advanceTimersByTimeAsync(3_000)
    await expect.poll(keys).toEqual([found])
    expect(kit.claims).toEqual([2_700, 2_700])
  })

  it('covers the time since another node last looked when it is the first to do so itself', async () => {
    kit.redelivery.start()
    Object.assign(kit.state, { isClaimed: false, elapsed: 50_000 })
    await vi.advanceTimersByTimeAsync(3_000)
    kit.state.elapsed = 53_000
    await kit.redelivery.run()
    expect(kit.state.progress).toEqual(progress(3_000, 0, 0))
  })

  it('reports a failure and goes on', async () => {
    const failure = new Error('Redis is away.')
    kit.state.reading = () => Promise.reject(failure)
    kit.redelivery.start()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(kit.errors).toEqual([failure])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(kit.errors).toEqual([failure, failure])
  })

  it('waits when it stops for the look that is under way, and begins no other', async () => {
    let release: (() => void) | undefined
    kit.state.reading = () =>
      new Promise((resolve) => {
        release = () => resolve(null)
      })
    kit.redelivery.start()
    await vi.advanceTimersByTimeAsync(3_000)
    const found = await say(0)
    const stopped = kit.redelivery[Symbol.asyncDispose]()
    release?.()
    await stopped
    expect(keys()).toEqual([found])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(kit.claims).toHaveLength(1)
  })

  it('begins no look after it has stopped', async () => {
    kit.redelivery.start()
    await kit.redelivery[Symbol.asyncDispose]()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(kit.claims).toEqual([])
  })
})
