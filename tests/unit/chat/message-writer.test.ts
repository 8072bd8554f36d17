import { beforeAll, describe, expect, it } from 'vitest'
import { createMessageWriter, type MessageWriter } from '#server/domains/chat/message-writer.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const rows = useStarted(openRows)
let writer: MessageWriter
beforeAll(async () => {
  writer = createMessageWriter({ ...testPlatform(), pool: rows.database.pool })
})

const write = (
  conversationId: string,
  senderId: string,
  body = 'Hello',
  clientMessageId: string | null = null,
) => writer.write({ conversationId, senderId, body, time: new Date(), clientMessageId })
const bodiesOf = async (conversationId: string) =>
  (await rows.database.prisma.message.findMany({ where: { conversationId }, orderBy: { id: 'asc' } })).map(
    ({ body }) => body,
  )
async function aPair() {
  const [asha, ben] = [await rows.member(), await rows.member()]
  return { asha, ben, conversationId: await rows.conversation(asha, ben) }
}

describe('a message', () => {
  it('enters the history of an open conversation of its member', async () => {
    const { asha, ben, conversationId } = await aPair()
    expect(await write(conversationId, asha)).toMatchObject({ partnerId: ben, repeated: false })
    expect(await bodiesOf(conversationId)).toEqual(['Hello'])
  })

  it('stays out once either has blocked the other, even before the conversation ends', async () => {
    const { asha, ben, conversationId } = await aPair()
    const bystander = await aPair()
    await rows.database.prisma.block.create({ data: { blockerId: ben, blockedId: asha } })
    const ended = { code: 'CONVERSATION_ENDED' }
    const outcomes = await Promise.allSettled([
      write(conversationId, asha),
      write(conversationId, ben),
      write(bystander.conversationId, bystander.asha),
    ])
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: ended },
      { status: 'rejected', reason: ended },
      { status: 'fulfilled' },
    ])
    expect(await bodiesOf(conversationId)).toEqual([])
    expect(await bodiesOf(bystander.conversationId)).toEqual(['Hello'])
  })

  it('enters the history when one of the two has blocked a third member', async () => {
    const { asha, ben, conversationId } = await aPair()
    const other = await rows.member()
    await rows.database.prisma.block.createMany({
      data: [
        { blockerId: asha, blockedId: other },
        { blockerId: other, blockedId: ben },
      ],
    })
    await write(conversationId, asha)
    expect(await bodiesOf(conversationId)).toEqual(['Hello'])
  })

  it('cannot enter a conversation that has ended, or one of other members', async () => {
    const { asha, conversationId } = await aPair()
    await expect(write(conversationId, await rows.member())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(write(crypto.randomUUID(), asha)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await rows.database.prisma.conversation.update({
      where: { id: conversationId },
      data: { endedAt: new Date() },
    })
    await expect(write(conversationId, asha)).rejects.toMatchObject({ code: 'CONVERSATION_ENDED' })
    expect(await bodiesOf(conversationId)).toEqual([])
  })

  it('fails when another text was stored with its clientMessageId', async () => {
    const { asha, ben, conversationId } = await aPair()
    await write(conversationId, asha, 'One', 'key-1')
    await expect(write(conversationId, asha, 'Two', 'key-1')).rejects.toMatchObject({ code: 'CONFLICT' })
    const atOnce = ['Three', 'Four'].map((body) => write(conversationId, asha, body, 'key-2'))
    expect((await Promise.allSettled(atOnce)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await write(conversationId, ben, 'Of the partner', 'key-1')
    expect(await bodiesOf(conversationId)).toEqual(['One', 'Three', 'Of the partner'])
  })

  it('enters the history once for its clientMessageId, and a retry returns it even after a block', async () => {
    const { asha, ben, conversationId } = await aPair()
    const first = await write(conversationId, asha, 'Once', 'key-1')
    expect(await write(conversationId, asha, 'Once', 'key-1')).toEqual({ ...first, repeated: true })
    await rows.database.prisma.block.create({ data: { blockerId: ben, blockedId: asha } })
    expect(await write(conversationId, asha, 'Once', 'key-1')).toMatchObject({
      id: first.id,
      repeated: true,
    })
    expect(await bodiesOf(conversationId)).toEqual(['Once'])
  })

  it('keeps its position among messages sent simultaneously', async () => {
    const { asha, ben, conversationId } = await aPair()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => write(conversationId, index % 2 ? asha : ben, `${index}`)),
    )
    expect(await bodiesOf(conversationId)).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`))
  })
})
