import { describe, expect, it } from 'vitest'
import { openChat } from '../../kit/chat.ts'
import { runBehindLock } from '../../kit/held-lock.ts'
import { useStarted } from '../../kit/use-started.ts'

const LIMIT = 1
const MINUTE = 60_000
const kit = useStarted(() => openChat({ freeConversationsADay: LIMIT }))

const prisma = () => kit.rows.database.prisma
const countOf = async (userId: string) =>
  (await prisma().dailyConversationStart.findMany({ where: { userId } })).map(({ count }) => count)
const starter = (id: string) => ({ id, premium: false, emailVerified: true })
/** Starts a chat from a list, which the partner accepts. */
async function startFromList(asha: string, ben: string): Promise<string> {
  const { conversationId, isOpen } = await kit.chat.startWith(starter(asha), ben)
  if (isOpen) return conversationId
  const knock = await prisma().knock.findFirstOrThrow({ where: { fromId: asha, toId: ben } })
  await kit.chat.knocks.accept(ben, knock.id)
  return conversationId
}
const write = (id: string, conversationId: string) =>
  kit.chat.send({ id, displayName: 'Asha' }, { conversationId, message: 'Hello' })
async function matched() {
  const [asha, ben] = await kit.two()
  const { conversationId } = await kit.chat.open(asha, ben)
  return { asha, ben, conversationId }
}
const countedYesterday = (conversationId: string) =>
  prisma().conversationMember.updateMany({
    where: { conversationId },
    data: { countedDay: new Date(Date.now() - 24 * 60 * MINUTE) },
  })
const goAway = (userId: string) =>
  prisma().memberPresence.upsert({
    where: { userId },
    create: { userId, awaySince: new Date(Date.now() - 11 * MINUTE) },
    update: { awaySince: new Date(Date.now() - 11 * MINUTE) },
  })

/** Every way in which a member leaves. */
const WAYS: [string, (asha: string, ben: string, conversationId: string) => Promise<unknown>][] = [
  ['presses Find Another or cancels', (asha, _, conversationId) => kit.chat.resign(conversationId, asha)],
  ['blocks', (asha, ben) => kit.events.emit('userBlocked', { blockerId: asha, blockedId: ben })],
  ['is suspended', (asha) => kit.events.emit('userSuspended', { userId: asha })],
  [
    'closes the page',
    async (asha, _, conversationId) => {
      const leavingSince = new Date(Date.now() - 2 * MINUTE)
      await prisma().conversationMember.updateMany({
        where: { conversationId, userId: asha },
        data: { leavingSince },
      })
      await kit.chat.departures.endDue()
    },
  ],
  [
    'stays away',
    async (asha, _, id) => {
      await prisma().conversation.update({
        where: { id },
        data: { openedAt: new Date(Date.now() - 12 * MINUTE) },
      })
      await goAway(asha)
      await kit.chat.departures.endDue()
    },
  ],
]

describe.each(WAYS)('a member who %s', (_, leave) => {
  // covers: design-starts-given-back
  it('costs the partner nothing without a word, and themselves a start', async () => {
    const { asha, ben, conversationId } = await matched()
    expect([await countOf(asha), await countOf(ben)]).toEqual([[1], [1]])
    await leave(asha, ben, conversationId)
    expect(await prisma().conversation.findUnique({ where: { id: conversationId } })).toMatchObject({
      endedBy: asha,
    })
    expect([await countOf(asha), await countOf(ben)]).toEqual([[1], [0]])
    await kit.chat.assertMayStart(starter(ben))
    await expect(kit.chat.assertMayStart(starter(asha))).rejects.toMatchObject({ code: 'DAILY_LIMIT' })
  })

  it('costs the partner a start after a message', async () => {
    const { asha, ben, conversationId } = await matched()
    await write(asha, conversationId)
    await leave(asha, ben, conversationId)
    expect([await countOf(asha), await countOf(ben)]).toEqual([[1], [1]])
  })
})

describe('a start that is given back', () => {
  it('comes back even when the partner wrote', async () => {
    const { asha, ben, conversationId } = await matched()
    await write(ben, conversationId)
    await kit.chat.resign(conversationId, asha)
    expect(await countOf(ben)).toEqual([0])
  })

  it('comes back when the one who left wrote only in an earlier conversation of the two', async () => {
    const { asha, ben, conversationId } = await matched()
    await write(asha, conversationId)
    await kit.chat.resign(conversationId, asha)
    await countedYesterday(conversationId)
    await kit.chat.open(asha, ben)
    expect(await countOf(ben)).toEqual([2])
    await kit.chat.resign(conversationId, asha)
    expect([await countOf(asha), await countOf(ben)]).toEqual([[2], [1]])
  })

  it('comes back once, and the next start counts again', async () => {
    const { asha, ben, conversationId } = await matched()
    await kit.chat.resign(conversationId, asha)
    await kit.chat.resign(conversationId, asha)
    expect(await countOf(ben)).toEqual([0])
    await kit.chat.open(asha, ben)
    expect([await countOf(asha), await countOf(ben)]).toEqual([[1], [1]])
  })

  it('does not come to a member who did not start', async () => {
    const [asha, ben] = await kit.two()
    kit.near.add(ben)
    await kit.chat.open(ben, await kit.rows.member())
    const id = await startFromList(asha, ben)
    await kit.chat.resign(id, asha)
    expect([await countOf(asha), await countOf(ben)]).toEqual([[1], [1]])
  })

  it('comes back from each chat that an absence ends', async () => {
    const [asha, ...partners] = [await kit.rows.member(), await kit.rows.member(), await kit.rows.member()]
    for (const ben of partners) await kit.chat.open(asha, ben)
    await prisma().conversation.updateMany({ data: { openedAt: new Date(Date.now() - 12 * MINUTE) } })
    await goAway(asha)
    await kit.chat.departures.endDue()
    expect(await Promise.all([asha, ...partners].map(countOf))).toEqual([[2], [0], [0]])
  })

  it('comes back to both when a block forbids the chat while it opens', async () => {
    const [asha, ben] = await kit.two()
    const { conversationId } = await kit.chat.open(asha, ben, [])
    await kit.chat.resign(conversationId, asha)
    const refused = await runBehindLock(kit.rows.database.pool, {
      lock: (holder) => holder.query('SELECT 1 FROM conversation WHERE id = $1 FOR UPDATE', [conversationId]),
      work: () => kit.chat.open(asha, ben),
      change: () => prisma().block.create({ data: { blockerId: ben, blockedId: asha } }),
    })
    expect(refused).toMatchObject({ code: 'FORBIDDEN' })
    expect([await countOf(asha), await countOf(ben)]).toEqual([[0], [0]])
  })
})

describe('a second conversation of two members on the same day', () => {
  // covers: design-starts-given-back
  it('costs nothing, also when the limit is reached', async () => {
    const { asha, ben, conversationId } = await matched()
    await kit.chat.resign(conversationId, asha)
    await expect(kit.chat.assertMayStart(starter(asha))).rejects.toMatchObject({ code: 'DAILY_LIMIT' })
    await startFromList(asha, ben)
    expect(await countOf(asha)).toEqual([1])
  })

  it('gives nothing back when it is left without a word', async () => {
    const { asha, ben, conversationId } = await matched()
    await write(asha, conversationId)
    await kit.chat.resign(conversationId, asha)
    await kit.chat.open(asha, ben)
    await kit.chat.resign(conversationId, asha)
    expect([await countOf(asha), await countOf(ben)]).toEqual([[1], [1]])
  })

  it('costs nothing after one that only the partner started', async () => {
    const { asha, ben, conversationId } = await matched()
    await kit.chat.resign(conversationId, ben)
    await kit.chat.open(asha, ben, [asha])
    await write(ben, conversationId)
    await kit.chat.resign(conversationId, ben)
    await kit.chat.open(asha, ben, [ben])
    expect(await countOf(ben)).toEqual([1])
  })

  it('counts on the next day', async () => {
    const { asha, ben, conversationId } = await matched()
    await kit.chat.resign(conversationId, asha)
    await countedYesterday(conversationId)
    await kit.chat.open(asha, ben)
    expect(await countOf(asha)).toEqual([2])
  })

  it('needs a free place on the next day', async () => {
    const { asha, ben, conversationId } = await matched()
    await kit.chat.resign(conversationId, asha)
    await countedYesterday(conversationId)
    await expect(kit.chat.startWith(starter(asha), ben)).rejects.toMatchObject({
      code: 'DAILY_LIMIT',
    })
  })

  it('does not let a member with a full day start with another member of the list', async () => {
    const { asha } = await matched()
    const [carl] = await kit.two()
    kit.near.add(carl)
    await expect(kit.chat.startWith(starter(asha), carl)).rejects.toMatchObject({
      code: 'DAILY_LIMIT',
    })
  })
})

describe('the statement that ends a chat', () => {
  const lockSide = (conversationId: string, userId: string) => ({
    text: 'SELECT 1 FROM conversation_member WHERE conversation_id = $1 AND user_id = $2 FOR UPDATE NOWAIT',
    values: [conversationId, userId],
  })

  it.each([
    ['by its member', (conversationId: string, userId: string) => kit.chat.resign(conversationId, userId)],
    [
      'by an absence',
      async (_: string, userId: string) => {
        await goAway(userId)
        await kit.chat.departures.endDue()
      },
    ],
  ])('locks both sides in the order of their ids, as other statements do: %s', async (_, end) => {
    const { asha, ben, conversationId } = await matched()
    await prisma().conversation.update({
      where: { id: conversationId },
      data: { openedAt: new Date(Date.now() - 12 * MINUTE) },
    })
    const [low, high] = [asha, ben].sort() as [string, string]
    const outcome = await runBehindLock(kit.rows.database.pool, {
      lock: (holder) => holder.query(lockSide(conversationId, low)),
      work: () => end(conversationId, high),
      change: (holder) => holder.query(lockSide(conversationId, high)),
    })
    expect(outcome).toBeUndefined()
    expect((await prisma().conversation.findUniqueOrThrow({ where: { id: conversationId } })).endedBy).toBe(
      high,
    )
  })
})
