import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { openChat } from '../../kit/chat.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const kit = useStarted(openChat)

const viewer = (id: string, premium = false) => ({ id, premium })
async function aConversation() {
  const [asha, ben] = await kit.two()
  await kit.rows.database.prisma.user.update({ where: { id: ben }, data: { displayName: 'Ben' } })
  const { conversationId } = await kit.chat.open(asha, ben)
  return { asha, ben, conversationId }
}
const say = async (id: string, conversationId: string, ...texts: string[]) => {
  const sent = []
  for (const message of texts)
    sent.push(await kit.chat.send({ id, displayName: 'Asha' }, { conversationId, message }))
  return sent
}
const page = (userId: string, id: string, request: object = {}) =>
  kit.chat.messages(viewer(userId), { id, pageNumber: 0, size: 10, ...request })
const bodies = ({ elements }: { elements: { message: string }[] }) => elements.map(({ message }) => message)

describe('the messages of a conversation', () => {
  it('come in pages, the newest first, with their number', async () => {
    const { asha, conversationId } = await aConversation()
    expect(await page(asha, conversationId)).toEqual({
      elements: [],
      totalElements: 0,
      totalPages: 0,
      last: true,
    })
    await say(asha, conversationId, 'One', 'Two', 'Three', 'Four')
    const of = async (pageNumber: number, size: number) => {
      const { elements, ...rest } = await page(asha, conversationId, { pageNumber, size })
      return { bodies: elements.map(({ message }) => message), ...rest }
    }
    const counted = { totalElements: 4, totalPages: 2 }
    expect(await of(0, 3)).toEqual({ bodies: ['Four', 'Three', 'Two'], ...counted, last: false })
    expect(await of(1, 3)).toEqual({ bodies: ['One'], ...counted, last: true })
    expect(await of(1, 2)).toEqual({ bodies: ['Two', 'One'], ...counted, last: true })
    expect(await of(5, 2)).toEqual({ bodies: [], ...counted, last: true })
  })

  it('start before a given message, as do their pages', async () => {
    const { asha, conversationId } = await aConversation()
    const sent = await say(asha, conversationId, 'One', 'Two', 'Three', 'Four')
    const before = sent[3]?.id
    const first = await page(asha, conversationId, { before, size: 2 })
    expect([bodies(first), first.last, first.totalElements]).toEqual([['Three', 'Two'], false, 4])
    expect(bodies(await page(asha, conversationId, { before, size: 2, pageNumber: 1 }))).toEqual(['One'])
  })

  it('contain their sender, and whether the partner has read or cleared them', async () => {
    const { asha, ben, conversationId } = await aConversation()
    const [one] = await say(asha, conversationId, 'One')
    const [two] = await say(ben, conversationId, 'Two')
    const seenBy = async (id: string) =>
      (await page(id, conversationId)).elements.map(({ message, senderName, read, clearedBy }) => [
        message,
        senderName,
        read,
        clearedBy,
      ])
    expect(await seenBy(asha)).toEqual([
      ['Two', 'Ben', false, []],
      ['One', 'Asha', false, []],
    ])
    await kit.chat.markRead(conversationId, ben)
    expect(await seenBy(asha)).toEqual([
      ['Two', 'Ben', false, []],
      ['One', 'Asha', true, []],
    ])
    await kit.chat.clear(conversationId, ben)
    await kit.chat.markRead(conversationId, asha)
    expect(await seenBy(asha)).toEqual([
      ['Two', 'Ben', true, [ben]],
      ['One', 'Asha', true, [ben]],
    ])
    const [three] = await say(asha, conversationId, 'Three')
    expect((await page(ben, conversationId)).elements).toEqual([{ ...three, read: false, clearedBy: [] }])
    expect((await page(asha, conversationId)).elements.map(({ id, senderId }) => [id, senderId])).toEqual([
      [three?.id, asha],
      [two?.id, ben],
      [one?.id, asha],
    ])
  })

  it('contain their clientMessageId and the time at which they were stored', async () => {
    const { asha, conversationId } = await aConversation()
    const sent = await kit.chat.send(
      { id: asha, displayName: 'Asha' },
      { conversationId, message: 'Hello', clientMessageId: 'key-1' },
    )
    expect((await page(asha, conversationId)).elements).toEqual([{ ...sent, delivered: false }])
  })

  it('go back thirty days for free members, and to the beginning for premium members', async () => {
    const { asha, ben, conversationId } = await aConversation()
    const store = (days: number) =>
      kit.rows.database.prisma.message.create({
        data: {
          id: uuidv7({ msecs: Date.now() - days * DAY }),
          conversationId,
          senderId: ben,
          body: `${days} days old`,
          time: new Date(),
        },
      })
    for (const days of [31, 29]) await store(days)
    expect(bodies(await page(asha, conversationId))).toEqual(['29 days old'])
    const all = await kit.chat.messages(viewer(asha, true), { id: conversationId, pageNumber: 0, size: 10 })
    expect([bodies(all), all.totalElements]).toEqual([['29 days old', '31 days old'], 2])
    const seen = async (premium: boolean) =>
      (await kit.chat.conversation(conversationId, viewer(asha, premium))).unreadCount
    expect([await seen(false), await seen(true)]).toEqual([1, 2])
  })
})

describe('a conversation that the member may not read', () => {
  it('cannot be found when it is unknown, of others or across a block', async () => {
    const { asha, ben, conversationId } = await aConversation()
    const stranger = await kit.rows.member()
    const notFound = { code: 'NOT_FOUND' }
    await expect(page(stranger, conversationId)).rejects.toMatchObject(notFound)
    await expect(kit.chat.conversation(conversationId, viewer(stranger))).rejects.toMatchObject(notFound)
    await expect(page(asha, crypto.randomUUID())).rejects.toMatchObject(notFound)
    await kit.rows.database.prisma.block.create({ data: { blockerId: ben, blockedId: asha } })
    for (const userId of [asha, ben]) {
      await expect(page(userId, conversationId)).rejects.toMatchObject(notFound)
      await expect(kit.chat.markRead(conversationId, userId)).rejects.toMatchObject(notFound)
      await expect(kit.chat.clear(conversationId, userId)).rejects.toMatchObject(notFound)
      await expect(kit.chat.resign(conversationId, userId)).rejects.toMatchObject(notFound)
      await expect(kit.chat.resignUnlessBack(conversationId, userId)).rejects.toMatchObject(notFound)
    }
  })

  it('becomes a refusal in its place among the pages of several conversations', async () => {
    const [first, second] = [await aConversation(), await aConversation()]
    const { asha } = first
    await say(asha, first.conversationId, 'One', 'Two')
    const third = await kit.chat.open(asha, second.ben)
    await say(second.ben, third.conversationId, 'Three')
    const of = (id: string, size: number, pageNumber = 0) => ({ id, pageNumber, size })
    const pages = await kit.chat.messagePages(viewer(asha), [
      of(third.conversationId, 10),
      of(second.conversationId, 10),
      of(first.conversationId, 1, 1),
      of(first.conversationId, 1),
    ])
    const told = pages.map((one) => ('code' in one ? one.code : [bodies(one), one.totalPages, one.last]))
    expect(told).toEqual([[['Three'], 1, true], 'NOT_FOUND', [['One'], 2, true], [['Two'], 2, false]])
  })

  it('allows 120 reads a minute, in pages of one or of several', async () => {
    const { asha, conversationId } = await aConversation()
    const one = { id: conversationId, pageNumber: 0, size: 1 }
    for (let count = 0; count < 60; count += 1) {
      await kit.chat.messages(viewer(asha), one)
      await kit.chat.messagePages(viewer(asha), [one])
    }
    await expect(kit.chat.messages(viewer(asha), one)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(kit.chat.messagePages(viewer(asha), [one])).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})
