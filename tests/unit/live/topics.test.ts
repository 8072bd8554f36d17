import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryEventLog, type EventLog, type Live } from '#server/domains/live/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createTestClient } from '../../kit/live-client.ts'
import { createTestLive } from '../../kit/test-live.ts'

let log: EventLog
let live: Live
/** The channels that the log subscribed to (+) and unsubscribed from (-). */
let channels: string[]
let failure: Error | null
beforeEach(() => {
  channels = []
  failure = null
  const memory = createMemoryEventLog({ clock: createTestClock() })
  log = {
    ...memory,
    async subscribe(channel) {
      channels.push(`+${channel}`)
      if (failure) throw failure
    },
    unsubscribe: (channel) => void channels.push(`-${channel}`),
  }
  live = createTestLive({ log })
})

describe('an event of a topic', () => {
  it('reaches every listener of the topic, and no stream of a member with that name', async () => {
    const heard: unknown[] = []
    const stream = createTestClient()
    await live.connect('reports', { after: null, sessionKey: 's' }, stream)
    await live.topics.listen('reports', (data) => heard.push(['one', data]))
    await live.topics.listen('reports', (data) => heard.push(['two', data]))
    await live.topics.listen('figures', (data) => heard.push(['figures', data]))
    await live.topics.publish('reports', '{"id":1}')
    expect(heard).toEqual([
      ['one', '{"id":1}'],
      ['two', '{"id":1}'],
    ])
    await live.publish(['reports'], { event: 'USER_ONLINE', data: { userId: 'ben' } })
    expect([heard.length, stream.frames.map(({ event }) => event)]).toEqual([2, ['ready', 'USER_ONLINE']])
  })

  it('requires resync when it cannot be published', async () => {
    const passed: unknown[] = []
    const pass = log.pass
    log.pass = (...given) => {
      passed.push(given)
      return pass(...given)
    }
    await live.topics.publish('reports', '{}')
    expect(passed).toEqual([[['topic:reports'], 'topic', '{}', { resyncOnFailure: true }]])
  })

  it('becomes null when events may have been missed', async () => {
    const heard: unknown[] = []
    await live.topics.listen('reports', (data) => heard.push(data))
    await log.append(['topic:reports'], 'resync', '{}')
    expect(heard).toEqual([null])
  })

  it('reaches the listeners of its arrival, even when one stops or begins during it', async () => {
    const heard: string[] = []
    const stops: (() => void)[] = []
    const listen = async (name: string, more: () => void = () => undefined) => {
      const stop = await live.topics.listen('reports', () => {
        heard.push(name)
        more()
      })
      stops.push(stop)
    }
    await listen('one', () => stops[1]?.())
    await listen('two', () => void listen('three'))
    await live.topics.publish('reports', '{}')
    expect(heard).toEqual(['one', 'two'])
    await live.topics.publish('reports', '{}')
    expect(heard).toEqual(['one', 'two', 'one', 'three'])
  })
})

describe('a listener of a topic', () => {
  it('subscribes its node to the topic, until the last one stops', async () => {
    const heard: string[] = []
    const stopOne = await live.topics.listen('reports', () => heard.push('one'))
    const stopTwo = await live.topics.listen('reports', () => heard.push('two'))
    stopOne()
    await live.topics.publish('reports', '{}')
    expect([heard, channels]).toEqual([['two'], ['+topic:reports', '+topic:reports']])
    for (const stop of [stopOne, stopTwo, stopTwo]) stop()
    await live.topics.publish('reports', '{}')
    expect([heard, channels.slice(2)]).toEqual([['two'], ['-topic:reports']])
  })

  it('does not stop a later one when it stops twice', async () => {
    const heard: string[] = []
    const stop = await live.topics.listen('reports', () => heard.push('one'))
    stop()
    await live.topics.listen('reports', () => heard.push('two'))
    stop()
    await live.topics.publish('reports', '{}')
    expect(heard).toEqual(['two'])
  })

  it('disappears when the subscription fails, and the others stay', async () => {
    const heard: string[] = []
    await live.topics.listen('reports', () => heard.push('one'))
    failure = new Error('Redis is away')
    await expect(live.topics.listen('reports', () => heard.push('two'))).rejects.toThrow('Redis is away')
    await expect(live.topics.listen('figures', () => heard.push('three'))).rejects.toThrow('Redis is away')
    for (const topic of ['reports', 'figures']) await live.topics.publish(topic, '{}')
    expect(heard).toEqual(['one'])
    expect(channels.slice(2)).toEqual(['+topic:figures', '-topic:figures'])
  })
})
