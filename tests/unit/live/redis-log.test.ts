import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRedisEventLog } from '#server/domains/live/index.ts'
import { openRedisLogs, type RedisLogNode, type RedisLogs, whenDelivered } from '../../kit/redis-logs.ts'

const MINUTE = 60_000
const SECOND = 1_000

let logs: RedisLogs | null
let node: RedisLogNode
beforeEach(async (context) => {
  logs = await openRedisLogs()
  if (!logs) return context.skip('redis-server is not installed')
  node = await logs.node()
})
afterEach(() => logs?.close())

const another = async () => {
  if (!logs) throw new Error('redis-server is not installed')
  return await logs.node()
}
const key = (name: string) => `${logs?.prefix}${name}`
const eventsOf = (heard: { entries: { event: string }[] }) => heard.entries.map(({ event }) => event)

describe('the log on Redis', () => {
  it('keeps the events of each member, and returns them as they were appended', async () => {
    const before = await node.log.cursor('ann')
    await node.log.append(['ann', 'ben'], 'one', '{"text":"first\\nsecond"}')
    await node.log.append(['ben'], 'two', '{}')
    const { entries, complete } = await node.log.since('ann', before)
    expect(entries).toEqual([
      { id: expect.stringMatching(/^\d+-\d+$/), event: 'one', data: '{"text":"first\\nsecond"}' },
    ])
    expect(complete).toBe(true)
    expect(eventsOf(await node.log.since('ben', before))).toEqual(['one', 'two'])
    expect(eventsOf(await node.log.since('cleo', before))).toEqual([])
  })

  it('returns only the events after an id', async () => {
    const before = await node.log.cursor('ann')
    for (const event of ['one', 'two', 'three']) await node.log.append(['ann'], event, '{}')
    const { entries } = await node.log.since('ann', before)
    const since = await node.log.since('ann', entries[1]?.id ?? '')
    expect([eventsOf(since), since.complete]).toEqual([['three'], true])
    expect(await node.log.cursor('ann')).toBe(entries[2]?.id)
  })

  it.each(['nonsense', '', '0-0', '1-1', '99999999999999-0'])(
    'returns its events as incomplete after the unknown id %j',
    async (after) => {
      await node.log.append(['ann'], 'one', '{}')
      const { complete } = await node.log.since('ann', after)
      expect(complete).toBe(false)
    },
  )

  it('returns all its events after an invalid id', async () => {
    await node.log.append(['ann'], 'one', '{}')
    expect(eventsOf(await node.log.since('ann', 'nonsense'))).toEqual(['one'])
  })

  it('stays complete for 256 events and no longer for one more', async () => {
    const before = await node.log.cursor('ann')
    await Promise.all(Array.from({ length: 256 }, () => node.log.append(['ann'], 'x', '{}')))
    expect((await node.log.since('ann', before)).complete).toBe(true)
    await node.log.append(['ann'], 'x', '{}')
    const { entries, complete } = await node.log.since('ann', before)
    expect([entries.length, complete]).toEqual([257, false])
    expect((await node.log.since('ann', entries[0]?.id ?? '')).complete).toBe(true)
    await node.log.append(['ann'], 'x', '{}')
    expect(await node.redis.xlen(key('log:ann'))).toBe(257)
  })

  it('becomes incomplete after Redis lost its keys', async () => {
    const before = await node.log.cursor('ann')
    expect((await node.log.since('ann', before)).complete).toBe(true)
    const isComplete = async () => {
      await node.redis.del(key('epoch'))
      return (await node.log.since('ann', before)).complete
    }
    await expect.poll(isComplete).toBe(false)
    expect((await node.log.since('ann', await node.log.cursor('ann'))).complete).toBe(true)
  })

  it('serves all streams that open in one turn with one command, each after its own id', async () => {
    const before = await node.log.cursor('ann')
    await node.log.append(['ann', 'ben'], 'one', '{}')
    const between = await node.log.cursor('ben')
    await node.log.append(['ann', 'ben'], 'two', '{}')
    const [cursors, since] = [vi.spyOn(node.redis, 'liveCursors'), vi.spyOn(node.redis, 'liveSince')]
    const [ann, ben, cleo, lost] = await Promise.all([
      node.log.since('ann', before),
      node.log.since('ben', between),
      node.log.since('cleo', between),
      node.log.since('ann', '1-1'),
    ])
    expect([eventsOf(ann), eventsOf(ben), eventsOf(cleo)]).toEqual([['one', 'two'], ['two'], []])
    expect([ann, ben, cleo, lost].map(({ complete }) => complete)).toEqual([true, true, true, false])
    const read = await Promise.all(['ann', 'ben', 'cleo'].map((userId) => node.log.cursor(userId)))
    expect(read.slice(0, 2)).toEqual([ann.entries[1]?.id, ben.entries[0]?.id])
    // ioredis itself calls the methods again, with the same arguments.
    for (const { mock } of [cursors, since])
      expect(new Set(mock.calls.map((call) => call.join())).size).toBe(1)
  })

  it('keeps a log for ten minutes after its last event', async () => {
    await node.log.append(['ann'], 'x', '{}')
    const left = await node.redis.pttl(key('log:ann'))
    expect(left).toBeGreaterThan(9 * MINUTE)
    expect(left).toBeLessThanOrEqual(10 * MINUTE)
  })
})

describe('events with a key on Redis', () => {
  const at = (minutes: number) => 1_000 * MINUTE + minutes * MINUTE

  it('go through the first node only', async () => {
    const other = await another()
    await node.log.subscribe('ann')
    const once = { key: 'match of ann and ben', time: at(0) }
    for (const { log } of [node, other, node]) await log.append(['ann', 'ben'], 'match', '{}', once)
    await node.log.append(['ann'], 'last', '{}')
    await whenDelivered(node)
    expect(node.heard).toEqual(['ann match', 'ann last'])
    for (const userId of ['ann', 'ben'])
      expect(await node.redis.xlen(key(`log:${userId}`))).toBe(userId === 'ann' ? 2 : 1)
  })

  it('share a command with others of the same turn, and keep their members and order', async () => {
    const command = vi.spyOn(node.redis, 'liveAppend')
    await node.log.subscribe('ann')
    const [early, late] = [0, 1].map((minutes) => ({ key: `at ${minutes}`, time: at(minutes) }))
    await Promise.all([
      node.log.append(['ann', 'ben'], 'one', '{}', early),
      node.log.append(['ann'], 'two', '{}'),
      node.log.append(['ben', 'ann'], 'three', '{}', late),
      node.log.append(['ann'], 'one again', '{}', early),
    ])
    // ioredis itself calls the method again, with the same arguments.
    expect(new Set(command.mock.calls.map((call) => call.join())).size).toBe(1)
    await whenDelivered(node)
    expect(node.heard).toEqual(['ann one', 'ann two', 'ann three'])
    expect(eventsOf(await node.log.since('ben', ''))).toEqual(['one', 'three'])
  })

  it('count as undelivered while no node has published them, across minutes', async () => {
    const happened = [0, 0, 1, 5].map((minutes, index) => ({ key: `event ${index}`, time: at(minutes) }))
    expect(await node.log.undelivered(happened)).toEqual(happened)
    for (const once of [happened[0], happened[2]]) if (once) await node.log.append(['ann'], 'x', '{}', once)
    expect(await (await another()).log.undelivered(happened)).toEqual([happened[1], happened[3]])
    expect(await node.log.undelivered([])).toEqual([])
  })

  it('go into a set for their minute, which expires after twelve minutes', async () => {
    await node.log.append(['ann'], 'x', '{}', { key: 'late', time: at(1) - 1 })
    const told = key('told:1000')
    expect(await node.redis.smembers(told)).toEqual(['late'])
    const left = await node.redis.pttl(told)
    expect(left).toBeGreaterThan(11 * MINUTE)
    expect(left).toBeLessThanOrEqual(12 * MINUTE)
  })

  it('disappear when they are three to six minutes older than the checkpoint', async () => {
    const happened = [0, 1, 2, 3, 4, 5, 6].map((minutes) => ({ key: `of ${minutes}`, time: at(-minutes) }))
    for (const once of happened) await node.log.append(['ann'], 'x', '{}', once)
    await node.log.writeProgress({ checkpoint: at(0), since: 1, last: 2 })
    const undelivered = await node.log.undelivered(happened)
    expect(undelivered.map((one) => one.key)).toEqual(['of 3', 'of 4', 'of 5', 'of 6'])
  })
})

describe('the progress of redelivery on Redis', () => {
  it('reaches other nodes', async () => {
    const other = await another()
    expect(await node.log.readProgress()).toBeNull()
    const progress = { checkpoint: 1_700_000_000_000, since: 1_600_000_000_000, last: 1_800_000_000_000 }
    await other.log.writeProgress(progress)
    expect(await node.log.readProgress()).toEqual(progress)
  })

  it.each(['checkpoint', 'since', 'last'])('becomes unknown without its %s', async (field) => {
    await node.log.writeProgress({ checkpoint: 1_700_000_000_000, since: 1, last: 2 })
    await node.redis.hdel(key('repair'), field)
    expect(await node.log.readProgress()).toBeNull()
  })

  it('can be claimed by one node for the given time', async () => {
    const other = await another()
    expect(await node.log.claimRepair(3 * SECOND)).toBe(true)
    expect(await other.log.claimRepair(3 * SECOND)).toBe(false)
    const left = await node.redis.pttl(key('repair:claim'))
    expect(left).toBeLessThanOrEqual(3 * SECOND)
    expect(left).toBeGreaterThan(0)
    await node.redis.del(key('repair:claim'))
    expect(await other.log.claimRepair(3 * SECOND)).toBe(true)
  })
})

describe('a transient event over Redis', () => {
  it('reaches the nodes that subscribed to the member, as it was sent, and is not stored', async () => {
    const other = await another()
    const received: unknown[] = []
    other.log.listen((userId, entry) => received.push([userId, entry]))
    await other.log.subscribe('ann')
    await node.log.pass(['ann', 'ben'], 'typing', '{"a":"x\\ny"}')
    await whenDelivered(other)
    expect(received).toEqual([['ann', { id: '', event: 'typing', data: '{"a":"x\\ny"}' }]])
    expect(node.heard).toEqual([])
    expect(await node.redis.exists(key('log:ann'))).toBe(0)
  })

  it('does not reach a node that unsubscribed, until it subscribes again', async () => {
    await node.log.subscribe('ann')
    await node.log.subscribe('ben')
    node.log.unsubscribe('ann')
    await node.log.subscribe('ben')
    await node.log.append(['ann', 'ben'], 'one', '{}')
    await whenDelivered(node)
    expect(node.heard).toEqual(['ben one'])
    node.log.unsubscribe('ann')
    await node.log.subscribe('ann')
    await node.log.append(['ann'], 'two', '{}')
    await whenDelivered(node)
    expect(node.heard).toEqual(['ben one', 'ann two'])
  })

  it('does not reach a log that has ended, which leaves no listeners on its connections', async () => {
    const { redis, subscriber } = node
    const listening = () => [
      redis.listenerCount('ready'),
      subscriber.listenerCount('ready'),
      subscriber.listenerCount('message'),
    ]
    const before = listening()
    const log = createRedisEventLog({ redis, subscriber, prefix: key('') })
    expect(listening()).toEqual(before.map((count) => count + 1))
    await log[Symbol.asyncDispose]()
    expect(listening()).toEqual(before)
    await node.log.subscribe('ann')
    await node.log[Symbol.asyncDispose]()
    const arrived: unknown[] = []
    subscriber.on('message', (channel) => arrived.push(channel))
    await (await another()).log.append(['ann'], 'late', '{}')
    await whenDelivered(node)
    expect([arrived, node.heard]).toEqual([[key('to:ann')], []])
  })
})
