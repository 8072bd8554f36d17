import { beforeEach, describe, expect, it } from 'vitest'
import { openChat } from '../../kit/chat.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const kit = useStarted(openChat)
beforeEach(() => {
  for (const list of [kit.defended, kit.errors]) list.length = 0
})
const viewer = (id: string, premium = false) => ({ id, premium })
const starter = (id: string, more: object = {}) => ({ id, premium: false, emailVerified: true, ...more })
const rowOf = (id: string) => kit.rows.database.prisma.conversation.findUniqueOrThrow({ where: { id } })
const change = (id: string, data: object) => kit.rows.database.prisma.user.update({ where: { id }, data })
const startsOf = async (userId: string) =>
  (await kit.rows.database.prisma.dailyConversationStart.findMany({ where: { userId } })).map(
    ({ count }) => count,
  )
async function aConversation() {
  const [asha, ben] = await kit.two()
  const { conversationId } = await kit.chat.open(asha, ben)
  return { asha, ben, conversationId }
}
const send = (id: string, conversationId: string, message = 'Hello', more: object = {}) =>
  kit.chat.send({ id, displayName: 'Asha' }, { conversationId, message, ...more })

describe('a conversation of two members', () => {
  // covers: beyond-chat-from-own-search
  it('opens once, is announced to both, and counts for both', async () => {
    const [asha, ben] = await kit.two()
    const streams = [await kit.stream(asha), await kit.stream(ben)]
    const { conversationId } = await kit.chat.open(asha, ben)
    expect(await kit.chat.open(ben, asha)).toEqual({ conversationId })
    const matches = streams.map((stream) => stream.events('match_found').map(({ data }) => data))
    expect(
      matches.map((one) => one.map(({ id, partnerId, startedByMe }) => [id, partnerId, startedByMe])),
    ).toEqual([[[conversationId, ben, true]], [[conversationId, asha, true]]])
    expect([await startsOf(asha), await startsOf(ben)]).toEqual([[1], [1]])
    expect(kit.defended).toEqual([`started ${asha}`, `started ${ben}`])
  })

  it('counts for the named starters only', async () => {
    const [asha, ben] = await kit.two()
    const streams = [await kit.stream(asha), await kit.stream(ben)]
    await kit.chat.open(asha, ben, [ben])
    const started = streams.map((stream) => stream.events('match_found').map(({ data }) => data.startedByMe))
    expect(started).toEqual([[false], [true]])
    expect([await startsOf(asha), await startsOf(ben)]).toEqual([[], [1]])
    expect(kit.defended).toEqual([`started ${ben}`])
  })

  it('keeps its id when it is reopened', async () => {
    const { asha, ben, conversationId } = await aConversation()
    await kit.chat.resign(conversationId, asha)
    expect(await rowOf(conversationId)).toMatchObject({ endedBy: asha })
    expect(await kit.chat.open(ben, asha)).toEqual({ conversationId })
    expect(await rowOf(conversationId)).toMatchObject({ endedAt: null, endedBy: null })
    expect(await kit.chat.conversation(conversationId, viewer(asha))).toMatchObject({
      userActive: true,
      partnerActive: true,
    })
  })

  it.each([
    [
      'one blocked the other',
      (one: string, other: string) => kit.events.emit('userBlocked', { blockerId: one, blockedId: other }),
    ],
    ['one was suspended', (one: string) => kit.events.emit('userSuspended', { userId: one })],
    ['one closed their account', (one: string) => kit.events.emit('accountClosed', { userId: one })],
  ])('ends, and both are notified, when %s', async (_, happen) => {
    const { asha, ben, conversationId } = await aConversation()
    const streams = [await kit.stream(asha), await kit.stream(ben)]
    expect(await happen(asha, ben)).toBe(true)
    const { endedAt, endedBy } = await rowOf(conversationId)
    expect([endedAt !== null, endedBy]).toEqual([true, asha])
    for (const stream of streams)
      expect(stream.events('conversation_disconnected').map(({ data }) => data)).toMatchObject([
        { conversationId, userId: asha },
      ])
  })

  it.each([
    ['is closed', { active: false }],
    ['is banned', { bannedAt: new Date() }],
    ['is suspended', { suspendedUntil: new Date(Date.now() + DAY) }],
  ])('cannot begin with a member whose account %s', async (_, data) => {
    const [asha, ben] = await kit.two()
    await change(ben, data)
    await expect(kit.chat.open(asha, ben)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await change(ben, { active: true, bannedAt: null, suspendedUntil: new Date(Date.now() - DAY) })
    await kit.chat.open(asha, ben)
  })

  it('neither opens nor counts as open when either member blocked the other', async () => {
    for (const turned of [false, true]) {
      const [asha, ben] = await kit.two()
      const { conversationId } = await kit.chat.open(asha, ben)
      const [blockerId, blockedId] = turned ? [ben, asha] : [asha, ben]
      await kit.rows.database.prisma.block.create({ data: { blockerId, blockedId } })
      await expect(kit.chat.open(asha, ben)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(kit.chat.assertOpen(conversationId, asha)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await kit.chat.resign(conversationId, asha).catch(() => undefined)
      await expect(kit.chat.open(asha, ben)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})

describe('a conversation that is started from a list', () => {
  it('waits with a member nearby, and counts once they accept', async () => {
    const [asha, ben] = await kit.two()
    kit.near.add(ben)
    const started = await kit.chat.startWith(starter(asha), ben)
    expect(started.isOpen).toBe(false)
    expect(kit.defended).toEqual([`before ${asha}`, `started ${asha}`])
    expect(await startsOf(asha)).toEqual([])
    expect(await kit.chat.startWith(starter(ben), asha)).toEqual({ ...started, isOpen: true })
    expect([await startsOf(asha), await startsOf(ben)]).toEqual([[1], []])
    expect(await kit.chat.startWith(starter(asha), ben)).toEqual({ ...started, isOpen: true })
    expect([kit.defended.length, await startsOf(asha)]).toEqual([2, [1]])
  })

  it('meets the limits of new accounts', async () => {
    const { asha, ben, conversationId } = await aConversation()
    await kit.chat.resign(conversationId, asha)
    await kit.chat.startWith(starter(asha, { isNewAccount: true }), ben)
    expect(kit.defended).toContain(`before ${asha} as a new account`)
  })

  it('escapes the limits of new accounts when the member has premium', async () => {
    const [asha] = await kit.two()
    await kit.chat.assertMayStart({ id: asha, premium: true, isNewAccount: true })
    expect(kit.defended).toEqual([`before ${asha}`])
  })

  it('cannot begin without a verified address, with the caller, or with a stranger', async () => {
    const [asha, ben] = await kit.two()
    const refused = (one: object, other: string, code: string) =>
      expect(kit.chat.startWith(starter(asha, one), other)).rejects.toMatchObject({ code })
    await refused({ emailVerified: false }, ben, 'EMAIL_NOT_VERIFIED')
    await refused({}, asha, 'INVALID')
    await refused({}, ben, 'NOT_FOUND')
    expect(await startsOf(asha)).toEqual([])
  })

  it('cannot begin for a free member who has used up the chats of the day', async () => {
    const [asha, ben] = await kit.two()
    kit.near.add(ben)
    const day = new Date(new Date().toISOString().slice(0, 10))
    await kit.rows.database.prisma.dailyConversationStart.create({ data: { userId: asha, day, count: 20 } })
    await expect(kit.chat.startWith(starter(asha), ben)).rejects.toMatchObject({ code: 'DAILY_LIMIT' })
    await kit.chat.startWith(starter(asha, { premium: true }), ben)
  })
})

describe('a message', () => {
  it('reaches both members with all its fields', async () => {
    const { asha, ben, conversationId } = await aConversation()
    await kit.rows.database.prisma.user.updateMany({ data: { displayName: 'Ben' } })
    const streams = [await kit.stream(asha), await kit.stream(ben)]
    const message = await send(asha, conversationId, 'Hello', { clientMessageId: 'key-1' })
    expect(message).toEqual({
      id: message.id,
      conversationId,
      message: 'Hello',
      time: message.time,
      senderId: asha,
      senderName: 'Asha',
      read: false,
      clearedBy: [],
      clientMessageId: 'key-1',
    })
    for (const stream of streams)
      expect(stream.events('new_chat_message').map(({ data }) => data)).toEqual([message])
    expect(await send(asha, conversationId, 'Hello', { clientMessageId: 'key-1' })).toEqual(message)
    for (const stream of streams) expect(stream.events('new_chat_message')).toHaveLength(1)
    const answer = await send(ben, conversationId, 'Hi')
    expect(answer.clientMessageId).toBeNull()
    for (const stream of streams)
      expect(stream.events('new_chat_message').map(({ data }) => data)).toEqual([message, answer])
  })

  it('reaches the listeners once it is stored, and moves the conversation to the front of the lists', async () => {
    const { asha, ben, conversationId } = await aConversation()
    const announced: string[] = []
    kit.events.on('messageSent', ({ id }) => void announced.push(id))
    const { prisma } = kit.rows.database
    const where = { conversationId_userId: { conversationId, userId: ben } }
    await prisma.conversationMember.update({ where, data: { lastActivity: new Date(0) } })
    const { id, time } = await send(asha, conversationId)
    expect(announced).toEqual([id])
    const lastActivity = async () =>
      (await prisma.conversationMember.findUniqueOrThrow({ where })).lastActivity
    await expect.poll(lastActivity).toEqual(new Date(time))
  })

  it('counts as unread for the partner until it is read or cleared', async () => {
    const { asha, ben, conversationId } = await aConversation()
    await send(asha, conversationId, 'One')
    await send(asha, conversationId, 'Two')
    const seenBy = async (id: string) => {
      const { unreadCount, lastSentMessage } = await kit.chat.conversation(conversationId, viewer(id))
      return [unreadCount, lastSentMessage]
    }
    expect([await seenBy(asha), await seenBy(ben)]).toEqual([
      [0, 'Two'],
      [2, 'Two'],
    ])
    await kit.chat.markRead(conversationId, ben)
    expect(await seenBy(ben)).toEqual([0, 'Two'])
    await send(asha, conversationId, 'Three')
    await kit.chat.clear(conversationId, ben)
    expect([await seenBy(asha), await seenBy(ben)]).toEqual([
      [0, 'Three'],
      [0, null],
    ])
  })

  it('comes after typing events for the partner only', async () => {
    const { asha, ben, conversationId } = await aConversation()
    const streams = [await kit.stream(asha), await kit.stream(ben)]
    await kit.chat.setTyping(asha, { conversationId, isTyping: true })
    const data = { conversationId, userId: asha, isTyping: true }
    for (const event of ['typing_status', 'TYPING_EVENT'])
      expect(streams.map((stream) => stream.events(event).map((one) => one.data))).toEqual([[], [data]])
    await kit.chat.resign(conversationId, ben)
    await expect(kit.chat.setTyping(asha, { conversationId, isTyping: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
