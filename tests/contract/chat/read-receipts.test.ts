import { describe, expect, it } from 'vitest'
import { type Message, messagePage } from '#schema/chat.ts'
import { type Answer, join, type Person, pair, type TestStream } from '../../kit/person.ts'
import { answerOf } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const mark = (person: Person, what: 'read' | 'delivered', id: string): Promise<Answer> =>
  person.call('POST', `/api/v1/conversation/${id}/mark-${what}`)
const show = (person: Person, on: boolean) =>
  answerOf(node, person, `mutation { setReadReceipts(on: ${on}) }`)
const stateOf = ({ read, delivered }: Pick<Message, 'read' | 'delivered'>) => ({ read, delivered })

async function pageOf(person: Person, id: string) {
  const { body } = await person.call('POST', '/api/v1/messages', { id, pageNumber: 0, size: 10 })
  return messagePage.parse(body).elements
}

/** The state of the latest message of a conversation over REST and over GraphQL. */
async function latest(person: Person, id: string) {
  const [message] = await pageOf(person, id)
  const over = await answerOf<{ messages: { nodes: { read: boolean; delivered: boolean }[] } }>(
    node,
    person,
    `{ conversation(id: "${id}") { messages(first: 1) { nodes { read delivered } } } }`,
  )
  return { rest: message && stateOf(message), graphql: over.messages.nodes[0] }
}
const bothWays = (read: boolean, delivered: boolean) => ({
  rest: { read, delivered },
  graphql: { read, delivered },
})

/** Returns the receipts that a stream received before the event of the next message. */
async function receiptsBefore(stream: TestStream, message: Message) {
  await stream.next('new_chat_message', ({ id }) => id === message.id)
  return stream.received.filter(({ event }) => event === 'message_receipt').map(({ data }) => data)
}

describe('the server', () => {
  // covers: beyond-receipts
  it('sends a receipt when the partner receives and reads a message, once each', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const stream = await asha.stream()
    const sent = await asha.send(conversationId, 'Did you see this?')
    expect(await latest(asha, conversationId)).toEqual(bothWays(false, false))
    for (const what of ['delivered', 'delivered'] as const) await mark(ben, what, conversationId)
    expect(await latest(asha, conversationId)).toEqual(bothWays(false, true))
    for (const what of ['read', 'read'] as const) await mark(ben, what, conversationId)
    expect(await latest(asha, conversationId)).toEqual(bothWays(true, true))
    const receipt = { conversationId, userId: ben.id, through: sent.id }
    expect(await receiptsBefore(stream, await ben.send(conversationId, 'Yes'))).toEqual([
      { ...receipt, read: false },
      { ...receipt, read: true },
    ])
    stream.close()
  })

  // covers: beyond-read-everywhere
  it('tells the other devices of the reader what was read or cleared, once, and not what was only received', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await answerOf(node, ben, 'mutation { setReadReceipts(on: false) }')
    const [phone, laptop] = [await ben.stream(), await ben.stream()]
    const first = await asha.send(conversationId, 'Did you see this?')
    for (const what of ['delivered', 'read', 'read'] as const) await mark(ben, what, conversationId)
    const second = await asha.send(conversationId, 'And this?')
    await ben.call('PUT', `/api/v1/conversation/${conversationId}/clear`)
    const last = await asha.send(conversationId, 'And the last?')
    const receipt = { conversationId, userId: ben.id, read: true }
    for (const stream of [phone, laptop]) {
      expect(await receiptsBefore(stream, last)).toEqual([
        { ...receipt, through: first.id },
        { ...receipt, through: second.id },
      ])
      stream.close()
    }
  })

  // covers: beyond-receipts
  it('replays a receipt to a sender who was away', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const first = await asha.stream()
    const { id: after = '' } = await first.next('ready')
    first.close()
    const { id } = await asha.send(conversationId, 'Are you there?')
    await mark(ben, 'read', conversationId)
    const again = await asha.stream({ after })
    expect((await again.next('message_receipt')).data).toMatchObject({ read: true, through: id })
    again.close()
  })

  it('leaves a received message unread for its receiver', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'In a hidden tab')
    await mark(ben, 'delivered', conversationId)
    const { body } = await ben.call('GET', `/api/v1/conversation/${conversationId}`)
    expect(body.unreadCount).toBe(1)
  })

  it('refuses receipts from a stranger and across a block', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const stranger = await join(node)
    await asha.call('POST', '/api/v1/blocks', { userId: ben.id })
    for (const person of [stranger, ben])
      for (const what of ['read', 'delivered'] as const)
        expect((await mark(person, what, conversationId)).status).toBe(404)
  })
})

describe('a member who hides read receipts', () => {
  // covers: beyond-receipts-hidden
  it.each([
    ['the reader', (asha: Person, ben: Person) => [ben, asha]],
    ['the sender', (asha: Person, ben: Person) => [asha, ben]],
  ] as const)('keeps both from learning what was read, when it is %s', async (_, order) => {
    const { asha, ben, conversationId } = await pair(node)
    const [hiding] = order(asha, ben)
    if (!hiding) throw new Error('no member')
    expect(await answerOf(node, hiding, '{ me { readReceipts } }')).toEqual({ readReceipts: true })
    const stream = await asha.stream()
    await asha.send(conversationId, 'Seen before')
    await mark(ben, 'read', conversationId)
    expect(await latest(asha, conversationId)).toEqual(bothWays(true, true))

    expect(await show(hiding, false)).toBe(false)
    expect(await answerOf(node, hiding, '{ me { readReceipts } }')).toEqual({ readReceipts: false })
    expect(await latest(asha, conversationId)).toEqual(bothWays(false, false))
    const hidden = await asha.send(conversationId, 'Seen in private')
    for (const what of ['delivered', 'read'] as const) await mark(ben, what, conversationId)
    expect(await latest(asha, conversationId)).toEqual(bothWays(false, false))
    const receipts = await receiptsBefore(stream, await ben.send(conversationId, 'An answer'))
    expect(receipts.filter(({ through }) => through === hidden.id)).toEqual([])
    // Their own messages are hidden as well.
    await mark(asha, 'read', conversationId)
    expect(await latest(ben, conversationId)).toEqual(bothWays(false, false))

    expect(await show(hiding, true)).toBe(true)
    expect(await latest(ben, conversationId)).toEqual(bothWays(true, true))
    stream.close()
  })

  // covers: beyond-receipts-hidden
  it('keeps their unread count and the read state of what they received', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await show(ben, false)
    await asha.send(conversationId, 'For Ben alone')
    const unread = async () =>
      (await ben.call('GET', `/api/v1/conversation/${conversationId}`)).body.unreadCount
    expect([await unread(), (await pageOf(ben, conversationId))[0]?.read]).toEqual([1, false])
    await mark(ben, 'read', conversationId)
    expect([await unread(), (await pageOf(ben, conversationId))[0]?.read]).toEqual([0, true])
  })

  it('gets a resync on their open pages, which then hide what they showed', async () => {
    const asha = await join(node)
    const stream = await asha.stream()
    await stream.next('ready')
    await show(asha, false)
    expect(await stream.next('resync')).toMatchObject({ data: {} })
    stream.close()
  })
})
