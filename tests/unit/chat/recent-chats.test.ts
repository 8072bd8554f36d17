import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#schema/limits.ts'
import { openChat } from '../../kit/chat.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60_000
const kit = useStarted(openChat)

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds)
/** Stores a conversation of the member with a new partner. */
async function aChat(
  userId: string,
  { endedAt = null, openedAt = ago(HOUR), displayName = 'Ben' }: Chat = {},
) {
  const { prisma } = kit.rows.database
  const partnerId = await kit.rows.member()
  await prisma.user.update({ where: { id: partnerId }, data: { displayName } })
  const id = await kit.rows.conversation(userId, partnerId)
  await prisma.conversation.update({ where: { id }, data: { endedAt, openedAt } })
  return { id, partnerId, openedAt, endedAt }
}
interface Chat {
  endedAt?: Date | null
  openedAt?: Date
  displayName?: string
}

describe('the recent chats of a member', () => {
  it('include the open ones and those that ended within the last day, the latest first', async () => {
    const asha = await kit.rows.member()
    const open = await aChat(asha, { openedAt: ago(100 * HOUR) })
    const newest = await aChat(asha, { openedAt: ago(50 * HOUR) })
    const ended = await aChat(asha, { endedAt: ago((LIMITS.recentChatHours - 1) * HOUR), openedAt: ago(1) })
    const justEnded = await aChat(asha, { endedAt: ago(HOUR), openedAt: ago(200 * HOUR) })
    await aChat(asha, { endedAt: ago((LIMITS.recentChatHours + 1) * HOUR) })
    await aChat(await kit.rows.member())
    const chats = await kit.chat.recentChats(asha)
    expect(chats).toEqual(
      [newest, open, justEnded, ended].map((chat) => ({
        ...chat,
        partnerDisplayName: 'Ben',
        blocked: false,
      })),
    )
  })

  it("never show the member's own name as the partner's", async () => {
    const asha = await kit.rows.member()
    await aChat(asha, { displayName: 'Asha' })
    expect(await kit.chat.recentChats(asha)).toMatchObject([{ partnerDisplayName: 'Anonymous' }])
  })

  it('mark partners whom the member has blocked, but not those who blocked the member', async () => {
    const asha = await kit.rows.member()
    const [own, other] = [await aChat(asha, { openedAt: ago(2) }), await aChat(asha, { openedAt: ago(HOUR) })]
    await kit.rows.database.prisma.block.createMany({
      data: [
        { blockerId: asha, blockedId: own.partnerId },
        { blockerId: other.partnerId, blockedId: asha },
      ],
    })
    const chats = await kit.chat.recentChats(asha)
    expect(chats.map(({ id, blocked }) => [id, blocked])).toEqual([
      [own.id, true],
      [other.id, false],
    ])
  })

  it('end at a hundred', async () => {
    const asha = await kit.rows.member()
    const { prisma } = kit.rows.database
    const like = await prisma.user.findUniqueOrThrow({ where: { id: asha } })
    const others = Array.from({ length: 101 }, () => ({ id: uuidv7(), userId: uuidv7() }))
    await prisma.user.createMany({
      data: others.map(({ userId: id }) => ({ ...like, id, userName: `${id}@example.com` })),
    })
    await prisma.conversation.createMany({
      data: others.map(({ id, userId }) => ({ id, lowUserId: asha, highUserId: userId })),
    })
    await prisma.conversationMember.createMany({
      data: others.map(({ id, userId }) => ({ conversationId: id, userId: asha, partnerId: userId })),
    })
    expect(await kit.chat.recentChats(asha)).toHaveLength(100)
  })
})
