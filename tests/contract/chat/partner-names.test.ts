import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { sessionResponse } from '#schema/account.ts'
import { conversationPage, messagePage } from '#schema/chat.ts'
import { exportedFiles } from '../../kit/data-export.ts'
import { ask } from '../../kit/graphql.ts'
import { startChat } from '../../kit/knocks.ts'
import { createPlaces, memberAt, peopleNear, premiumMemberAt } from '../../kit/nearby.ts'
import { type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

/** Stores a name as it could be stored before names were checked. */
async function rename({ id: userId }: Person, displayName: string) {
  const { database, events } = node.app.context
  await database.prisma.user.update({ where: { id: userId }, data: { displayName } })
  await events.emit('userChanged', { userId })
}

/** Two members in a chat. Asha's name is "Sara Khan". */
async function pairWith(nameOfBen: string) {
  const { asha, ben, conversationId } = await pair(node)
  await rename(asha, 'Sara Khan')
  await rename(ben, nameOfBen)
  return { asha, ben, conversationId }
}

/** Returns each name that the reader's requests show for the partner. */
async function namesShown(reader: Person, partner: Person, conversationId: string) {
  const list = conversationPage.parse((await reader.call('POST', '/api/v1/conversations', {})).body)
  const { body: one } = await reader.call('GET', `/api/v1/conversation/${conversationId}`)
  const messages = messagePage.parse(
    (await reader.call('POST', '/api/v1/messages', { id: conversationId })).body,
  )
  const { body: profile } = await reader.call('GET', `/api/v1/user/${partner.id}`)
  const { data } = await ask(
    node,
    reader,
    `{ conversation(id: "${conversationId}") { partnerDisplayName partner { displayName } messages { nodes { senderName } } }
      recentChats { partnerDisplayName } }`,
  )
  const overGraphql = data?.conversation
  return [
    list.elements[0]?.partnerDisplayName,
    list.elements[0]?.name,
    one.partnerDisplayName,
    ...messages.elements.map(({ senderName }) => senderName),
    profile.displayName,
    overGraphql.partnerDisplayName,
    overGraphql.partner.displayName,
    ...overGraphql.messages.nodes.map(({ senderName }: { senderName: string }) => senderName),
    data?.recentChats[0].partnerDisplayName,
  ]
}

describe('a partner whose name reads like the reader’s own', () => {
  // covers: 5-partner-name-is-not-own
  it.each(['Sara Khan', 'SARA \u200b KHAN', '\u202eSara\u202c Khan'])(
    'appears as Anonymous in every answer about the chat: %j',
    async (name) => {
      const { asha, ben, conversationId } = await pairWith(name)
      await ben.send(conversationId, 'Hello')
      expect(await namesShown(asha, ben, conversationId)).toEqual(Array(9).fill('Anonymous'))
    },
  )

  it('appears as Anonymous in the match and in the messages of the stream, also in those that are delivered later', async () => {
    const { asha, ben, conversationId } = await pairWith('Sara Khan')
    const stream = await asha.stream()
    const { id: after } = await stream.next('ready')
    await ben.send(conversationId, 'Hello')
    expect((await stream.next('new_chat_message')).data).toMatchObject({ senderName: 'Anonymous' })
    stream.close()
    await stream.ended
    await node.app.context.database.pool.query(
      `INSERT INTO message (id, conversation_id, sender_id, body, time)
       VALUES ($1, $2, $3, 'Later', date_trunc('milliseconds', clock_timestamp()))`,
      [uuidv7(), conversationId, ben.id],
    )
    const replay = await asha.stream({ after: after ?? '' })
    await replay.next('ready')
    const sent = replay.received.filter(({ event }) => event === 'new_chat_message')
    expect(sent.map(({ data }) => [data.message, data.senderName])).toEqual([
      ['Hello', 'Anonymous'],
      ['Later', 'Anonymous'],
    ])
    replay.close()
  })

  it('appears as Anonymous in match_found', async () => {
    const { asha, ben, conversationId } = await pairWith('Sara Khan')
    await asha.call('GET', `/api/v1/conversation/${conversationId}/resign?resetPartner=true`)
    await node.app.context.database.prisma.conversation.update({
      where: { id: conversationId },
      data: { endedAt: new Date(Date.now() - 3_600_000) },
    })
    const stream = await asha.stream()
    await stream.next('ready')
    await startChat(ben, asha)
    expect((await stream.next('knock')).data).toMatchObject({ displayName: 'Anonymous' })
    expect((await stream.next('match_found')).data).toMatchObject({
      partnerDisplayName: 'Anonymous',
      name: 'Anonymous',
    })
    stream.close()
  })

  // covers: 5-partner-name-is-not-own
  it('appears as Anonymous among the people nearby', async () => {
    const at = createPlaces()()
    const me = await premiumMemberAt(node, at)
    const other = await memberAt(node, at)
    await rename(me, 'Sara Khan')
    await rename(other, 'sara khan')
    expect((await peopleNear(me)).elements).toMatchObject([{ id: other.id, displayName: 'Anonymous' }])
  })

  // covers: 5-partner-name-is-not-own
  it('appears as Anonymous among the blocked people, in the own reports and in the data export', async () => {
    const { asha, ben } = await pairWith('Sara Khan')
    await asha.call('POST', '/api/user/report/true', { reportedUserId: ben.id, reason: 'Threats' })
    const { data } = await ask(node, asha, '{ blockedPeople { displayName } myReports { displayName } }')
    expect(data).toEqual({
      blockedPeople: [{ displayName: 'Anonymous' }],
      myReports: [{ displayName: 'Anonymous' }],
    })
    const files = await exportedFiles(node, asha)
    expect(files.conversations).toMatchObject([{ with: 'Anonymous' }])
    expect(files.blocks).toMatchObject([{ displayName: 'Anonymous' }])
    expect(files['reports-made']).toMatchObject([{ about: 'Anonymous' }])
    expect(files.profile).toMatchObject([{ displayName: 'Sara Khan' }])
  })
})

describe('a name with controls of the direction that was stored before they were refused', () => {
  it('reaches the partner and its owner without them', async () => {
    const { asha, ben, conversationId } = await pairWith('Ben \u202ehctib\u2069')
    await ben.send(conversationId, 'Hello')
    expect(new Set(await namesShown(asha, ben, conversationId))).toEqual(new Set(['Ben hctib']))
    const session = sessionResponse.parse((await ben.call('GET', '/api/session')).body)
    expect(session.user.displayName).toBe('Ben hctib')
  })
})

describe('registration and profile', () => {
  it('refuse a name that cannot be seen, and one that turns a sentence around', async () => {
    const { asha } = await pair(node)
    const profile = {
      id: asha.id,
      interests: 'Jazz',
      lookingFor: 'Friendship',
      nearBy: false,
      age: 31,
      filterByGender: '',
    }
    const save = async (displayName: string) => {
      const { status, body } = await asha.call('PUT', '/api/v1/user', { ...profile, displayName })
      return [status, body.message]
    }
    expect(await save('\u3164\u3164\u3164\u3164\u3164')).toEqual([400, 'Display name is required'])
    expect(await save('Asha \u202eanuP')).toEqual([400, 'Display name cannot contain control characters'])
    expect(await save('नि'.repeat(50))).toEqual([200, undefined])
  })
})
