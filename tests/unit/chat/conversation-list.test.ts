import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { openChat } from '../../kit/chat.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const kit = useStarted(openChat)
const viewer = (id: string, premium = false) => ({ id, premium })
const change = (id: string, data: object) => kit.rows.database.prisma.user.update({ where: { id }, data })
const list = (id: string, page = { pageNumber: 0, size: 10 }, premium = false) =>
  kit.chat.conversations(viewer(id, premium), page)
async function aConversation() {
  const [asha, ben] = await kit.two()
  const { conversationId } = await kit.chat.open(asha, ben)
  return { asha, ben, conversationId }
}

describe('the list of conversations', () => {
  it('contains the name, the presence and the interests of each partner', async () => {
    const { asha, ben, conversationId } = await aConversation()
    await change(asha, { interests: ['Jazz', 'Free climbing', 'Tea'] })
    await change(ben, { displayName: ' Ben ', interests: ['free CLIMBING', 'Ｊａｚｚ'] })
    await kit.presence.opened(ben, [])
    const { elements, ...page } = await list(asha)
    expect(page).toEqual({ totalElements: 1, totalPages: 1, last: true })
    expect(elements).toEqual([
      {
        id: conversationId,
        userId: asha,
        partnerId: ben,
        userDisplayName: 'Asha',
        partnerDisplayName: 'Ben',
        name: 'Ben',
        userActive: true,
        partnerActive: true,
        userOnline: true,
        awaitsAnswer: false,
        awaitsAnswerUntil: null,
        evening: null,
        exchange: false,
        keep: 'NO',
        openedAt: expect.any(String),
        lastMessageTime: null,
        lastSentMessage: null,
        unreadCount: 0,
        sharedInterests: ['Jazz', 'Free climbing'],
      },
    ])
  })

  it.each(['Asha', ' Asha ', ' '])(
    "replaces the partner's name %j, which is empty or the member's own",
    async (displayName) => {
      const { asha, ben } = await aConversation()
      await change(ben, { displayName })
      expect((await list(asha)).elements[0]).toMatchObject({
        partnerDisplayName: 'Anonymous',
        name: 'Anonymous',
      })
    },
  )

  it('comes in pages, the latest first', async () => {
    const asha = await kit.rows.member()
    const opened: string[] = []
    for (let index = 0; index < 3; index += 1) {
      const { conversationId } = await kit.chat.open(asha, await kit.rows.member())
      const lastActivity = new Date(Date.now() - (3 - index) * HOUR)
      await kit.rows.database.prisma.conversationMember.updateMany({
        where: { conversationId },
        data: { lastActivity },
      })
      opened.unshift(conversationId)
    }
    const page = async (pageNumber: number) => {
      const { elements, totalElements, totalPages, last } = await list(asha, { pageNumber, size: 2 })
      return [elements.map(({ id }) => id), totalElements, totalPages, last]
    }
    expect([await page(0), await page(1)]).toEqual([
      [opened.slice(0, 2), 3, 2, false],
      [opened.slice(2), 3, 2, true],
    ])
    expect(await kit.chat.conversationCount(viewer(asha))).toBe(3)
  })

  it('goes back 30 days for free members, and to the beginning for premium members', async () => {
    const { asha, conversationId } = await aConversation()
    await kit.rows.database.prisma.conversationMember.updateMany({
      where: { conversationId },
      data: { lastActivity: new Date(Date.now() - 31 * DAY) },
    })
    expect([(await list(asha)).totalElements, (await list(asha, undefined, true)).totalElements]).toEqual([
      0, 1,
    ])
    expect(await kit.chat.conversationCount(viewer(asha))).toBe(0)
    expect(await kit.chat.conversationCount(viewer(asha, true))).toBe(1)
  })

  it('counts at most a hundred unread messages', async () => {
    const { asha, ben, conversationId } = await aConversation()
    await kit.rows.database.prisma.message.createMany({
      data: Array.from({ length: 101 }, () => ({
        id: uuidv7(),
        conversationId,
        senderId: ben,
        body: 'x',
        time: new Date(),
      })),
    })
    expect((await list(asha)).elements[0]?.unreadCount).toBe(100)
  })
})
