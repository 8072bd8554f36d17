import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { readUndelivered } from '#server/domains/chat/undelivered-messages.ts'
import { exportedFiles } from '../../kit/data-export.ts'
import { ask, joinAs } from '../../kit/graphql.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const SOLICITING = 'send me nudes'

const node = useNode()
let moderator: Person
beforeAll(async () => {
  moderator = await joinAs(node, 'MODERATOR')
})

const LIST = '{ heldMessages(first: 100) { nodes { id text rule sender { id } } } }'
const DECIDE = 'mutation($id: ID!, $release: Boolean!) { decideHeldMessage(id: $id, release: $release) }'

async function holdMessage() {
  const people = await pair(node)
  const { asha, conversationId } = people
  const answer = await asha.call('POST', '/api/v1/message', { conversationId, message: SOLICITING })
  expect(answer.body.code).toBe('MESSAGE_HELD')
  const { data } = await ask(node, moderator, LIST)
  const mine = data?.heldMessages.nodes.find((one: { sender: { id: string } }) => one.sender.id === asha.id)
  expect(mine).toMatchObject({ text: SOLICITING, rule: 'solicitation' })
  return { ...people, heldId: String(mine.id) }
}
const decide = (id: string, release: boolean, who = moderator) => ask(node, who, DECIDE, { id, release })
const waiting = async (id: string) =>
  (await ask(node, moderator, LIST)).data?.heldMessages.nodes.some((one: { id: string }) => one.id === id)

describe('a decision on a held message', () => {
  it('delivers a released message once, and notifies its sender', async () => {
    const { asha, ben, heldId } = await holdMessage()
    const stream = await ben.stream()
    expect((await decide(heldId, true)).codes).toEqual([])
    expect((await stream.next('new_chat_message')).data).toMatchObject({
      message: SOLICITING,
      senderId: asha.id,
    })
    stream.close()
    expect((await inboxOf(node, asha)).notes).toMatchObject([
      { kind: 'message_released', body: expect.stringContaining('now sent it') },
    ])
    expect(await waiting(heldId)).toBe(false)
  })

  it('never sends a refused message, and logs the decision without its text', async () => {
    const { asha, conversationId, heldId } = await holdMessage()
    expect((await decide(heldId, false)).codes).toEqual([])
    const { prisma } = node.app.context.database
    expect(await prisma.message.count({ where: { conversationId } })).toBe(0)
    const logged = await prisma.moderationAction.findFirstOrThrow({ where: { subjectId: asha.id } })
    expect(logged).toMatchObject({ kind: 'REFUSE_MESSAGE', actorId: moderator.id })
    expect(logged.reason).not.toContain(SOLICITING)
  })

  it('does not send a released message after the conversation has ended, and notifies the sender', async () => {
    const { asha, ben, conversationId, heldId } = await holdMessage()
    await ben.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    expect((await decide(heldId, true)).codes).toEqual([])
    expect((await inboxOf(node, asha)).notes[0]?.body).toContain('The conversation has ended')
  })

  // covers: beyond-held-messages-sent-once
  it('accepts only the first of several simultaneous decisions, and sends the message once', async () => {
    const { conversationId, heldId } = await holdMessage()
    const answers = await Promise.all([decide(heldId, true), decide(heldId, true), decide(heldId, true)])
    expect(answers.flatMap(({ codes }) => codes)).toEqual(['CONFLICT', 'CONFLICT'])
    expect(await node.app.context.database.prisma.message.count({ where: { conversationId } })).toBe(1)
  })

  it('refuses a moderator who sent the message', async () => {
    const { asha, heldId } = await holdMessage()
    const { database, events } = node.app.context
    await database.prisma.user.update({ where: { id: asha.id }, data: { role: 'MODERATOR' } })
    await events.emit('userChanged', { userId: asha.id })
    expect((await decide(heldId, true, asha)).codes).toEqual(['FORBIDDEN'])
  })
})

describe('many held messages of one sender', () => {
  // covers: beyond-held-messages-limit
  it('stop at 20 that wait, the next is refused with a reason, and one decision about all makes room', async () => {
    const { asha, conversationId } = await pair(node)
    const send = (index: number) =>
      asha.call('POST', '/api/v1/message', {
        conversationId,
        message: `${SOLICITING} ${index}`,
        clientMessageId: `flood-${index}`,
      })
    const mine = async () =>
      ((await ask(node, moderator, LIST)).data?.heldMessages.nodes ?? []).filter(
        (one: { sender: { id: string } }) => one.sender.id === asha.id,
      )
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => send(index)))
    expect(answers.every(({ status, body }) => status === 422 && body.code === 'MESSAGE_HELD')).toBe(true)
    expect(
      answers.filter(({ body }) => String(body.message).includes('no moderator will check it')),
    ).toHaveLength(5)
    expect(await mine()).toHaveLength(20)

    const query = 'mutation($id: ID!) { decideHeldMessagesOf(senderId: $id, release: false) }'
    expect((await ask(node, asha, query, { id: asha.id })).codes).toEqual(['FORBIDDEN'])
    expect((await ask(node, moderator, query, { id: asha.id })).data?.decideHeldMessagesOf).toHaveLength(20)
    expect(await mine()).toEqual([])
    expect(String((await send(30)).body.message)).toContain('A moderator may check it')
  })
})

describe('a released message', () => {
  // covers: beyond-held-message-not-shown
  it('does not show that it was held, to either member', async () => {
    const { asha, ben, conversationId, heldId } = await holdMessage()
    await decide(heldId, true)
    for (const reader of [asha, ben]) {
      const { body } = await reader.call('POST', '/api/v1/messages', {
        id: conversationId,
        pageNumber: 0,
        size: 20,
      })
      expect(JSON.stringify(body)).toContain(SOLICITING)
      expect(JSON.stringify(body)).not.toContain(heldId)
      expect(JSON.stringify(body)).not.toContain('held')
    }
  })
})

/** Sends a message and stores it as an earlier version stored a released one. */
async function storedUnderOldKey() {
  const people = await pair(node)
  const oldKey = `held:${uuidv7()}`
  const sent = {
    conversationId: people.conversationId,
    message: 'Released long ago',
    clientMessageId: oldKey,
  }
  const { body } = await people.asha.call('POST', '/api/v1/message', sent)
  return { ...people, oldKey, sent, id: String(body.id) }
}

describe('a message that an earlier version released', () => {
  // covers: beyond-held-message-of-earlier-version
  it('does not show that it was held: in the history, in its event, in an export', async () => {
    const { asha, ben, conversationId, oldKey, id } = await storedUnderOldKey()
    const { pool } = node.app.context.database
    const shown: unknown[] = [await readUndelivered(pool, [id])]
    for (const reader of [asha, ben]) {
      const place = { id: conversationId, pageNumber: 0, size: 20 }
      const query =
        'query($id: ID!) { conversation(id: $id) { messages { nodes { text clientMessageId } } } }'
      shown.push(
        (await reader.call('POST', '/api/v1/messages', place)).body,
        (await ask(node, reader, query, { id: conversationId })).data,
        await exportedFiles(node, reader),
      )
    }
    for (const text of shown.map((one) => JSON.stringify(one))) {
      expect(text).toContain('Released long ago')
      expect(text).not.toContain(oldKey)
      expect(text).not.toContain(oldKey.replace('held:', ''))
    }
  })

  // covers: beyond-held-message-of-earlier-version
  it('answers a retry with its stored key, and stores no second message', async () => {
    const { asha, conversationId, sent, id } = await storedUnderOldKey()
    expect((await asha.call('POST', '/api/v1/message', sent)).body).toMatchObject({ id })
    expect(await node.app.context.database.prisma.message.count({ where: { conversationId } })).toBe(1)
  })
})

describe('a clientMessageId that was used for another text', () => {
  // covers: beyond-client-message-id-reused
  it('causes a refusal over REST and GraphQL, and the first text stays', async () => {
    const { asha, conversationId } = await pair(node)
    const key = { conversationId, clientMessageId: 'one-key' }
    expect((await asha.call('POST', '/api/v1/message', { ...key, message: 'First' })).status).toBe(200)
    const second = await asha.call('POST', '/api/v1/message', { ...key, message: 'Second' })
    expect(second).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const { codes } = await ask(
      ...([node, asha] as const),
      `mutation($conversationId: ID!, $key: String) {
        sendMessage(conversationId: $conversationId, text: "Third", clientMessageId: $key) { id } }`,
      { conversationId, key: 'one-key' },
    )
    expect(codes).toEqual(['CONFLICT'])
    const again = await asha.call('POST', '/api/v1/message', { ...key, message: 'First' })
    expect(again).toMatchObject({ status: 200, body: { message: 'First' } })
  })
})
