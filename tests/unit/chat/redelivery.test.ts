import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openRedelivery, type TestRedelivery } from '../../kit/redelivery.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'
import { whileTimeStands } from '../../kit/while-time-stands.ts'

const NOW = Date.now()
const MINUTE = 60_000

const rows = useStarted(openRows)
let kit: TestRedelivery
let asha: string
let ben: string
let conversationId: string
beforeAll(async () => {
  asha = await rows.member()
  ben = await rows.member()
  conversationId = await rows.conversation(asha, ben)
})
beforeEach(() => {
  kit = openRedelivery(rows, NOW)
})
afterEach(async () => {
  await kit.redelivery[Symbol.asyncDispose]()
  await rows.database.prisma.message.deleteMany()
  vi.useRealTimers()
})

/** Stores an unpublished message, this many milliseconds before now. Returns its id. */
const say = (before: number) => kit.store(conversationId, asha, NOW - before)
const keys = () => kit.published.map(({ once }) => once?.key)
const progress = (checkpoint: number, since: number, last: number) => ({
  checkpoint: NOW - checkpoint,
  since: NOW - since,
  last: NOW - last,
})

describe('a redelivery run', () => {
  it('publishes unpublished messages to both members with their event and key, in order', async () => {
    await rows.database.prisma.user.update({ where: { id: ben }, data: { displayName: 'Ben' } })
    const [first, second] = [await say(2_000), await say(1_000)]
    await kit.redelivery.run()
    expect(kit.published).toEqual([
      {
        recipients: expect.arrayContaining([asha, ben]),
        event: {
          event: 'new_chat_message',
          data: {
            id: first,
            conversationId,
            message: `Said at ${NOW - 2_000}`,
            senderId: asha,
            time: new Date(NOW - 2_000).toISOString(),
            senderName: 'Asha',
            clientMessageId: null,
            read: false,
            clearedBy: [],
          },
        },
        once: { key: first, time: NOW - 2_000 },
      },
      expect.objectContaining({ once: { key: second, time: NOW - 1_000 } }),
    ])
    expect(kit.published[0]?.recipients).toHaveLength(2)
  })

  it('publishes no message twice', async () => {
    const [first, second] = [await say(2_000), await say(1_000)]
    kit.state.told.add(first)
    await kit.redelivery.run()
    expect(keys()).toEqual([second])
    kit.state.told.add(second)
    await kit.redelivery.run()
    expect(keys()).toEqual([second])
  })

  it('reads two hundred messages at a time, and none when all are published', async () => {
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

  it('goes back ten seconds before the checkpoint', async () => {
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

  it('covers the time since the node started when it is the first', async () => {
    kit.state.elapsed = 90_000
    await say(100_001)
    const found = await say(100_000)
    await kit.redelivery.run()
    expect(keys()).toEqual([found])
    expect(kit.state.progress).toEqual(progress(90_000, 0, 0))
  })

  it("continues from the node's last run when the log has lost the progress", async () => {
    kit.state.progress = progress(60_000, 60_000, 0)
    await kit.redelivery.run()
    kit.state.progress = null
    kit.state.now = NOW + 1_000
    await kit.redelivery.run()
    expect(kit.state.progress).toEqual({ checkpoint: NOW + 1_000, since: NOW - 60_000, last: NOW + 1_000 })
  })

  it.each([
    ['it advances after ten seconds of regular runs', [20_000, 10_000, 8_000], [0, 10_000, 0]],
    ['it stays after less than ten seconds', [20_000, 9_999, 8_000], [20_000, 9_999, 0]],
    ['it stays when the last run was more than eight seconds ago', [20_000, 15_000, 8_001], [20_000, 0, 0]],
  ])('advances the checkpoint only after regular runs: %s', async (_, before, after) => {
    const [checkpoint = 0, since = 0, last = 0] = before
    kit.state.progress = progress(checkpoint, since, last)
    await kit.redelivery.run()
    const [nextCheckpoint = 0, nextSince = 0, nextLast = 0] = after
    expect(kit.state.progress).toEqual(progress(nextCheckpoint, nextSince, nextLast))
  })
})

describe('runs that are requested simultaneously', () => {
  it('share the next run, which is not the one in progress', async () => {
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

  it('fail together, and the next run is not affected', async () => {
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

describe('periodic redelivery', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })

  it('runs every three seconds, unless another node has run less than 2.7 seconds ago', async () => {
    const found = await say(0)
    kit.redelivery.start()
    await vi.advanceTimersByTimeAsync(2_999)
    expect(kit.claims).toEqual([])
    kit.state.isClaimed = false
    await vi.advanceTimersByTimeAsync(1)
    expect([kit.claims, kit.published]).toEqual([[2_700], []])
    kit.state.isClaimed = true
    await vi.advanceTimersByTimeAsync(3_000)
    await whileTimeStands(keys, [found])
    expect(kit.claims).toEqual([2_700, 2_700])
  })

  it("covers the time since another node's last run", async () => {
    kit.redelivery.start()
    Object.assign(kit.state, { isClaimed: false, elapsed: 50_000 })
    await vi.advanceTimersByTimeAsync(3_000)
    kit.state.elapsed = 53_000
    await kit.redelivery.run()
    expect(kit.state.progress).toEqual(progress(3_000, 0, 0))
  })

  it('reports a failure and continues', async () => {
    const failure = new Error('Redis is away.')
    kit.state.reading = () => Promise.reject(failure)
    kit.redelivery.start()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(kit.errors).toEqual([failure])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(kit.errors).toEqual([failure, failure])
  })

  it('waits for the current run when it stops, and starts no other', async () => {
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

  it('starts no run after it has stopped', async () => {
    kit.redelivery.start()
    await kit.redelivery[Symbol.asyncDispose]()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(kit.claims).toEqual([])
  })
})
