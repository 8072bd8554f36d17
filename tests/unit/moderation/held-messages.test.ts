import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { text } from '#schema/translatable.ts'
import { createModerationQueues } from '#server/domains/moderation/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { releasedKey, releasedKeySql } from '#server/platform/postgres/released-key.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createEventRecorder, type EventRecorder } from '../../kit/event-recorder.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const clock = createTestClock()
const at = (milliseconds = 0) => new Date(clock.now() + milliseconds)
const code = (expected: string) => expect.objectContaining({ code: expected })

const rows = useStarted(openRows)
let moderator: { id: string; role: 'MODERATOR' }
let log: EventRecorder
let sent: unknown[]
beforeAll(async () => {
  moderator = { id: await rows.member(), role: 'MODERATOR' }
})
beforeEach(async () => {
  await rows.database.prisma.heldMessage.deleteMany()
  log = createEventRecorder('moderationChanged', 'messageReleased')
  sent = []
})

const heldMessages = (failure?: Error) =>
  createModerationQueues(testPlatform({ database: rows.database, clock, events: log.events }), {
    chat: {
      async sendReleased(sender, input) {
        if (failure) throw failure
        sent.push({ sender, input })
      },
    },
  }).heldMessages

async function held(created = at()) {
  const [id, senderId] = [uuidv7(), await rows.member()]
  const conversationId = await rows.conversation(senderId, await rows.member())
  await rows.database.prisma.heldMessage.create({
    data: { id, conversationId, senderId, body: 'Kept back', rule: 'slur', created },
  })
  return { id, senderId, conversationId }
}
const storedOf = (id: string) => rows.database.prisma.heldMessage.findUniqueOrThrow({ where: { id } })
const actionsOf = (subjectId: string) =>
  rows.database.prisma.moderationAction.findMany({ where: { subjectId } })

describe('the list of held messages', () => {
  it('shows undecided messages in pages, oldest first', async () => {
    const [third, first, second] = [await held(at(2)), await held(at()), await held(at(1))]
    await rows.database.prisma.heldMessage.create({
      data: {
        id: uuidv7(),
        senderId: first.senderId,
        conversationId: first.conversationId,
        body: 'x',
        rule: 'x',
        status: 'REFUSED',
        created: at(-1),
      },
    })
    const { list } = heldMessages()
    expect(await list({ pageNumber: 0, size: 2 })).toEqual({
      elements: [first, second].map(({ id, senderId }, index) => ({
        id,
        text: 'Kept back',
        rule: 'slur',
        created: at(index),
        sender: { id: senderId, displayName: 'Asha' },
      })),
      totalElements: 3,
      totalPages: 2,
      last: false,
    })
    expect(await list({ pageNumber: 1, size: 2 })).toMatchObject({ elements: [{ id: third.id }], last: true })
  })
})

it('orders messages held at the same time by their ids', async () => {
  const [senderId, other] = [await rows.member(), await rows.member()]
  const conversationId = await rows.conversation(senderId, other)
  const [low, high] = [uuidv7({ msecs: 1 }), uuidv7({ msecs: 2 })]
  const message = { conversationId, senderId, body: 'x', rule: 'x', created: at() }
  for (const id of [high, low]) await rows.database.prisma.heldMessage.create({ data: { id, ...message } })
  const { elements } = await heldMessages().list({ pageNumber: 0, size: 2 })
  expect(elements.map(({ id }) => id)).toEqual([low, high])
})

describe('a held message', () => {
  it('gets a key that looks like any other, in SQL as well', async () => {
    const id = uuidv7()
    const key = releasedKey(id)
    expect(key).not.toContain(id)
    expect(z.uuidv4().safeParse(key).success).toBe(true)
    const { rows: found } = await rows.database.pool.query<{ key: string }>(
      `SELECT ${releasedKeySql('$1')} AS key`,
      [id],
    )
    expect(found).toEqual([{ key }])
  })

  it('goes out with a key derived from its id when it is released', async () => {
    const { id, senderId, conversationId } = await held()
    await heldMessages().decide(moderator, id, true)
    expect(sent).toEqual([
      {
        sender: { id: senderId, displayName: 'Asha' },
        input: { conversationId, message: 'Kept back', clientMessageId: releasedKey(id) },
      },
    ])
    expect(await storedOf(id)).toMatchObject({ status: 'RELEASED', decidedAt: at() })
    expect(await actionsOf(senderId)).toMatchObject([
      { kind: 'RELEASE_MESSAGE', actorId: moderator.id, reason: 'Held by the filter: slur', at: at() },
    ])
    expect(log.emitted).toEqual([
      {
        name: 'moderationChanged',
        event: { kind: 'MESSAGE_DECIDED', ids: [id], subjectId: senderId, actorId: moderator.id },
      },
      { name: 'messageReleased', event: { senderId, conversationId, heldId: id, delivered: true } },
    ])
  })

  it('does not go out when it is refused', async () => {
    const { id, senderId } = await held()
    await heldMessages().decide(moderator, id, false)
    expect(sent).toEqual([])
    expect(await storedOf(id)).toMatchObject({ status: 'REFUSED', decidedAt: at() })
    expect(await actionsOf(senderId)).toMatchObject([{ kind: 'REFUSE_MESSAGE', actorId: moderator.id }])
    expect(log.emitted.map(({ name }) => name)).toEqual(['moderationChanged'])
  })

  it('stays undelivered at its release when the conversation has ended', async () => {
    const { id } = await held()
    await heldMessages(new ApiError('CONVERSATION_ENDED', text('It has ended.'))).decide(moderator, id, true)
    expect(await storedOf(id)).toMatchObject({ status: 'RELEASED' })
    expect(log.emitted.at(-1)).toMatchObject({ name: 'messageReleased', event: { delivered: false } })
  })

  it('shares the decision with the others of its sender, and those of other members wait on', async () => {
    const [first, other] = [await held(), await held()]
    const { senderId, conversationId } = first
    const second = uuidv7()
    await rows.database.prisma.heldMessage.create({
      data: { id: second, conversationId, senderId, body: 'Later', rule: 'slur', created: at(1_000) },
    })
    expect(await heldMessages().decideOfSender(moderator, senderId, true)).toEqual([first.id, second])
    expect(sent).toMatchObject([{ input: { message: 'Kept back' } }, { input: { message: 'Later' } }])
    expect(await actionsOf(senderId)).toHaveLength(2)
    expect(await storedOf(other.id)).toMatchObject({ status: 'HELD' })
    expect(await heldMessages().decideOfSender(moderator, senderId, true)).toEqual([])
  })

  it('cannot be decided by its own sender, nor can the others', async () => {
    const { id, senderId } = await held()
    const sender = { id: senderId, role: 'MODERATOR' } as const
    await expect(heldMessages().decideOfSender(sender, senderId, true)).rejects.toEqual(code('FORBIDDEN'))
    expect(await storedOf(id)).toMatchObject({ status: 'HELD' })
  })

  it('stays held when sending it fails', async () => {
    const { id, senderId } = await held()
    const failure = new Error('the database is gone')
    await expect(heldMessages(failure).decide(moderator, id, true)).rejects.toBe(failure)
    expect(await storedOf(id)).toMatchObject({ status: 'HELD', decidedAt: null })
    expect(await actionsOf(senderId)).toEqual([])
    expect(log.emitted).toEqual([])
  })

  it('cannot be decided twice or by its sender', async () => {
    const { id, senderId } = await held()
    const { decide } = heldMessages()
    await expect(decide({ id: senderId, role: 'ADMIN' }, id, true)).rejects.toEqual(code('FORBIDDEN'))
    await expect(decide(moderator, uuidv7(), true)).rejects.toEqual(code('NOT_FOUND'))
    await decide(moderator, id, true)
    await expect(decide(moderator, id, true)).rejects.toEqual(code('CONFLICT'))
    expect(sent).toHaveLength(1)
  })
})
