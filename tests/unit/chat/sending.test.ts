import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Chat, createChat, DEPARTURE_TIMES } from '#server/domains/chat/index.ts'
import type { Live } from '#server/domains/live/index.ts'
import { createMemoryPresence } from '#server/domains/presence/index.ts'
import type { EventBus } from '#server/events.ts'
import { chatReactions, subscribe } from '#server/subscribers.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { createTestClient } from '../../kit/live-client.ts'
import { openRows } from '../../kit/rows.ts'
import { createTestLive } from '../../kit/test-live.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const FAILURE = new Error('Redis is away.')
const rows = useStarted(openRows)

let chat: Chat
let live: Live
let events: EventBus
let clock: TestClock
let errors: unknown[]
/** The screened messages and the emitted events, in order. */
let happened: unknown[][]
let screen: Parameters<typeof createChat>[1]['defences']['messageFilter']
let publishes: boolean
let counts: boolean
beforeEach(() => {
  clock = createTestClock()
  errors = []
  happened = []
  screen = () => undefined
  publishes = counts = true
  const onFailure = (error: unknown) => void errors.push(error)
  const platform = testPlatform({ database: rows.database, clock, onFailure })
  const own = createTestLive({ clock, onFailure, completeReplays: () => chat.redeliver() })
  live = { ...own, publish: (...event) => (publishes ? own.publish(...event) : Promise.reject(FAILURE)) }
  events = platform.events
  events.on('messageSent', ({ id }) => void happened.push(['sent', id]))
  events.on('conversationEnded', (event) => void happened.push(['ended', event]))
  events.on('missedRead', (event) => void happened.push(['read', event]))
  const presence = createMemoryPresence({ grace: 0, onOffline: () => undefined })
  const nearby = { isNear: async () => false }
  const botDefence = {
    beforeConversation: async () => undefined,
    conversationStarted: () => (counts ? Promise.resolve() : Promise.reject(FAILURE)),
  }
  const defences = { messageFilter: (...given: Parameters<typeof screen>) => screen(...given), botDefence }
  chat = createChat(
    platform,
    { live, presence, nearby, defences },
    { freeConversationsADay: 2, messageRetentionMonths: null, departureTimes: DEPARTURE_TIMES },
  )
  subscribe(events, chatReactions(chat))
})
afterEach(async () => {
  await chat[Symbol.asyncDispose]()
  await live[Symbol.asyncDispose]()
  vi.useRealTimers()
})

async function aConversation() {
  const [asha, ben] = [await rows.member(), await rows.member()]
  return { asha, ben, conversationId: await rows.conversation(asha, ben) }
}
const sender = (id: string, more: object = {}) => ({ id, displayName: 'Asha', ...more })
const storedIn = (conversationId: string) => rows.database.prisma.message.count({ where: { conversationId } })

describe('a message', () => {
  it('goes through the screening before it is stored, and a refused one is not stored', async () => {
    const { asha, conversationId } = await aConversation()
    const input = { conversationId, message: 'Hello' }
    const refusal = new Error('It has a phone number.')
    screen = (who, what) => {
      happened.push(['screened', who.id, what])
      throw refusal
    }
    await expect(chat.send(sender(asha), input)).rejects.toBe(refusal)
    expect([happened, await storedIn(conversationId)]).toEqual([[['screened', asha, input]], 0])
  })

  it('needs no second screening or announcement once a moderator released it', async () => {
    const { asha, conversationId } = await aConversation()
    screen = () => {
      throw FAILURE
    }
    const stream = createTestClient()
    await live.connect(asha, { after: null, sessionKey: 's' }, stream)
    const sent = await chat.sendReleased(sender(asha, { displayName: 'Asha of Pune' }), {
      conversationId,
      message: 'Hello',
    })
    expect([happened, await storedIn(conversationId)]).toEqual([[], 1])
    expect(stream.events('new_chat_message').map(({ data }) => data)).toEqual([sent])
  })

  it('counts as sent even when it cannot be published, which is reported', async () => {
    const { asha, conversationId } = await aConversation()
    publishes = false
    const { id } = await chat.send(sender(asha), { conversationId, message: 'Hello' })
    expect([happened, await storedIn(conversationId)]).toEqual([[['sent', id]], 1])
    await expect.poll(() => errors).toEqual([FAILURE])
  })

  it.each([
    [40, 'a member', {}, 'RATE_LIMITED'],
    [30, 'a new account', { isNewAccount: true }, 'NEW_ACCOUNT_LIMIT'],
    [40, 'a new account with Premium', { isNewAccount: true, premium: true }, 'RATE_LIMITED'],
  ])('can be sent %d times in ten seconds by %s', async (limit, _, more, code) => {
    const id = await rows.member()
    const send = () => chat.send(sender(id, more), { conversationId: crypto.randomUUID(), message: 'Hello' })
    const attempts = await Promise.allSettled(Array.from({ length: limit }, send))
    const codes = attempts.map((one) => (one.status === 'rejected' ? one.reason.code : one.status))
    expect(new Set(codes)).toEqual(new Set(['NOT_FOUND']))
    await expect(send()).rejects.toMatchObject({ code })
  })

  it('comes after at most forty typing events in ten seconds', async () => {
    const id = await rows.member()
    const type = () => chat.setTyping(id, { conversationId: crypto.randomUUID(), isTyping: true })
    const attempts = await Promise.allSettled(Array.from({ length: 40 }, type))
    const codes = attempts.map((one) => (one.status === 'rejected' ? one.reason.code : one.status))
    expect(new Set(codes)).toEqual(new Set(['NOT_FOUND']))
    await expect(type()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('comes after typing events on open streams only, without a replay', async () => {
    const { asha, ben, conversationId } = await aConversation()
    const stream = createTestClient()
    const connection = await live.connect(ben, { after: null, sessionKey: 's' }, stream)
    await chat.setTyping(asha, { conversationId, isTyping: true })
    expect(stream.events('typing_status')).toHaveLength(1)
    const { lastId } = stream
    connection.close()
    await chat.setTyping(asha, { conversationId, isTyping: true })
    const back = createTestClient()
    await live.connect(ben, { after: lastId, sessionKey: 's' }, back)
    expect(back.events('typing_status')).toEqual([])
  })

  it('reaches a resuming stream by the replay when no node published it', async () => {
    const { asha, ben, conversationId } = await aConversation()
    const first = createTestClient()
    const connection = await live.connect(ben, { after: null, sessionKey: 's' }, first)
    connection.close()
    const id = uuidv7()
    await rows.database.prisma.message.create({
      data: { id, conversationId, senderId: asha, body: 'Hello', time: new Date() },
    })
    const back = createTestClient()
    await live.connect(ben, { after: first.lastId, sessionKey: 's' }, back)
    expect(back.events('new_chat_message').map(({ data }) => data.id)).toEqual([id])
  })

  it.each(['markRead', 'clear'] as const)(
    'emits a read event on %s when it has a notification',
    async (read) => {
      const { asha, ben, conversationId } = await aConversation()
      await chat[read](conversationId, ben)
      expect(happened).toEqual([])
      const note = {
        heading: 'New messages',
        body: 'You missed some.',
        dedupeKey: `missed:${conversationId}`,
      }
      const { prisma } = rows.database
      const { id } = await prisma.notification.create({ data: { id: uuidv7(), userId: ben, ...note } })
      await chat[read](conversationId, asha)
      expect(happened).toEqual([])
      await chat[read](conversationId, ben)
      expect(happened).toEqual([['read', { userId: ben, conversationId }]])
      await prisma.notification.update({ where: { id }, data: { read: true } })
      await chat[read](conversationId, ben)
      expect(happened).toHaveLength(1)
    },
  )
})

describe('a conversation', () => {
  it('opens, and its end is announced, even when publishing and counting fail', async () => {
    const [asha, ben] = [await rows.member(), await rows.member()]
    publishes = counts = false
    const { conversationId } = await chat.open(asha, ben)
    await expect.poll(() => errors).toEqual([FAILURE, FAILURE, FAILURE, FAILURE])
    await chat.assertOpen(conversationId, asha)
    await chat.resign(conversationId, asha)
    expect(happened).toEqual([['ended', { conversationId, endedBy: asha, partnerId: ben }]])
    await chat.resign(conversationId, ben)
    expect(happened).toHaveLength(1)
  })

  // covers: 4.2-matched-by-event
  it.each([
    ['does not show a message older than thirty days to free members', false, [null, 0]],
    ['shows the last message to premium members, however old', true, ['Old', 1]],
  ] as const)('opens again and %s', async (_, premium, shown) => {
    const { asha, ben, conversationId } = await aConversation()
    const premiumUntil = premium ? new Date(Date.now() + 60 * 60_000) : null
    await rows.database.prisma.user.update({ where: { id: asha }, data: { premiumUntil } })
    const msecs = Date.now() - 31 * 24 * 60 * 60_000
    await rows.database.prisma.message.create({
      data: { id: uuidv7({ msecs }), conversationId, senderId: ben, body: 'Old', time: new Date(msecs) },
    })
    await chat.resign(conversationId, asha)
    const stream = createTestClient()
    await live.connect(asha, { after: null, sessionKey: 's' }, stream)
    await chat.open(asha, ben)
    expect(stream.events('match_found').map(({ data }) => [data.lastSentMessage, data.unreadCount])).toEqual([
      shown,
    ])
  })

  it.each([
    ['userSuspended', 'suspended'],
    ['accountClosed', 'resigned'],
  ] as const)('ends for each of more than a hundred of one member: %s', async (event, reason) => {
    const { prisma } = rows.database
    const asha = await rows.member()
    const like = await prisma.user.findUniqueOrThrow({ where: { id: asha } })
    const partners = Array.from({ length: 101 }, () => uuidv7())
    await prisma.user.createMany({
      data: partners.map((id) => ({ ...like, id, userName: `${id}@example.com` })),
    })
    await prisma.conversation.createMany({
      data: partners.map((id) => ({ id, lowUserId: asha, highUserId: id })),
    })
    await prisma.conversationMember.createMany({
      data: partners.map((partnerId) => ({ conversationId: partnerId, userId: asha, partnerId })),
    })
    const stream = createTestClient()
    await live.connect(asha, { after: null, sessionKey: 's' }, stream)
    await events.emit(event, { userId: asha })
    expect(happened).toHaveLength(partners.length)
    const ends = stream.events('conversation_disconnected').map(({ data }) => data)
    expect(new Set(ends.map((end) => end.reason))).toEqual(new Set([reason]))
    expect(ends.map((end) => end.conversationId).sort()).toEqual(partners.toSorted())
  })

  it('can be started as often as the daily limit for free members, and without limit for premium members', async () => {
    const asha = await rows.member()
    const mayStart = (premium = false) => chat.assertMayStart({ id: asha, premium })
    for (let count = 0; count < 2; count += 1) {
      await mayStart()
      await chat.open(asha, await rows.member(), [asha])
    }
    await expect(mayStart()).rejects.toMatchObject({ code: 'DAILY_LIMIT' })
    await mayStart(true)
    clock.advance(24 * 60 * 60_000)
    await mayStart()
  })
})

describe('a node that starts', () => {
  it('starts three timers, for departures and redelivery, and stops them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const before = vi.getTimerCount()
    chat.start()
    expect(vi.getTimerCount() - before).toBe(3)
    await chat[Symbol.asyncDispose]()
    expect(vi.getTimerCount() - before).toBe(0)
  })
})
