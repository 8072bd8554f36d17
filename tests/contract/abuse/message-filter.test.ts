import { describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { startChat } from '../../kit/knocks.ts'
import { type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const post = (person: Person, conversationId: string, message: string, more: object = {}) =>
  person.call('POST', '/api/v1/message', { conversationId, message, ...more })
const stored = (conversationId: string) =>
  node.app.context.database.prisma.message.count({ where: { conversationId } })
const held = (person: Person) =>
  node.app.context.database.prisma.heldMessage.findMany({
    where: { senderId: person.id },
    orderBy: { created: 'asc' },
  })
const reportsOf = (person: Person) =>
  node.app.context.database.prisma.report.findMany({ where: { reportedId: person.id, kind: 'FILTER' } })

describe('contact details in a first chat', () => {
  // covers: beyond-contact-details-in-first-chat
  it("need the sender's confirmation before they are sent", async () => {
    const { asha, conversationId } = await pair(node)
    const asked = await post(asha, conversationId, 'Write to asha@example.org', { clientMessageId: 'k1' })
    expect(asked).toMatchObject({ status: 409, body: { code: 'CONTACT_DETAILS' } })
    expect(asked.body.message).toContain('an email address')
    expect(await stored(conversationId)).toBe(0)
    const sent = await post(asha, conversationId, 'Write to asha@example.org', {
      clientMessageId: 'k1',
      confirmed: true,
    })
    expect(sent.status).toBe(200)
    expect(await stored(conversationId)).toBe(1)
  })

  it('need no confirmation from 24 hours after the first meeting on, even in a reopened conversation', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await node.app.context.database.prisma.conversation.update({
      where: { id: conversationId },
      data: { created: new Date(Date.now() - 25 * 60 * 60_000) },
    })
    await ben.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    await startChat(ben, asha)
    expect((await post(asha, conversationId, 'Call 9822012345')).status).toBe(200)
  })

  it('need the same confirmation over GraphQL', async () => {
    const { asha, conversationId } = await pair(node)
    const send = (confirmed: boolean) =>
      asha.call('POST', '/graphql', {
        query: `mutation ($id: ID!, $confirmed: Boolean!) {
          sendMessage(conversationId: $id, text: "see t.me/asha", confirmed: $confirmed) { id }
        }`,
        variables: { id: conversationId, confirmed },
      })
    expect((await send(false)).body.errors).toMatchObject([{ extensions: { code: 'CONTACT_DETAILS' } }])
    expect((await send(true)).body.errors).toBeUndefined()
  })

  it('need no confirmation when the operator disables the check', async () => {
    const free = await startApp({ env: { FIRST_CHAT_HOURS: '0', MESSAGE_FILTER: 'off' } })
    const { asha, conversationId } = await pair(free)
    expect((await post(asha, conversationId, 'Call 9822012345')).status).toBe(200)
    expect((await post(asha, conversationId, 'send nudes')).status).toBe(200)
    await free[Symbol.asyncDispose]()
  })
})

describe('a message that evades the filter', () => {
  // covers: beyond-slurs-in-any-writing
  it.each([
    ['two spaces', 'send  nudes'],
    ['a line break', 'send\nnudes'],
    ['an invisible character', 'send nu\u200bdes'],
    ['letters of another alphabet', 's\u0435nd nud\u0435s'],
    ['wide letters', '\uff53\uff45\uff4e\uff44\u3000\uff4e\uff55\uff44\uff45\uff53'],
  ])('does not escape the filter with %s, and is stored as written', async (_, text) => {
    const { asha, conversationId } = await pair(node)
    expect((await post(asha, conversationId, text)).body.code).toBe('MESSAGE_HELD')
    expect(await held(asha)).toMatchObject([{ body: text }])
  })

  // covers: beyond-contact-details-in-any-digits
  it.each([
    ['wide digits', '\uff19\uff18\uff12\uff12\uff10\uff11\uff12\uff13\uff14\uff15'],
    ['digits of Hindi', '\u096f\u096e\u0968\u0968\u0966\u0967\u0968\u0969\u096a\u096b'],
    ['an invisible character', '98220\u200b12345'],
    ['another full stop', 'evil\u3002com'],
  ])('needs confirmation for contact details in %s, and is sent as written', async (_, text) => {
    const { asha, ben, conversationId } = await pair(node)
    expect((await post(asha, conversationId, text)).body.code).toBe('CONTACT_DETAILS')
    const stream = await ben.stream()
    expect((await post(asha, conversationId, text, { confirmed: true })).body.message).toBe(text)
    expect((await stream.next('new_chat_message')).data.message).toBe(text)
    stream.close()
  })
})

describe('a held message', () => {
  // covers: beyond-slurs-held
  it('stays undelivered but stored, tells the sender why, and cannot be confirmed', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const stream = await ben.stream()
    const answer = await post(asha, conversationId, 'send nudes', { confirmed: true })
    expect(answer).toMatchObject({ status: 422, body: { code: 'MESSAGE_HELD' } })
    expect(answer.body.message).toMatch(/sexual pictures.*moderator may check/)
    expect(await held(asha)).toMatchObject([
      { body: 'send nudes', rule: 'solicitation', status: 'HELD', conversationId },
    ])
    await asha.send(conversationId, 'I am sorry')
    const event = await stream.next('new_chat_message')
    expect(event.data.message).toBe('I am sorry')
    expect(await stored(conversationId)).toBe(1)
    stream.close()
  })

  it('creates one row when the client retries it with the same clientMessageId', async () => {
    const { asha, conversationId } = await pair(node)
    const again = () => post(asha, conversationId, 'send nudes', { clientMessageId: 'same' })
    const answers = [await again(), ...(await Promise.all([again(), again()]))]
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(await held(asha)).toHaveLength(1)
    await post(asha, conversationId, 'send nudes, please', { clientMessageId: 'same' })
    expect(await held(asha)).toHaveLength(2)
  })

  it('creates no row for an ended conversation or a sender outside the conversation', async () => {
    const { asha, conversationId } = await pair(node)
    const stranger = (await pair(node)).asha
    expect((await post(stranger, conversationId, 'send nudes')).status).toBe(404)
    await asha.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    expect((await post(asha, conversationId, 'send nudes')).body.code).toBe('CONVERSATION_ENDED')
    expect([...(await held(asha)), ...(await held(stranger))]).toEqual([])
  })

  // covers: beyond-held-messages-make-a-report
  it('creates one report when it is the third within a day, with all three as evidence', async () => {
    const { asha, conversationId } = await pair(node)
    for (const word of ['one', 'two']) await post(asha, conversationId, `send nudes ${word}`)
    expect(await reportsOf(asha)).toEqual([])
    for (const word of ['three', 'four']) await post(asha, conversationId, `send nudes ${word}`)
    const [report, ...more] = await reportsOf(asha)
    expect(more).toEqual([])
    expect(report).toMatchObject({ status: 'OPEN', priority: 40, reporterId: null, conversationId })
    expect(report?.evidence).toMatchObject([
      { senderId: asha.id, message: 'send nudes one', time: expect.stringMatching(/^\d{4}-/) },
      { message: 'send nudes two' },
      { message: 'send nudes three' },
    ])
  })

  it('does not count towards a report once a moderator has released it', async () => {
    const { asha, conversationId } = await pair(node)
    for (const word of ['one', 'two']) await post(asha, conversationId, `send nudes ${word}`)
    await node.app.context.database.prisma.heldMessage.updateMany({
      where: { senderId: asha.id },
      data: { status: 'RELEASED' },
    })
    await post(asha, conversationId, 'send nudes three')
    expect(await reportsOf(asha)).toEqual([])
  })

  it('reaches the partner as written when it is released, unless the conversation has ended', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const { chat } = node.app.context
    const input = { conversationId, message: 'send nudes', clientMessageId: 'released' }
    const first = await chat.sendReleased(asha.user, input)
    const again = await chat.sendReleased(asha.user, input)
    expect([first.message, again.id]).toEqual(['send nudes', first.id])
    await ben.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    await expect(chat.sendReleased(asha.user, { conversationId, message: 'late' })).rejects.toMatchObject({
      code: 'CONVERSATION_ENDED',
    })
  })
})
