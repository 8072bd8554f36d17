import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryEventLog, type EventLog, type Live } from '#server/domains/live/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createTestClient } from '../../kit/live-client.ts'
import { createTestLive } from '../../kit/test-live.ts'

const online = (userId: string) => ({ event: 'USER_ONLINE', data: { userId } }) as const
const namesOf = (client: ReturnType<typeof createTestClient>) =>
  client.events('USER_ONLINE').map(({ data }) => data.userId)

let log: EventLog
let live: Live
/** Runs just before the log is read, and just after. */
let before: () => Promise<void>
let after: () => Promise<void>

beforeEach(() => {
  before = after = async () => {}
  const memory = createMemoryEventLog({ clock: systemClock })
  const between = async <Value>(read: () => Promise<Value>) => {
    await before()
    const value = await read()
    await after()
    return value
  }
  log = {
    ...memory,
    since: (userId, id) => between(() => memory.since(userId, id)),
    cursor: (userId) => between(() => memory.cursor(userId)),
  }
  live = createTestLive({ log })
})

describe('an event that is published while a stream is being opened', () => {
  const publishAround = () => {
    before = () => live.publish(['ann'], online('before the log was read'))
    after = () => live.publish(['ann'], online('after the log was read'))
  }
  const around = ['before the log was read', 'after the log was read']

  it('reaches a new client, which resumes after it', async () => {
    publishAround()
    const client = createTestClient()
    const connection = await live.connect('ann', { after: null, sessionKey: 's' }, client)
    expect(namesOf(client)).toEqual(around)
    connection.close()
    before = after = async () => {}
    const back = createTestClient()
    await live.connect('ann', { after: client.lastId, sessionKey: 's' }, back)
    expect(namesOf(back)).toEqual([])
  })

  it('reaches a returning client once, after the missed events', async () => {
    const first = createTestClient()
    const connection = await live.connect('ann', { after: null, sessionKey: 's' }, first)
    connection.close()
    await live.publish(['ann'], online('missed'))
    publishAround()
    const back = createTestClient()
    await live.connect('ann', { after: first.lastId, sessionKey: 's' }, back)
    expect(namesOf(back)).toEqual(['missed', ...around])
  })

  it('does not arrive when the session ends at the same time', async () => {
    after = async () => {
      await live.endSessions('ann', ['s'])
      await live.publish(['ann'], online('too late'))
    }
    const client = createTestClient()
    await live.connect('ann', { after: null, sessionKey: 's' }, client)
    expect(client.closed).toBe(true)
    expect(client.frames.map(({ event }) => event)).toEqual(['session_ended'])
  })
})

describe('a replay', () => {
  /** Reads one frame each time the test allows it. */
  function createSlowClient() {
    const reads: (() => void)[] = []
    const client = createTestClient(() => new Promise<void>((resolve) => reads.push(resolve)))
    return { client, read: () => reads.shift()?.() }
  }

  async function aPastOf(count: number) {
    const client = createTestClient()
    const connection = await live.connect('ann', { after: null, sessionKey: 's' }, client)
    connection.close()
    for (let index = 0; index < count; index += 1) await live.publish(['ann'], online(`past ${index}`))
    return client.lastId
  }

  it('waits for the client to read, and delays new events', async () => {
    const lastId = await aPastOf(3)
    const { client, read } = createSlowClient()
    const connected = live.connect('ann', { after: lastId, sessionKey: 's' }, client)
    await expect.poll(() => namesOf(client)).toEqual(['past 0'])
    await live.publish(['ann'], online('present'))
    read()
    await expect.poll(() => namesOf(client)).toEqual(['past 0', 'past 1'])
    read()
    await expect.poll(() => namesOf(client)).toEqual(['past 0', 'past 1', 'past 2'])
    read()
    await connected
    expect(namesOf(client)).toEqual(['past 0', 'past 1', 'past 2', 'present'])
  })

  it('stops when more events wait than the log keeps', async () => {
    const lastId = await aPastOf(3)
    const { client, read } = createSlowClient()
    const connected = live.connect('ann', { after: lastId, sessionKey: 's' }, client)
    await expect.poll(() => namesOf(client)).toEqual(['past 0'])
    for (let index = 0; index < 300; index += 1) await live.publish(['ann'], online('present'))
    expect(client.closed).toBe(true)
    read()
    await connected
    expect(namesOf(client)).toEqual(['past 0'])
  })
})

it('a log that cannot be read opens no stream and leaves nothing behind', async () => {
  before = () => Promise.reject(new Error('the log is away'))
  const client = createTestClient()
  await expect(live.connect('ann', { after: null, sessionKey: 's' }, client)).rejects.toThrow(
    'the log is away',
  )
  await live.publish(['ann'], online('ben'))
  expect(client.frames).toEqual([])
})
