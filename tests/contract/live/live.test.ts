import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventLog, Live } from '#server/domains/live/index.ts'
import { EVENT_LOGS, type Opened, startServersOf } from '../../kit/live-stores.ts'
import { createTestLive } from '../../kit/test-live.ts'

const ANN = '01900000-0000-7000-8000-000000000001'
const BEN = '01900000-0000-7000-8000-000000000002'

/** A client that remembers its last event id, like a browser. */
function createClient() {
  const frames: { id: string | null; event: string; data: Record<string, unknown> }[] = []
  let lastId: string | null = null
  return {
    frames,
    closed: false,
    get lastId() {
      return lastId
    },
    send(frame: string) {
      const id = /^id: (.+)$/m.exec(frame)?.[1] ?? null
      if (id) lastId = id
      frames.push({
        id,
        event: /^event: (.+)$/m.exec(frame)?.[1] ?? '',
        data: JSON.parse(/^data: (.+)$/m.exec(frame)?.[1] ?? '{}'),
      })
    },
    close() {
      this.closed = true
    },
    events: (event: string) => frames.filter((frame) => frame.event === event),
  }
}

const online = (userId: string) => ({ event: 'USER_ONLINE', data: { userId } }) as const

describe.each(EVENT_LOGS)('live events on the $name log', ({ open, ...needs }) => {
  startServersOf(needs)
  let opened: Opened<EventLog> | null
  let live: Live

  beforeEach(async (context) => {
    opened = await open()
    if (!opened) return context.skip('redis-server is not installed')
    live = createTestLive({ log: await opened.node() })
  })
  afterEach(() => opened?.close())

  const connect = async (userId: string, after: string | null, from = live) => {
    const client = createClient()
    const connection = await from.connect(userId, { after, sessionKey: 'session' }, client)
    return { client, connection }
  }

  it('reach every stream of the member, and no other', async () => {
    const [one, two, other] = [await connect(ANN, null), await connect(ANN, null), await connect(BEN, null)]
    await live.publish([ANN], online(BEN))
    for (const { client } of [one, two]) {
      await expect.poll(() => client.events('USER_ONLINE')).toMatchObject([{ data: { userId: BEN } }])
    }
    expect(other.client.events('USER_ONLINE')).toEqual([])
  })

  it('reach 12 streams of a member; a thirteenth ends the oldest', async () => {
    const kept: Awaited<ReturnType<typeof connect>>[] = []
    for (let count = 0; count < 12; count += 1) kept.push(await connect(ANN, null))
    expect(kept.filter(({ client }) => client.closed)).toEqual([])
    await connect(ANN, null)
    await expect.poll(() => kept.map(({ client }) => client.closed)).toEqual([true, ...Array(11).fill(false)])
  })

  it('replay what was missed, once and in order', async () => {
    const { client, connection } = await connect(ANN, null)
    connection.close()
    const missed = Array.from({ length: 20 }, () => crypto.randomUUID())
    for (const userId of missed) await live.publish([ANN], online(userId))
    const back = await connect(ANN, client.lastId)
    expect(back.client.events('USER_ONLINE').map((one) => one.data.userId)).toEqual(missed)
    expect(back.client.events('resync')).toEqual([])
  })

  // covers: 4.3-resync
  it('start with resync when the log no longer reaches back', async () => {
    const { client, connection } = await connect(ANN, null)
    connection.close()
    for (let index = 0; index < 300; index += 1) await live.publish([ANN], online(BEN))
    const back = await connect(ANN, client.lastId)
    expect(back.client.events('resync')).toHaveLength(1)
  })

  it.each(['nonsense', '1-1', '9999999999999-0', '-1', ''])(
    'start with resync for the unknown id %j',
    async (after) => {
      const { client } = await connect(ANN, after)
      expect(client.events('resync')).toHaveLength(1)
    },
  )

  it('get growing ids', async () => {
    const { client } = await connect(ANN, null)
    for (let index = 0; index < 50; index += 1) await live.publish([ANN], online(BEN))
    await expect.poll(() => client.events('USER_ONLINE').length).toBe(50)
    const ids = client.events('USER_ONLINE').map((one) => (one.id ?? '').split('-').map(Number))
    const growing = ids.every(([time = 0, sequence = 0], index) => {
      const [beforeTime = 0, beforeSequence = 0] = ids[index - 1] ?? []
      return index === 0 || time > beforeTime || (time === beforeTime && sequence > beforeSequence)
    })
    expect(growing).toBe(true)
  })

  it('pass typing on without storing it', async () => {
    const { client, connection } = await connect(ANN, null)
    const typing = {
      event: 'typing_status',
      data: { conversationId: BEN, userId: BEN, isTyping: true },
    } as const
    await live.publish([ANN], typing, { transient: true })
    await expect.poll(() => client.events('typing_status').length).toBe(1)
    connection.close()
    const back = await connect(ANN, client.lastId)
    expect(back.client.events('typing_status')).toEqual([])
  })

  it('publish an event once under its key, whichever node does so first', async () => {
    const elsewhere = createTestLive({ log: (await opened?.node()) as EventLog })
    const { client } = await connect(ANN, null, elsewhere)
    const happened = { key: crypto.randomUUID(), time: Date.now() }
    const later = { key: crypto.randomUUID(), time: Date.now() }
    expect(await live.repair.undelivered([happened, later])).toEqual([happened, later])
    const published = [live, elsewhere, live].map((node) =>
      node.publish([ANN, BEN], online(BEN), { once: happened }),
    )
    await Promise.all(published)
    expect(await elsewhere.repair.undelivered([happened, later])).toEqual([later])
    await live.publish([ANN], online(ANN))
    await expect.poll(() => client.events('USER_ONLINE').at(-1)?.data.userId).toBe(ANN)
    expect(client.events('USER_ONLINE').map(({ data }) => data.userId)).toEqual([BEN, ANN])
  })

  it('close the streams of an ended session on every node, and leave the others open', async () => {
    const elsewhere = createTestLive({ log: (await opened?.node()) as EventLog })
    const stays = createClient()
    await live.connect(ANN, { after: null, sessionKey: 'another' }, stays)
    const { client } = await connect(ANN, null, elsewhere)
    await live.endSessions(ANN, ['session'])
    await expect.poll(() => client.closed).toBe(true)
    expect(client.events('session_ended')).toHaveLength(1)
    expect(stays.closed).toBe(false)
  })

  it('arrive once and in order, whenever the client disconnects and reconnects', async () => {
    const steps = fc.array(fc.constantFrom('publish', 'publish', 'leave', 'come'), { maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const userId = crypto.randomUUID()
        const client = createClient()
        let connection = await live.connect(userId, { after: null, sessionKey: 's' }, client)
        let here = true
        const published: string[] = []
        const work: Promise<unknown>[] = []
        for (const step of sequence) {
          if (step === 'publish') {
            const id = crypto.randomUUID()
            published.push(id)
            work.push(live.publish([userId], online(id)))
          } else if (step === 'leave' && here) {
            connection.close()
            here = false
          } else if (step === 'come' && !here) {
            connection = await live.connect(userId, { after: client.lastId, sessionKey: 's' }, client)
            here = true
          }
        }
        await Promise.all(work)
        if (!here) connection = await live.connect(userId, { after: client.lastId, sessionKey: 's' }, client)
        await expect.poll(() => client.events('USER_ONLINE').length).toBe(published.length)
        expect(client.events('USER_ONLINE').map((one) => one.data.userId)).toEqual(published)
        expect(client.events('resync')).toEqual([])
        connection.close()
      }),
      { numRuns: 60 },
    )
  })
})
