import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { messagesFrom, readUndelivered } from '#server/domains/chat/undelivered-messages.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const NOW = Date.now()

const rows = useStarted(openRows)

async function aPair() {
  const [asha, ben] = [await rows.member(), await rows.member()]
  return { asha, ben, conversationId: await rows.conversation(asha, ben) }
}
async function say(conversationId: string, senderId: string, time = NOW, clientMessageId?: string) {
  const id = uuidv7({ msecs: time })
  const data = { id, conversationId, senderId, body: 'Hello', time: new Date(time) }
  await rows.database.prisma.message.create({
    data: { ...data, ...(clientMessageId ? { clientMessageId } : {}) },
  })
  return id
}

describe('the messages from a time on', () => {
  it('come in order, five thousand at a time, up to the last one', async () => {
    const { asha, conversationId } = await aPair()
    const from = NOW + 60_000
    const store = (first: number, last: number) =>
      rows.database.prisma.message.createMany({
        data: Array.from({ length: last - first + 1 }, (_, index) => {
          const time = from + first + index
          const data = { conversationId, senderId: asha, body: 'x', time: new Date(time) }
          return { id: uuidv7({ msecs: time }), ...data }
        }),
      })
    const read = async (time: number) => {
      const batches = await Array.fromAsync(messagesFrom(rows.database.pool, time))
      return batches.map((batch) => [batch.length, batch.at(0)?.time, batch.at(-1)?.time])
    }
    await store(1, 4_999)
    expect(await read(from)).toEqual([[4_999, from + 1, from + 4_999]])
    await store(5_000, 5_001)
    const last = from + 5_001
    expect(await read(from)).toEqual([
      [5_000, from + 1, from + 5_000],
      [1, last, last],
    ])
    expect(await read(from + 2)).toEqual([
      [5_000, from + 2, last],
      [0, undefined, undefined],
    ])
    expect(await read(last + 1)).toEqual([[0, undefined, undefined]])
    await rows.database.prisma.message.deleteMany({ where: { conversationId } })
  })

  it('start with the first message for any earlier time, even a negative one', async () => {
    const { asha, conversationId } = await aPair()
    const id = await say(conversationId, asha)
    for (const time of [-1, 0, NOW]) {
      const [batch] = await Array.fromAsync(messagesFrom(rows.database.pool, time))
      expect(batch?.map(({ key }) => key)).toContain(id)
    }
  })
})

describe('unpublished messages', () => {
  it('equal what their event contains, in order', async () => {
    const { asha, ben, conversationId } = await aPair()
    await rows.database.prisma.user.update({ where: { id: ben }, data: { displayName: 'Ben' } })
    const first = await say(conversationId, ben, NOW, 'key-1')
    const second = await say(conversationId, asha, NOW + 1)
    const found = await readUndelivered(rows.database.pool, [second, first])
    const told = { conversationId, message: 'Hello', read: false, clearedBy: [] }
    const recipients = expect.toSatisfy(
      (ids: string[]) => ids.toSorted().join() === [asha, ben].sort().join(),
    )
    expect(found).toEqual([
      {
        recipients,
        message: {
          ...told,
          id: first,
          senderId: ben,
          senderName: 'Ben',
          clientMessageId: 'key-1',
          time: new Date(NOW).toISOString(),
        },
      },
      {
        recipients,
        message: {
          ...told,
          id: second,
          senderId: asha,
          senderName: 'Asha',
          clientMessageId: null,
          time: new Date(NOW + 1).toISOString(),
        },
      },
    ])
    expect(await readUndelivered(rows.database.pool, [])).toEqual([])
  })

  it('go to members who have not cleared them', async () => {
    const { asha, ben, conversationId } = await aPair()
    const first = await say(conversationId, asha, NOW)
    const second = await say(conversationId, asha, NOW + 1)
    await rows.database.prisma.conversationMember.updateMany({
      where: { conversationId, userId: ben },
      data: { clearedThrough: first },
    })
    const [one, other] = await readUndelivered(rows.database.pool, [first, second])
    expect(one?.recipients).toEqual([asha])
    expect(other?.recipients.toSorted()).toEqual([asha, ben].sort())
  })

  it('go to no member once one has blocked the other', async () => {
    for (const isTurned of [false, true]) {
      const { asha, ben, conversationId } = await aPair()
      const id = await say(conversationId, asha)
      const [blockerId, blockedId] = isTurned ? [asha, ben] : [ben, asha]
      await rows.database.prisma.block.create({ data: { blockerId, blockedId } })
      expect(await readUndelivered(rows.database.pool, [id])).toMatchObject([{ recipients: [] }])
    }
  })
})
