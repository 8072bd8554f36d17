import { describe, expect, it } from 'vitest'
import { conversation } from '#schema/chat.ts'
import { ask } from '../../kit/graphql.ts'
import { GONE, knockFrom, knockOn, knocksOf, partedPair, resign, startChat } from '../../kit/knocks.ts'
import { type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const readChat = async (person: Person, id: string) =>
  conversation.parse((await person.call('GET', `/api/v1/conversation/${id}`)).body)

const openedAtOf = async (person: Person, id: string) => {
  const { openedAt } = await readChat(person, id)
  if (!openedAt) throw new Error('the conversation was never open')
  return openedAt
}

const LEAVE = `mutation($id: ID!, $openedAt: DateTime, $unload: Boolean) {
  leaveConversation(conversationId: $id, openedAt: $openedAt, unload: $unload)
}`

/** Leaves over each transport. Resolves to whether the server answered with success. */
const WAYS = {
  async REST(person: Person, id: string, { openedAt, unload }: { openedAt: string; unload: boolean }) {
    const query = new URLSearchParams({ openedAt, unload: String(unload) })
    const { status, body } = await person.call('GET', `/api/v1/conversation/${id}/resign?${query}`)
    return status === 200 && body.success === true
  },
  async GraphQL(person: Person, id: string, variables: { openedAt: string; unload: boolean }) {
    const { data } = await ask(node, person, LEAVE, { id, ...variables })
    return data?.leaveConversation === true
  },
}

const goodbyesOf = (id: string) =>
  node.app.context.database.prisma.conversationMember.count({
    where: { conversationId: id, leavingSince: { not: null } },
  })

/** Two who began to talk again, and when their first chat was opened. */
async function reunitedPair() {
  const { asha, ben, conversationId: id } = await pair(node)
  const first = await openedAtOf(asha, id)
  await resign(asha, id)
  const { openedAt } = await startChat(asha, ben)
  if (!openedAt) throw new Error('the conversation was never open')
  return { asha, ben, id, first, second: openedAt }
}

describe.each(Object.entries(WAYS))('leaving over %s with the time of the chat', (_, leave) => {
  // covers: beyond-late-leaving
  it('leaves a chat open that was started again, and answers with success', async () => {
    const { asha, ben, id, first, second } = await reunitedPair()
    expect(Date.parse(second)).toBeGreaterThan(Date.parse(first))
    const his = await ben.stream()
    expect(await leave(asha, id, { openedAt: first, unload: false })).toBe(true)
    expect(await readChat(asha, id)).toMatchObject({ userActive: true, partnerActive: true })
    // The end of the second chat is the first one that the partner receives.
    expect(await leave(asha, id, { openedAt: second, unload: false })).toBe(true)
    await his.next('conversation_disconnected')
    expect(his.received.filter(({ event }) => event === 'conversation_disconnected')).toHaveLength(1)
    expect(await readChat(asha, id)).toMatchObject({ userActive: false, partnerActive: false })
    his.close()
  })

  // covers: beyond-late-leaving
  it('records no goodbye of a page that closed during an earlier chat', async () => {
    const { asha, id, first, second } = await reunitedPair()
    expect(await leave(asha, id, { openedAt: first, unload: true })).toBe(true)
    expect(await goodbyesOf(id)).toBe(0)
    expect(await leave(asha, id, { openedAt: second, unload: true })).toBe(true)
    expect(await goodbyesOf(id)).toBe(1)
  })

  // covers: beyond-late-leaving
  it('keeps a knock that followed the chat', async () => {
    const { asha, ben, id } = await partedPair(node)
    const first = await openedAtOf(asha, id)
    expect(await knockOn(asha, ben)).toMatchObject({ awaitsAnswer: true, openedAt: first })
    expect(await leave(asha, id, { openedAt: first, unload: false })).toBe(true)
    expect((await knocksOf(ben)).map(({ userId }) => userId)).toEqual([asha.id])
  })
})

it('ends the chat of a client that sends no time, and withdraws its knock', async () => {
  const { asha, ben, id } = await reunitedPair()
  expect((await resign(asha, id)).status).toBe(200)
  expect(await readChat(ben, id)).toMatchObject({ userActive: false })
  const other = await partedPair(node)
  await knockOn(other.asha, other.ben)
  const { id: knockId } = await knockFrom(other.asha, other.ben)
  await resign(other.asha, other.id)
  expect(await other.ben.call('POST', `/api/v1/knocks/${knockId}/accept`)).toMatchObject(GONE)
})

it('refuses a time that is none', async () => {
  const { asha, conversationId: id } = await pair(node)
  const { status, body } = await asha.call('GET', `/api/v1/conversation/${id}/resign?openedAt=yesterday`)
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'INVALID' })
  for (const openedAt of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'])
    expect(await WAYS.REST(asha, id, { openedAt, unload: false })).toBe(true)
})
