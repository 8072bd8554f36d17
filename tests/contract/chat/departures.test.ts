import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNode, type TestApp } from '../../kit/app.ts'
import { createTestDatabase } from '../../kit/database.ts'
import {
  ageDepartures,
  endDueDepartures,
  SHORT_GRACE,
  STORES,
  type TwoNodes,
  whenPresenceIs,
  whenStreamsClosed,
  whenUnloadCancelled,
} from '../../kit/departures.ts'
import { call, type Person, pair, personOf, type TestStream } from '../../kit/person.ts'

const MINUTE = 60_000

const unload = (on: TestApp, person: Person, conversationId: string) =>
  call(on.url, 'POST', `/api/v1/conversation/${conversationId}/disconnect`, {
    token: person.token,
    body: { userId: person.id },
  })
const isOpen = async (person: Person, conversationId: string) => {
  const { body } = await person.call('GET', `/api/v1/conversation/${conversationId}`)
  return body.userActive === true && body.partnerActive === true
}
const disconnectionsOf = (stream: TestStream) =>
  stream.received.filter(({ event }) => event === 'conversation_disconnected').map(({ data }) => data)
/** The streams of a node receive events in order: earlier ones have arrived when this message does. */
async function whenDelivered(stream: TestStream, sender: Person, conversationId: string) {
  const { id } = await sender.send(conversationId, 'Everything before this has arrived')
  await stream.next('new_chat_message', (data) => data.id === id)
}

describe.each(STORES)('closing a page, on $name', ({ open }) => {
  let nodes: TwoNodes | null
  let first: TestApp
  let second: TestApp

  beforeAll(async () => {
    nodes = await open()
    if (nodes) ({ first, second } = nodes)
  })
  afterAll(() => nodes?.[Symbol.asyncDispose]())

  // covers: 7-disconnect-beacon, design-unload-restarts-grace-period
  it('restarts the grace period with every unload, on whichever node', async (context) => {
    if (!nodes) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await pair(first, second)
    const stream = await ben.stream()
    await unload(first, asha, conversationId)
    await ageDepartures(first, 9_500)
    await unload(second, asha, conversationId)
    await ageDepartures(first, 9_000)
    await endDueDepartures(nodes)
    expect(await isOpen(ben, conversationId)).toBe(true)
    await ageDepartures(first, 1_500)
    await endDueDepartures(nodes)
    expect(await isOpen(ben, conversationId)).toBe(false)
    const { data } = await stream.next('conversation_disconnected')
    expect(data).toEqual({ conversationId, userId: asha.id, reason: 'disconnected' })
    expect(disconnectionsOf(stream)).toHaveLength(1)
    stream.close()
  })

  // covers: design-reload-keeps-the-chat
  it('keeps the conversation when a stream is back on any node, also if that stream is lost again', async (context) => {
    if (!nodes) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await pair(first, second)
    await unload(second, asha, conversationId)
    const back = await asha.stream()
    await whenUnloadCancelled(first, asha)
    back.close()
    await whenStreamsClosed(first, asha)
    await ageDepartures(first, 11_000)
    await endDueDepartures(nodes)
    expect(await isOpen(ben, conversationId)).toBe(true)
  })

  it('keeps the conversation while another tab or device has a stream', async (context) => {
    if (!nodes) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await pair(first, second)
    const other = await asha.stream()
    await whenUnloadCancelled(first, asha)
    await unload(second, asha, conversationId)
    await ageDepartures(first, 11_000)
    await endDueDepartures(nodes)
    expect(await isOpen(ben, conversationId)).toBe(true)
    other.close()
  })

  // covers: design-reload-not-announced
  it('sends partners nothing when the page reloads within the grace period', async (context) => {
    if (!nodes) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await pair(first, second)
    const his = await ben.stream()
    const hers = await asha.stream()
    // This event is sent after her stream has opened, and may arrive after a message that she sends.
    await his.next('USER_ONLINE', (data) => data.userId === asha.id)
    const before = his.received.length
    hers.close()
    await whenStreamsClosed(first, asha)
    const seen = await ben.call('GET', `/api/v1/conversation/${conversationId}`)
    expect(seen.body.userOnline).toBe(true)
    const reloaded = await personOf(second.url, asha.token, asha.user).stream()
    await whenDelivered(his, asha, conversationId)
    expect(his.received.slice(before).map(({ event }) => event)).toEqual(['new_chat_message'])
    reloaded.close()
    his.close()
  })
})

describe.each(STORES)('a stream that is lost without an unload, on $name', ({ open }) => {
  let nodes: TwoNodes | null
  let first: TestApp
  let second: TestApp

  beforeAll(async () => {
    nodes = await open({ departureTimes: SHORT_GRACE })
    if (nodes) ({ first, second } = nodes)
  })
  afterAll(() => nodes?.[Symbol.asyncDispose]())

  /** Two members in a conversation. One has lost their stream; the other has one on the second node. */
  async function pairWithLostStream() {
    const { asha, ben, conversationId } = await pair(first, second)
    const his = await ben.stream()
    const hers = await asha.stream()
    await whenPresenceIs(first, asha, 'here')
    hers.close()
    await whenPresenceIs(first, asha, 'away')
    return { asha, ben, conversationId, his }
  }

  it('tells the partner once that the member is away, and keeps the conversation open', async (context) => {
    if (!nodes) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId, his } = await pairWithLostStream()
    await his.next('USER_OFFLINE', (data) => data.userId === asha.id)
    await whenDelivered(his, asha, conversationId)
    expect(his.received.filter(({ event }) => event === 'USER_OFFLINE')).toHaveLength(1)
    const { body } = await ben.call('GET', `/api/v1/conversation/${conversationId}`)
    expect(body).toMatchObject({ userOnline: false, userActive: true, partnerActive: true })
    expect((await ben.call('GET', `/api/v1/user/${asha.id}`)).body.online).toBe(false)
    his.close()
  })

  // covers: design-away-then-ended
  it('ends the conversation once after ten minutes, whichever nodes look', async (context) => {
    if (!nodes) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId, his } = await pairWithLostStream()
    await ageDepartures(first, 9 * MINUTE)
    await endDueDepartures(nodes)
    expect(await isOpen(ben, conversationId)).toBe(true)
    await ageDepartures(first, MINUTE)
    await endDueDepartures(nodes)
    expect(await isOpen(ben, conversationId)).toBe(false)
    const { data } = await his.next('conversation_disconnected')
    expect(data).toEqual({ conversationId, userId: asha.id, reason: 'disconnected' })
    await endDueDepartures(nodes)
    expect(disconnectionsOf(his)).toHaveLength(1)
    his.close()
  })

  it('keeps the conversation of a member who is back within ten minutes', async (context) => {
    if (!nodes) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId, his } = await pairWithLostStream()
    await ageDepartures(first, 9 * MINUTE)
    const back = await personOf(second.url, asha.token, asha.user).stream()
    await whenPresenceIs(first, asha, 'here')
    await ageDepartures(first, 11 * MINUTE)
    await endDueDepartures(nodes)
    expect(await isOpen(ben, conversationId)).toBe(true)
    back.close()
    his.close()
  })

  it('keeps a conversation that was opened while the member was already away', async (context) => {
    if (!nodes) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId, his } = await pairWithLostStream()
    await asha.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    await first.app.context.chat.open(ben.id, asha.id)
    await ageDepartures(first, 11 * MINUTE)
    await endDueDepartures(nodes)
    expect(await isOpen(ben, conversationId)).toBe(true)
    his.close()
  })

  it('keeps the conversation of a member who never had a stream', async (context) => {
    if (!nodes) return context.skip('redis-server is not installed')
    const { ben, conversationId } = await pair(first, second)
    for (const node of [first, second]) await node.app.context.chat.departures.findAbsent()
    await ageDepartures(first, 11 * MINUTE)
    await endDueDepartures(nodes)
    expect(await isOpen(ben, conversationId)).toBe(true)
  })

  it('ends the conversation soon after an unload without a stream', async (context) => {
    if (!nodes) return context.skip('redis-server is not installed')
    const { asha, ben, conversationId } = await pair(first, second)
    const his = await ben.stream()
    await unload(second, asha, conversationId)
    const { data } = await his.next('conversation_disconnected')
    expect(data).toEqual({ conversationId, userId: asha.id, reason: 'disconnected' })
    his.close()
  })
})

describe('a node that dies', () => {
  // covers: design-away-after-node-died
  it('ends the conversations of members who are not back after the restart, without Redis', async () => {
    const database = await createTestDatabase()
    const options = { databaseUrl: database.url, departureTimes: SHORT_GRACE }
    const before = await startNode(options)
    const [gone, back] = [await pair(before), await pair(before)]
    for (const { asha } of [gone, back]) {
      await asha.stream()
      await whenPresenceIs(before, asha, 'here')
    }
    // A node that stops announces no member as offline, like a killed one.
    await before[Symbol.asyncDispose]()

    const after = await startNode(options)
    const nodes = { first: after, second: after }
    const ben = personOf(after.url, gone.ben.token, gone.ben.user)
    const [his, hers] = [
      await ben.stream(),
      await personOf(after.url, back.asha.token, back.asha.user).stream(),
    ]
    await after.app.context.chat.departures.findAbsent()
    await ageDepartures(after, 11 * MINUTE)
    await endDueDepartures(nodes)
    const { data } = await his.next('conversation_disconnected')
    expect(data).toMatchObject({ conversationId: gone.conversationId, userId: gone.asha.id })
    const other = personOf(after.url, back.ben.token, back.ben.user)
    expect(await isOpen(other, back.conversationId)).toBe(true)
    for (const stream of [his, hers]) stream.close()
    await after[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  })

  // covers: design-away-after-node-died-with-redis
  it('leaves its members to the other node with Redis, which announces them as away and ends their chats', async (context) => {
    const nodes = await STORES[1]?.open({ departureTimes: SHORT_GRACE })
    if (!nodes) return context.skip('redis-server is not installed')
    const { first, second } = nodes
    const { asha, ben, conversationId } = await pair(first, second)
    const [hers, his] = [await asha.stream(), await ben.stream()]
    await whenPresenceIs(second, asha, 'here')
    // The first node sends no sign of life any more.
    first.app.context.redis?.commands.disconnect()
    const redis = second.app.context.redis?.commands
    await redis?.del(await redis.keys('presence:alive:*'))
    await his.next('USER_OFFLINE', (data) => data.userId === asha.id)
    await whenPresenceIs(second, asha, 'away')
    await ageDepartures(second, 11 * MINUTE)
    await second.app.context.chat.departures.endDue()
    expect((await his.next('conversation_disconnected')).data).toMatchObject({ userId: asha.id })
    expect(await isOpen(ben, conversationId)).toBe(false)
    for (const stream of [hers, his]) stream.close()
    await nodes[Symbol.asyncDispose]()
  })
})
