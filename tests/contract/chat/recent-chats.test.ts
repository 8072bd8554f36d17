import { describe, expect, it } from 'vitest'
import { ask } from '../../kit/graphql.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const resign = (person: Person, conversationId: string) =>
  person.call('GET', `/api/v1/conversation/${conversationId}/resign?resetPartner=true`)
const report = (person: Person, reportedUserId: string) =>
  person.call('POST', '/api/user/report/true', { reportedUserId, reason: 'Threats before leaving' })
const block = (person: Person, userId: string) => person.call('POST', '/api/v1/blocks', { userId })
const reportOf = (reportedId: string) =>
  node.app.context.database.prisma.report.findFirstOrThrow({ where: { reportedId } })

async function recentChats(person: Person) {
  const query = '{ recentChats { id partnerId partnerDisplayName openedAt endedAt blocked } }'
  return (await ask(node, person, query)).data?.recentChats
}

const HOUR = 60 * 60_000
const endedHoursAgo = (id: string, hours: number) =>
  node.app.context.database.prisma.conversation.update({
    where: { id },
    data: { endedAt: new Date(Date.now() - hours * HOUR) },
  })

describe('report and block after a chat', () => {
  it('lets a free member report the partner who left, with the messages as evidence', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'I know where you live')
    await resign(ben, conversationId)
    expect((await report(asha, ben.id)).status).toBe(200)
    expect(await reportOf(ben.id)).toMatchObject({
      reporterId: asha.id,
      conversationId,
      evidence: [{ senderId: ben.id, message: 'I know where you live' }],
    })
  })

  // covers: beyond-report-after-leaving
  it('lets a free member report a partner who blocked them first', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'Something nasty')
    await block(ben, asha.id)
    expect((await report(asha, ben.id)).status).toBe(200)
    expect((await reportOf(ben.id)).evidence).toMatchObject([{ message: 'Something nasty' }])
  })

  it('lets a free member report a partner whose account was closed after the chat', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'Something nasty')
    const closed = await ask(node, ben, 'mutation { closeAccount(password: "Monsoon-2026") }')
    expect(closed.errors).toEqual([])
    expect((await report(asha, ben.id)).status).toBe(200)
    expect((await reportOf(ben.id)).evidence).toMatchObject([{ message: 'Something nasty' }])
  })

  it('lets a free member block the partner who left, and does not match the two again', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await resign(ben, conversationId)
    expect((await block(asha, ben.id)).status).toBe(200)
    expect((await asha.call('GET', `/api/v1/user/${ben.id}`)).status).toBe(404)
  })
})

describe('recent chats', () => {
  it('contain the partner and the times, and no messages', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'A secret')
    expect(await recentChats(asha)).toEqual([
      {
        id: conversationId,
        partnerId: ben.id,
        partnerDisplayName: ben.user.displayName,
        openedAt: expect.any(String),
        endedAt: null,
        blocked: false,
      },
    ])
    await resign(ben, conversationId)
    const [ended] = await recentChats(asha)
    expect(ended).toMatchObject({ id: conversationId, endedAt: expect.any(String) })
    expect(JSON.stringify(ended)).not.toContain('A secret')
  })

  // covers: beyond-recent-chats
  it('stay for 24 hours after the end of a chat', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await resign(ben, conversationId)
    await endedHoursAgo(conversationId, 23.9)
    expect(await recentChats(asha)).toHaveLength(1)
    await endedHoursAgo(conversationId, 24.1)
    expect(await recentChats(asha)).toEqual([])
  })

  it('list open chats first, then the latest end first', async () => {
    const interests = [`Recent ${crypto.randomUUID().slice(0, 8)}`]
    const asha = await join(node, { interests })
    const ids: string[] = []
    for (const _ of [1, 2, 3]) {
      const partner = await join(node, { interests })
      await asha.findMatch()
      const id = (await partner.findMatch()).conversation?.id ?? ''
      await resign(asha, id)
      ids.push(id)
    }
    const [first = '', second = '', third = ''] = ids
    await endedHoursAgo(first, 1)
    await endedHoursAgo(second, 5)
    await node.app.context.database.prisma.conversation.update({
      where: { id: third },
      data: { endedAt: null },
    })
    const listed = (await recentChats(asha)) as { id: string }[]
    expect(listed.map(({ id }) => id)).toEqual([third, first, second])
  })

  it('include a partner who blocked the member, without revealing the block', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await block(ben, asha.id)
    expect(await recentChats(asha)).toMatchObject([
      { id: conversationId, partnerId: ben.id, partnerDisplayName: ben.user.displayName, blocked: false },
    ])
    expect(await recentChats(ben)).toMatchObject([{ partnerId: asha.id, blocked: true }])
  })

  it('show the chats of the caller alone', async () => {
    await pair(node)
    const stranger = await join(node)
    expect(await recentChats(stranger)).toEqual([])
  })

  it("never show the member's own name as the partner's", async () => {
    const { asha, ben } = await pair(node)
    await node.app.context.database.prisma.user.update({
      where: { id: ben.id },
      data: { displayName: asha.user.displayName },
    })
    expect(await recentChats(asha)).toMatchObject([{ partnerDisplayName: 'Anonymous' }])
  })
})
