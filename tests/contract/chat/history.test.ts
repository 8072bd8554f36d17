import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { knockOn, startChat } from '../../kit/knocks.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const LIMIT = 3
const node = useNode({ env: { FREE_CONVERSATIONS_A_DAY: String(LIMIT) } })

const DAY = 24 * 60 * 60_000

const makePremium = async (person: Person) => {
  await node.app.context.database.prisma.user.update({
    where: { id: person.id },
    data: { premiumUntil: new Date(Date.now() + DAY) },
  })
  await node.app.context.events.emit('userChanged', { userId: person.id })
}

/** A message that was sent that many days ago. */
const saidBefore = (conversationId: string, senderId: string, days: number, body: string) => {
  const time = new Date(Date.now() - days * DAY)
  return node.app.context.database.prisma.message.create({
    data: { id: uuidv7({ msecs: time.getTime() }), conversationId, senderId, body, time },
  })
}

describe('history', () => {
  const bodies = async (person: Person, id: string) => {
    const { body } = await person.call('POST', '/api/v1/messages', { id })
    return (body.elements as { message: string }[]).map(({ message }) => message)
  }
  const list = async (person: Person) => (await person.call('POST', '/api/v1/conversations', {})).body

  // covers: 1-free-history-of-30-days
  it('shows 30 days to free members, and everything to premium members', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await saidBefore(conversationId, ben.id, 31, 'Long ago')
    await saidBefore(conversationId, ben.id, 29, 'Lately')
    expect(await bodies(asha, conversationId)).toEqual(['Lately'])
    const { body } = await asha.call('POST', '/api/v1/messages', { id: conversationId })
    expect(body).toMatchObject({ totalElements: 1, totalPages: 1, last: true })
    expect((await list(asha)).elements).toMatchObject([{ id: conversationId, unreadCount: 1 }])
    await makePremium(asha)
    expect(await bodies(asha, conversationId)).toEqual(['Lately', 'Long ago'])
    expect((await list(asha)).elements).toMatchObject([{ id: conversationId, unreadCount: 2 }])
    expect(await bodies(ben, conversationId)).toEqual(['Lately'])
  })

  // covers: 1-free-history-of-30-days
  it('lists older conversations to premium members only', async () => {
    const { asha, conversationId } = await pair(node)
    await node.app.context.database.prisma.conversationMember.updateMany({
      where: { conversationId },
      data: { lastActivity: new Date(Date.now() - 40 * DAY) },
    })
    const figure = async () => (await asha.call('GET', '/api/session')).body.conversationCount
    expect(await list(asha)).toMatchObject({ elements: [], totalElements: 0 })
    expect(await figure()).toBe(0)
    await makePremium(asha)
    expect(await list(asha)).toMatchObject({ elements: [{ id: conversationId }], totalElements: 1 })
    expect(await figure()).toBe(1)
  })
})

describe('the daily limit of new conversations', () => {
  const matchWith = async (person: Person) => {
    const interests = person.user.interests
    const other = await join(node, { interests, premium: true })
    await other.findMatch()
    return person.findMatch()
  }

  // covers: 1-free-daily-limit, 6-premium-members
  it('refuses free members with a clear message, and not premium members', async () => {
    const asha = await join(node, { interests: [`Only asha ${crypto.randomUUID().slice(0, 8)}`] })
    for (let turn = 0; turn < LIMIT; turn += 1) {
      const { conversation } = await matchWith(asha)
      expect(conversation).not.toBeNull()
      await asha.call('GET', `/api/v1/conversation/${conversation?.id}/resign`)
    }
    const refused = await asha.call('GET', '/api/v1/conversation')
    expect(refused).toMatchObject({ status: 403, body: { code: 'DAILY_LIMIT' } })
    expect(refused.body.message).toMatch(/^You have started 3 conversations today.*Premium/)
    await makePremium(asha)
    expect((await matchWith(asha)).conversation).not.toBeNull()
  })

  it('counts two conversations with the same person on one day once', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const started = async (person: Person) =>
      (
        await node.app.context.database.prisma.dailyConversationStart.findMany({
          where: { userId: person.id },
        })
      ).map(({ count }) => count)
    expect([await started(asha), await started(ben)]).toEqual([[1], [1]])
    await startChat(asha, ben)
    expect(await started(asha)).toEqual([1])
    await asha.send(conversationId, 'Goodbye')
    await asha.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    await knockOn(asha, ben)
    await startChat(asha, ben)
    expect([await started(asha), await started(ben)]).toEqual([[1], [1]])
  })

  it('starts from zero each day', async () => {
    const asha = await join(node)
    const yesterday = new Date(Date.now() - DAY)
    await node.app.context.database.prisma.dailyConversationStart.create({
      data: { userId: asha.id, day: yesterday, count: LIMIT },
    })
    expect((await asha.call('GET', '/api/v1/conversation')).status).toBe(202)
  })

  it('lets a free member continue an open conversation', async () => {
    const { asha, ben } = await pair(node)
    await node.app.context.database.prisma.dailyConversationStart.updateMany({
      where: { userId: asha.id },
      data: { count: LIMIT },
    })
    const { status } = await asha.call('POST', '/api/v1/conversation', { secondUser: ben.id })
    expect(status).toBe(200)
  })
})
