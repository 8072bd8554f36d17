import { beforeEach, describe, expect, it } from 'vitest'
import {
  type createLive,
  createMemoryEventLog,
  type EventLog,
  type Live,
} from '#server/domains/live/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createTestClient, type TestClient } from '../../kit/live-client.ts'
import { createTestLive } from '../../kit/test-live.ts'

const online = (userId: string) => ({ event: 'USER_ONLINE', data: { userId } }) as const
const typing = {
  event: 'typing_status',
  data: { conversationId: 'chat', userId: 'ben', isTyping: true },
} as const
const eventsOf = ({ frames }: TestClient) => frames.map(({ event }) => event)
const namesOf = (client: TestClient) => client.events('USER_ONLINE').map(({ data }) => data.userId)

let log: EventLog
let live: Live
let errors: unknown[]
let revalidate: Parameters<typeof createLive>[1]['revalidate']
let completeReplays: () => Promise<void>
beforeEach(() => {
  errors = []
  revalidate = async () => 'here'
  completeReplays = async () => undefined
  log = createMemoryEventLog({ clock: createTestClock() })
  live = createTestLive({
    log,
    revalidate: (stream) => revalidate(stream),
    completeReplays: () => completeReplays(),
    onFailure: (error) => errors.push(error),
  })
})

async function connect(userId: string, sessionKey = 's', after: string | null = null) {
  const client = createTestClient()
  const connection = await live.connect(userId, { after, sessionKey }, client)
  return Object.assign(client, { connection })
}

describe('streams that may have missed the end of their session', () => {
  const resync = () => log.append(['ann'], 'resync', '{}')
  const settled = () => new Promise(setImmediate)

  it('stay open and receive resync while their sessions last', async () => {
    const ann = await connect('ann')
    await resync()
    await settled()
    expect([ann.closed, eventsOf(ann)]).toEqual([false, ['ready', 'resync']])
  })

  it('get a check one by one, and end when their session or account has ended', async () => {
    const asked: unknown[] = []
    const standings = { phone: 'here', tablet: 'suspended', laptop: 'logged out' } as const
    revalidate = async (stream) => {
      asked.push(stream)
      return standings[stream.sessionKey as keyof typeof standings]
    }
    const keys = ['phone', 'tablet', 'laptop'] as const
    const open = [
      await connect('ann', 'phone'),
      await connect('ann', 'tablet'),
      await connect('ann', 'laptop'),
    ]
    const ben = await connect('ben', 'phone')
    await resync()
    await settled()
    expect(asked).toEqual(keys.map((sessionKey) => ({ userId: 'ann', sessionKey })))
    expect(open.map(({ closed }) => closed)).toEqual([false, true, true])
    expect(open.map((client) => [eventsOf(client).slice(2), client.frames.at(-1)?.data])).toEqual([
      [[], {}],
      [['session_ended'], { message: 'This account is suspended.', code: 'SUSPENDED' }],
      [['session_ended'], { message: 'Your session has expired. Please log in again.' }],
    ])
    expect(eventsOf(ben)).toEqual(['ready'])
  })

  it('end without a reason when the validation fails', async () => {
    revalidate = () => Promise.reject(new Error('the database is away'))
    const ann = await connect('ann')
    await resync()
    await settled()
    expect([ann.closed, eventsOf(ann), live.openSessions()]).toEqual([true, ['ready', 'resync'], []])
  })

  it('receive nothing more when they were closed before the validation ended', async () => {
    for (const isKnown of [true, false]) {
      const { promise, resolve, reject } = Promise.withResolvers<'suspended'>()
      revalidate = () => promise
      const ann = await connect('ann')
      await resync()
      ann.connection.close()
      if (isKnown) resolve('suspended')
      else reject(new Error('the database is away'))
      await settled()
      expect([ann.closed, eventsOf(ann), errors]).toEqual([false, ['ready', 'resync'], []])
    }
  })

  it('get no check for any other event', async () => {
    revalidate = () => Promise.reject(new Error('not to be asked'))
    const ann = await connect('ann')
    await live.publish(['ann'], online('ben'))
    await settled()
    expect(ann.closed).toBe(false)
  })
})

describe('a replay', () => {
  it('includes messages that no node has published', async () => {
    const { lastId } = await connect('ann')
    completeReplays = () => live.publish(['ann'], online('late'))
    expect(eventsOf(await connect('ann', 's', lastId ?? ''))).toContain('USER_ONLINE')
  })

  it('continues when unpublished messages cannot be read, and reports the failure', async () => {
    const failure = new Error('the database is away')
    const { lastId } = await connect('ann')
    completeReplays = () => Promise.reject(failure)
    const back = createTestClient()
    await live.connect('ann', { after: lastId, sessionKey: 's' }, back)
    expect([eventsOf(back), errors]).toEqual([['ready'], [failure]])
  })

  it('does not look for unpublished messages for a new stream', async () => {
    completeReplays = () => Promise.reject(new Error('not to be called'))
    await connect('ann')
    expect(errors).toEqual([])
  })

  it('reads the log after it has subscribed, and misses nothing between the two', async () => {
    const steps: string[] = []
    const memory = log
    log = {
      ...memory,
      async subscribe(userId) {
        await Promise.resolve()
        steps.push(`subscribed ${userId}`)
      },
      since(userId, after) {
        steps.push('read')
        return memory.since(userId, after)
      },
    }
    live = createTestLive({ log, completeReplays: async () => void steps.push('completed') })
    await live.connect('ann', { after: '1-0', sessionKey: 's' }, createTestClient())
    expect(steps).toEqual(['subscribed ann', 'completed', 'read'])
  })
})

describe('a log that is slow to answer', () => {
  let during: () => Promise<void>
  beforeEach(() => {
    during = async () => undefined
    const memory = createMemoryEventLog({ clock: createTestClock() })
    log = {
      ...memory,
      async since(userId, after) {
        const missed = await memory.since(userId, after)
        await during()
        return missed
      },
    }
    live = createTestLive({ log })
  })

  it('delays transient events until the stream is ready', async () => {
    const { lastId, connection } = await connect('ann')
    connection.close()
    await live.publish(['ann'], online('missed'))
    during = () => live.publish(['ann'], typing, { transient: true })
    expect(eventsOf(await connect('ann', 's', lastId))).toEqual(['USER_ONLINE', 'ready', 'typing_status'])
  })

  it('delays up to 256 events, and ends a stream with one more', async () => {
    const { lastId, connection } = await connect('ann')
    connection.close()
    const publish = async (count: number) => {
      for (let index = 0; index < count; index += 1) await live.publish(['ann'], online(String(index)))
    }
    during = () => publish(256)
    const kept = await connect('ann', 's', lastId)
    expect([kept.closed, namesOf(kept).length]).toEqual([false, 256])
    kept.connection.close()
    during = () => publish(257)
    const ended = await connect('ann', 's', kept.lastId)
    expect([ended.closed, ended.frames, live.openSessions()]).toEqual([true, [], []])
  })

  it('sends nothing to a stream that ended before the answer, not even resync', async () => {
    during = () => live.endSessions('ann', ['s'])
    const ann = await connect('ann', 's', 'nonsense')
    expect(eventsOf(ann)).toEqual(['session_ended'])
  })

  it('leaves no stream behind when the client cannot be written to', async () => {
    const client = createTestClient()
    client.send = () => {
      throw new Error('cannot be written to')
    }
    const opened = live.connect('ann', { after: '1-0', sessionKey: 's' }, client)
    await expect(opened).rejects.toThrow('cannot be written to')
    expect(live.openSessions()).toEqual([])
  })
})
