import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryEventLog, type EventLog, type Live } from '#server/domains/live/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createTestClient, type TestClient } from '../../kit/live-client.ts'
import { createTestLive } from '../../kit/test-live.ts'

const online = (userId: string) => ({ event: 'USER_ONLINE', data: { userId } }) as const
const typing = {
  event: 'typing_status',
  data: { conversationId: 'chat', userId: 'ben', isTyping: true },
} as const
const eventsOf = ({ frames }: TestClient) => frames.map(({ event }) => event)
const LOGGED_OUT = { message: 'Your session has expired. Please log in again.' }
const SUSPENDED = { message: 'This account is suspended.', code: 'SUSPENDED' }

let log: EventLog
let live: Live
beforeEach(() => {
  log = createMemoryEventLog({ clock: createTestClock() })
  live = createTestLive({ log })
})

async function connect(userId: string, sessionKey = 's', after: string | null = null) {
  const client = createTestClient()
  const connection = await live.connect(userId, { after, sessionKey }, client)
  return Object.assign(client, { connection })
}

describe('an event', () => {
  it('reaches every stream of its members with its data and a growing id', async () => {
    const [phone, laptop, ben] = [await connect('ann'), await connect('ann'), await connect('ben')]
    await live.publish(['ann'], online('ben'))
    for (const { frames } of [phone, laptop])
      expect(frames.slice(1)).toEqual([
        { id: expect.stringMatching(/^\d+-\d+$/), event: 'USER_ONLINE', data: { userId: 'ben' } },
      ])
    expect(eventsOf(ben)).toEqual(['ready'])
  })

  it('gets no id and no replay when it is transient', async () => {
    const ann = await connect('ann')
    await live.publish(['ann'], typing, { transient: true })
    await live.publish(['ann'], typing, { transient: false })
    expect(ann.events('typing_status').map(({ id }) => id)).toEqual([null, expect.any(String)])
    const start = ann.frames[0]?.id ?? ''
    expect((await connect('ann', 's', start)).events('typing_status')).toHaveLength(1)
  })

  it('does not go out again once it was published under its key', async () => {
    const ann = await connect('ann')
    const once = { key: 'k', time: 1 }
    for (const userId of ['ben', 'cleo']) await live.publish(['ann'], online(userId), { once })
    expect(ann.events('USER_ONLINE').map(({ data }) => data.userId)).toEqual(['ben'])
    expect(await live.repair.undelivered([once, { key: 'l', time: 1 }])).toEqual([{ key: 'l', time: 1 }])
  })
})

describe('a stream that is opened', () => {
  it('begins with an id after which it can resume', async () => {
    const { frames, connection } = await connect('ann')
    expect(frames).toEqual([{ id: expect.stringMatching(/^\d+-\d+$/), event: 'ready', data: {} }])
    connection.close()
    await live.publish(['ann'], online('ben'))
    const id = frames[0]?.id ?? ''
    expect(eventsOf(await connect('ann', 's', id))).toEqual(['USER_ONLINE', 'ready'])
  })

  it('gets ready with the given id, or after a replay with that of the last event', async () => {
    const { lastId } = await connect('ann')
    const same = await connect('ann', 's', lastId ?? '')
    expect(same.frames.map(({ id }) => id)).toEqual([lastId])
    await live.publish(['ann'], online('ben'))
    const [event, ready] = (await connect('ann', 's', lastId ?? '')).frames
    expect(ready?.id).toBe(event?.id)
  })

  it('gets ready with a new id when its own is unknown and nothing is stored', async () => {
    const ann = await connect('ann', 's', 'nonsense')
    expect(eventsOf(ann)).toEqual(['resync', 'ready'])
    expect(ann.frames.map(({ id }) => id)).toEqual([null, await log.cursor('ann')])
  })

  it('receives resync first and then the stored events', async () => {
    await live.publish(['ann'], online('ben'))
    const ann = await connect('ann', 's', '1-0')
    expect(eventsOf(ann)).toEqual(['resync', 'USER_ONLINE', 'ready'])
    expect(ann.frames[2]?.id).toBe(ann.frames[1]?.id)
  })

  it('ends the oldest of 12 streams of its member', async () => {
    const ben = await connect('ben')
    const first = [...Array(12).keys()]
    const open: TestClient[] = []
    for (const _ of first) open.push(await connect('ann'))
    expect(open.some(({ closed }) => closed)).toBe(false)
    await connect('ann')
    expect(open.map(({ closed }) => closed)).toEqual(first.map((index) => index === 0))
    await connect('ann')
    expect(open.map(({ closed }) => closed)).toEqual(first.map((index) => index < 2))
    expect(ben.closed).toBe(false)
    expect(live.openSessions()).toHaveLength(13)
  })
})

describe('a stream that is closed', () => {
  it('receives nothing more, and the others of its member continue', async () => {
    const [one, two, three] = [
      await connect('ann', '1'),
      await connect('ann', '2'),
      await connect('ann', '3'),
    ]
    two.connection.close()
    await live.publish(['ann'], online('ben'))
    expect([one, two, three].map(({ frames }) => frames.length)).toEqual([2, 1, 2])
    expect(live.openSessions().map(({ sessionKey }) => sessionKey)).toEqual(['1', '3'])
  })

  it('unsubscribes its member from the log when it is the last one, and only once', async () => {
    const unsubscribed: string[] = []
    const subscribed: string[] = []
    log = {
      ...log,
      subscribe: async (userId) => void subscribed.push(userId),
      unsubscribe: (userId) => void unsubscribed.push(userId),
    }
    live = createTestLive({ log })
    const [one, two] = [await connect('ann'), await connect('ann')]
    one.connection.close()
    expect(unsubscribed).toEqual([])
    for (const _ of [1, 2]) two.connection.close()
    expect([subscribed, unsubscribed]).toEqual([['ann', 'ann'], ['ann']])
  })

  it('leaves nothing behind once the node has stopped', async () => {
    const ann = await connect('ann')
    await live[Symbol.asyncDispose]()
    expect(live.openSessions()).toEqual([])
    await log.append(['ann'], 'USER_ONLINE', '{}')
    expect(eventsOf(ann)).toEqual(['ready'])
    expect((await log.since('ann', '0-0')).entries).toHaveLength(1)
    ann.connection.close()
    expect(live.openSessions()).toEqual([])
  })

  it('disposes its log when the node stops', async () => {
    const ended = vi.spyOn(log, Symbol.asyncDispose)
    await live[Symbol.asyncDispose]()
    expect(ended).toHaveBeenCalledOnce()
  })
})

describe('a session or member that ends', () => {
  it('ends the streams of the session with the message to log in again', async () => {
    const [phone, laptop, ben] = [
      await connect('ann', 'phone'),
      await connect('ann', 'laptop'),
      await connect('ben', 'phone'),
    ]
    await live.endSessions('ann', ['tablet', 'phone'])
    expect([phone, laptop, ben].map(({ closed }) => closed)).toEqual([true, false, false])
    expect(phone.frames.slice(1)).toEqual([{ id: null, event: 'session_ended', data: LOGGED_OUT }])
    expect(eventsOf(laptop)).toEqual(['ready'])
  })

  it('ends all streams of a suspended member with the reason, and can be repeated', async () => {
    const [phone, laptop, ben] = [
      await connect('ann', 'phone'),
      await connect('ann', 'laptop'),
      await connect('ben'),
    ]
    for (const _ of [1, 2]) await live.endPerson('ann')
    for (const { closed, frames } of [phone, laptop])
      expect([closed, frames.slice(1)]).toEqual([
        true,
        [{ id: null, event: 'session_ended', data: SUSPENDED }],
      ])
    expect([ben.closed, live.openSessions()]).toEqual([false, [{ userId: 'ben', sessionKey: 's' }]])
  })

  it('ends no stream for an invalid list of sessions', async () => {
    const ann = await connect('ann', 'phone')
    await log.pass(['ann'], 'end-sessions', '{"phone":true}')
    expect([ann.closed, eventsOf(ann)]).toEqual([false, ['ready']])
  })

  it('requires resync when it cannot be published, unlike a transient event', async () => {
    const pass = vi.spyOn(log, 'pass')
    await live.endSessions('ann', ['phone'])
    await live.endPerson('ann')
    await live.publish(['ann'], typing, { transient: true })
    expect(pass.mock.calls.map(([, event, , options]) => [event, options?.resyncOnFailure ?? false])).toEqual(
      [
        ['end-sessions', true],
        ['end-person', true],
        ['typing_status', false],
      ],
    )
  })
})
