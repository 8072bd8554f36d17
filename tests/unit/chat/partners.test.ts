import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { openChat } from '../../kit/chat.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const kit = useStarted(openChat)

const change = (id: string, data: object) => kit.rows.database.prisma.user.update({ where: { id }, data })
async function aConversation() {
  const [asha, ben] = await kit.two()
  const { conversationId } = await kit.chat.open(asha, ben)
  return { asha, ben, conversationId }
}
const block = (blockerId: string, blockedId: string) =>
  kit.rows.database.prisma.block.create({ data: { blockerId, blockedId } })
const notFound = { code: 'NOT_FOUND' }

describe('the profile of a partner', () => {
  it('appears to members who have talked, even after the chat has ended', async () => {
    const { asha, ben, conversationId } = await aConversation()
    const profile = { displayName: 'Ben', interests: ['Tea'], age: 44, gender: 'Male' }
    await change(ben, { ...profile, lookingFor: ['Dating', 'Friendship'] })
    const languages = ['en']
    const known = { languages, learning: [], online: false }
    const partner = { id: ben, ...profile, lookingFor: ['Friendship', 'Dating'], ...known }
    expect(await kit.chat.partner(asha, ben)).toEqual(partner)
    await kit.chat.resign(conversationId, ben)
    await kit.presence.opened(ben, [])
    expect(await kit.chat.partner(asha, ben)).toEqual({ ...partner, online: true })
  })

  it('names the languages of the partner, without codes that this version does not know', async () => {
    const { asha, ben } = await aConversation()
    await change(ben, { languages: ['tlh', 'mr', 'en'] })
    expect(await kit.chat.partner(asha, ben)).toMatchObject({ languages: ['mr', 'en'] })
  })

  // covers: beyond-exchange-profile
  it('names what the partner learns, without unknown codes and without what they speak', async () => {
    const { asha, ben } = await aConversation()
    await change(ben, { languages: ['mr', 'en'], learning: ['tlh', 'en', 'fr'] })
    expect(await kit.chat.partner(asha, ben)).toMatchObject({ learning: ['fr'] })
    await change(ben, { languages: [], language: 'fr' })
    expect(await kit.chat.partner(asha, ben)).toMatchObject({ learning: ['en'] })
  })

  it("cannot be found for a stranger, the member's own id, a closed account, and across a block", async () => {
    const { asha, ben } = await aConversation()
    const stranger = await kit.rows.member()
    for (const id of [stranger, asha, crypto.randomUUID()])
      await expect(kit.chat.partner(asha, id)).rejects.toMatchObject(notFound)
    await change(ben, { active: false })
    await expect(kit.chat.partner(asha, ben)).rejects.toMatchObject(notFound)
    await change(ben, { active: true })
    await block(ben, asha)
    for (const [one, other] of [
      [asha, ben],
      [ben, asha],
    ] as const)
      await expect(kit.chat.partner(one, other)).rejects.toMatchObject(notFound)
  })

  it('keeps its place in the requested order, with a refusal in place of each stranger', async () => {
    const { asha, ben } = await aConversation()
    const [cleo, stranger] = await kit.two()
    await kit.chat.open(asha, cleo)
    const found = await kit.chat.partners(asha, [cleo, stranger, ben, cleo])
    expect(found.map((one) => ('code' in one ? one.code : one.id))).toEqual([cleo, 'NOT_FOUND', ben, cleo])
  })

  it('shows the partner as offline while presence is unavailable, and the failure is reported', async () => {
    const { asha, ben } = await aConversation()
    await kit.presence.opened(ben, [])
    const { online } = kit.presence
    const failure = new Error('Redis is away.')
    kit.presence.online = () => Promise.reject(failure)
    kit.errors.length = 0
    expect(await kit.chat.partner(asha, ben)).toMatchObject({ online: false })
    expect(kit.errors).toEqual([failure])
    kit.presence.online = online
    expect(await kit.chat.partner(asha, ben)).toMatchObject({ online: true })
  })
})

describe('a chat with a former partner', () => {
  const startWith = (id: string, partnerId: string) =>
    kit.chat.startWith({ id, premium: false, emailVerified: true }, partnerId)

  it.each([
    ['has closed their account', { active: false }],
    ['is banned', { bannedAt: new Date() }],
    ['is suspended', { suspendedUntil: new Date(Date.now() + DAY) }],
  ])('cannot be started while the partner %s', async (_, data) => {
    const { asha, ben, conversationId } = await aConversation()
    await kit.chat.resign(conversationId, asha)
    await change(ben, data)
    await expect(startWith(asha, ben)).rejects.toMatchObject(notFound)
    await change(ben, { active: true, bannedAt: null, suspendedUntil: new Date(Date.now() - DAY) })
    expect(await startWith(asha, ben)).toEqual({ conversationId, isOpen: false })
  })

  it('cannot be started when either has blocked the other', async () => {
    for (const isTurned of [false, true]) {
      const { asha, ben, conversationId } = await aConversation()
      await kit.chat.resign(conversationId, asha)
      await (isTurned ? block(asha, ben) : block(ben, asha))
      await expect(startWith(asha, ben)).rejects.toMatchObject(notFound)
    }
  })

  it('can be started thirty times a minute', async () => {
    const [asha, stranger] = await kit.two()
    for (let count = 0; count < 30; count += 1)
      await expect(startWith(asha, stranger)).rejects.toMatchObject(notFound)
    await expect(startWith(asha, stranger)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})

describe('the presence of a member', () => {
  it('reaches the fifty latest partners, and none across a block', async () => {
    const { prisma } = kit.rows.database
    const asha = await kit.rows.member()
    await kit.presence.opened(asha, [])
    const now = Date.now()
    const like = await prisma.user.findUniqueOrThrow({ where: { id: asha } })
    const partners = Array.from({ length: 52 }, () => uuidv7())
    await prisma.user.createMany({
      data: partners.map((id) => ({ ...like, id, userName: `${id}@example.com` })),
    })
    await prisma.conversation.createMany({
      data: partners.map((id) => ({ id, lowUserId: asha, highUserId: id })),
    })
    await prisma.conversationMember.createMany({
      data: partners.map((partnerId, index) => ({
        conversationId: partnerId,
        userId: asha,
        partnerId,
        lastActivity: new Date(now - index * 1_000),
      })),
    })
    for (const partner of partners) await kit.presence.opened(partner, [])
    await block(partners[0] ?? '', asha)
    const streams = await Promise.all(partners.map((partner) => kit.stream(partner)))
    await kit.events.emit('streamOpened', { userId: asha })
    const told = streams.map((stream) => stream.events('USER_ONLINE').length)
    expect(told).toEqual([0, ...Array.from({ length: 50 }, () => 1), 0])
  })
})
