import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { openChat } from '../../kit/chat.ts'
import { useStarted } from '../../kit/use-started.ts'

const kit = useStarted(openChat)
const rowOf = (id: string) => kit.rows.database.prisma.conversation.findUniqueOrThrow({ where: { id } })
async function aConversation() {
  const [asha, ben] = await kit.two()
  const { conversationId } = await kit.chat.open(asha, ben)
  return { asha, ben, conversationId }
}

describe('the presence of a member', () => {
  it('reaches the partners who are online, unless it has changed since', async () => {
    const { asha, ben } = await aConversation()
    const stream = await kit.stream(ben)
    const own = await kit.stream(asha)
    await kit.presence.opened(ben, [])
    await kit.presence.opened(asha, [])
    await kit.events.emit('streamOpened', { userId: asha })
    await kit.events.emit('streamsClosed', { userId: asha })
    expect(stream.events('USER_ONLINE').map(({ data }) => data)).toEqual([{ userId: asha }])
    expect(stream.events('USER_OFFLINE')).toEqual([])
    await kit.presence.closed(asha)
    await expect.poll(async () => (await kit.presence.online([asha])).size).toBe(0)
    await kit.events.emit('streamsClosed', { userId: asha })
    expect(stream.events('USER_OFFLINE').map(({ data }) => data)).toEqual([{ userId: asha }])
    expect(own.events('USER_ONLINE')).toEqual([])
  })
})

describe('a member who is gone', () => {
  const later = (conversationId: string, userId: string, milliseconds: number) =>
    kit.rows.database.prisma.conversationMember.updateMany({
      where: { conversationId, userId },
      data: { leavingSince: new Date(Date.now() - milliseconds) },
    })
  const isEnded = async (id: string) => (await rowOf(id)).endedAt !== null

  it('leaves after the grace period, and not before', async () => {
    const { asha, conversationId } = await aConversation()
    await kit.chat.resignUnlessBack(conversationId, asha)
    await kit.chat.departures.endDue()
    expect(await isEnded(conversationId)).toBe(false)
    await later(conversationId, asha, 61_000)
    await kit.chat.departures.endDue()
    expect(await rowOf(conversationId)).toMatchObject({ endedBy: asha })
  })

  it('stays after a stream opened and stayed open, and while a stream is open', async () => {
    const [back, here] = [await aConversation(), await aConversation()]
    await later(back.conversationId, back.asha, 50_000)
    await kit.presence.opened(back.asha, [])
    await kit.events.emit('streamAttached', { userId: back.asha })
    const marks = { conversationId: back.conversationId, leavingSince: { not: null } }
    await expect.poll(() => kit.rows.database.prisma.conversationMember.count({ where: marks })).toBe(0)
    await kit.presence.closed(back.asha)
    await later(here.conversationId, here.asha, 61_000)
    await kit.presence.opened(here.asha, [])
    await kit.chat.departures.endDue()
    expect([await isEnded(back.conversationId), await isEnded(here.conversationId)]).toEqual([false, false])
  })

  it('leaves after ten minutes without a stream, unless one is open again', async () => {
    const [gone, back] = [await aConversation(), await aConversation()]
    for (const { asha } of [gone, back]) {
      await kit.events.emit('streamOpened', { userId: asha })
      await kit.events.emit('streamsClosed', { userId: asha })
    }
    await kit.chat.departures.endDue()
    expect(await isEnded(gone.conversationId)).toBe(false)
    for (const { asha, conversationId } of [gone, back]) {
      const awaySince = new Date(Date.now() - 11 * 60_000)
      await kit.rows.database.prisma.memberPresence.update({ where: { userId: asha }, data: { awaySince } })
      const openedAt = new Date(Date.now() - 12 * 60_000)
      await kit.rows.database.prisma.conversation.update({
        where: { id: conversationId },
        data: { openedAt },
      })
    }
    await kit.presence.opened(back.asha, [])
    await kit.chat.departures.endDue()
    expect([await isEnded(gone.conversationId), await isEnded(back.conversationId)]).toEqual([true, false])
    const known = await kit.rows.database.prisma.memberPresence.findMany({
      where: { userId: { in: [gone.asha, back.asha] } },
    })
    expect(known.map(({ userId, awaySince }) => [userId, awaySince])).toEqual([[back.asha, null]])
  })

  it('can be found among more than 200 members when their stream was lost silently', async () => {
    const { prisma } = kit.rows.database
    await prisma.memberPresence.deleteMany()
    const like = await prisma.user.findUniqueOrThrow({ where: { id: await kit.rows.member() } })
    const members = Array.from({ length: 203 }, () => uuidv7())
    await prisma.user.createMany({
      data: members.map((id) => ({ ...like, id, userName: `${id}@example.com` })),
    })
    await prisma.memberPresence.createMany({ data: members.map((userId) => ({ userId })) })
    const here = members.slice(0, 2)
    for (const userId of here) await kit.presence.opened(userId, [])
    await kit.chat.departures.findAbsent()
    const left = await prisma.memberPresence.findMany({ where: { awaySince: null } })
    expect(left.map(({ userId }) => userId).toSorted()).toEqual(here.toSorted())
    const awaySince = new Date(Date.now() - 11 * 60_000)
    await prisma.memberPresence.updateMany({ where: { userId: { notIn: here } }, data: { awaySince } })
    await kit.chat.departures.endDue()
    expect(await prisma.memberPresence.count()).toBe(here.length)
  })

  it('leaves even when more than 200 members are due at once', async () => {
    const { prisma } = kit.rows.database
    const [asha, ben] = await kit.two()
    const { conversationId } = await kit.chat.open(asha, ben)
    const like = await prisma.user.findUniqueOrThrow({ where: { id: asha } })
    const others = Array.from({ length: 200 }, () => ({ userId: uuidv7(), id: uuidv7() }))
    await prisma.user.createMany({
      data: others.map(({ userId: id }) => ({ ...like, id, userName: `${id}@example.com` })),
    })
    const endedAt = new Date()
    await prisma.conversation.createMany({
      data: others.map(({ id, userId }) => ({ id, lowUserId: asha, highUserId: userId, endedAt })),
    })
    const leavingSince = new Date(Date.now() - 120_000)
    await prisma.conversationMember.createMany({
      data: others.map(({ id, userId }) => ({ conversationId: id, userId, partnerId: asha, leavingSince })),
    })
    await later(conversationId, asha, 61_000)
    await kit.chat.departures.endDue()
    expect(await isEnded(conversationId)).toBe(true)
    expect(await prisma.conversationMember.count({ where: { leavingSince: { not: null } } })).toBe(0)
  })
})
