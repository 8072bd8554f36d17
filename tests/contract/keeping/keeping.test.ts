import { describe, expect, it } from 'vitest'
import { whileBroken } from '../../kit/break-statements.ts'
import { ask } from '../../kit/graphql.ts'
import { inboxOf } from '../../kit/inbox.ts'
import {
  askToKeep,
  conversationOf,
  endHoursAgo,
  keptOf,
  keptPair,
  letGo,
  poolOf,
  settle,
  settleWishes,
  takeBackKeep,
  tellKept,
  updateKept,
} from '../../kit/keeping.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { answerOf, closeAccount } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
const stateOf = async (person: Person, id: string) => (await conversationOf(person, id)).keep
const keptNotes = async (person: Person) =>
  (await inboxOf(node, person)).notes.filter(({ kind }) => kind === 'kept')

describe('asking to keep in touch', () => {
  // covers: beyond-keep-no-leak
  it('shows the wish to the member who asked, and not to the partner', async () => {
    const { asha, ben, conversationId } = await pair(node)
    expect(await stateOf(asha, conversationId)).toBe('NO')
    for (const time of [1, 2]) expect((await askToKeep(asha, conversationId)).status, `${time}`).toBe(200)
    await settleWishes(node)
    expect(await stateOf(asha, conversationId)).toBe('ASKED')
    expect(await stateOf(ben, conversationId)).toBe('NO')
    expect(await keptOf(ben)).toEqual([])
    expect(await keptNotes(ben)).toEqual([])
  })

  // covers: beyond-keep-both-asked
  it('adds both to the lists of each other, with an event and a notification, once both asked', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const streams = [await asha.stream(), await ben.stream()] as const
    await askToKeep(asha, conversationId)
    await askToKeep(ben, conversationId)
    expect(await stateOf(ben, conversationId)).toBe('ASKED')
    await settleWishes(node)
    const [toAsha, toBen] = await Promise.all(streams.map((stream) => stream.next('kept')))
    expect(toAsha?.data).toMatchObject({ userId: ben.id, kept: true, online: true, note: null })
    expect(toBen?.data).toMatchObject({ userId: asha.id, kept: true, conversationId })
    expect(toAsha?.data.since).toBe(toBen?.data.since)
    const [kept] = await keptOf(asha)
    expect({ ...kept, kept: true }).toEqual(toAsha?.data)
    expect(await stateOf(asha, conversationId)).toBe('KEPT')
    expect(await keptNotes(asha)).toMatchObject([
      { heading: `You and ${ben.user.displayName} keep in touch`, candidateId: ben.id, path: '/' },
    ])
    expect(await keptNotes(ben)).toHaveLength(1)
    for (const stream of streams) stream.close()
  })

  // covers: beyond-keep-told
  it('tells both a minute later, once, when their node could not tell them', async () => {
    const { asha, ben, conversationId } = await pair(node)
    for (const person of [asha, ben]) await askToKeep(person, conversationId)
    await whileBroken('INSERT INTO notification', 'INSERT INTO nowhere', () => settleWishes(node))
    await tellKept(node)
    expect([await keptNotes(asha), await keptNotes(ben)]).toEqual([[], []])
    await poolOf(node).query(
      `UPDATE conversation_member SET kept_at = kept_at - interval '1 minute' WHERE conversation_id = $1`,
      [conversationId],
    )
    await tellKept(node)
    const told = [await keptNotes(asha), await keptNotes(ben)]
    expect(told).toMatchObject([[{ candidateId: ben.id }], [{ candidateId: asha.id }]])
    await tellKept(node)
    expect([await keptNotes(asha), await keptNotes(ben)]).toEqual(told)
  })

  // covers: beyond-keep-both-asked
  it('announces nothing before a random time within two minutes', async () => {
    const { asha, ben, conversationId } = await pair(node)
    for (const person of [asha, ben]) await askToKeep(person, conversationId)
    const { rows } = await poolOf(node).query<{ wait: number }>(
      'SELECT extract(epoch FROM due - created)::float AS wait FROM keep_wish WHERE conversation_id = $1',
      [conversationId],
    )
    const waits = rows.map(({ wait }) => wait)
    expect(waits.filter((wait) => wait >= 5 && wait <= 110)).toHaveLength(2)
    await settle(node)
    expect(await keptOf(asha)).toEqual([])
  })

  it('waits for the later of the two, also when the earlier one is due later', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await askToKeep(asha, conversationId)
    await settleWishes(node)
    await askToKeep(ben, conversationId)
    await settle(node)
    expect(await keptOf(asha)).toEqual([])
    await settleWishes(node)
    expect(await keptOf(asha)).toMatchObject([{ userId: ben.id }])
  })

  it('forgets a wish that its member takes back', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await askToKeep(asha, conversationId)
    for (const time of [1, 2]) expect((await takeBackKeep(asha, conversationId)).status, `${time}`).toBe(200)
    expect(await stateOf(asha, conversationId)).toBe('NO')
    await askToKeep(ben, conversationId)
    await settleWishes(node)
    expect([await keptOf(asha), await keptOf(ben)]).toEqual([[], []])
  })

  // covers: beyond-keep-both-asked
  it('works for 24 hours after the conversation, and lapses then', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await endHoursAgo(node, conversationId, 23)
    await askToKeep(asha, conversationId)
    expect(await stateOf(asha, conversationId)).toBe('ASKED')
    await askToKeep(ben, conversationId)
    await endHoursAgo(node, conversationId, 25)
    expect(await stateOf(asha, conversationId)).toBe('NO')
    expect(await askToKeep(asha, conversationId)).toMatchObject({
      status: 409,
      body: { code: 'CONVERSATION_ENDED' },
    })
    await settleWishes(node)
    expect(await keptOf(asha)).toEqual([])
    await node.app.context.privacy.sweep()
    const { rows } = await poolOf(node).query('SELECT FROM keep_wish WHERE conversation_id = $1', [
      conversationId,
    ])
    expect(rows).toEqual([])
  })

  it('refuses strangers', async () => {
    const { conversationId } = await pair(node)
    const stranger = await join(node)
    for (const press of [askToKeep, takeBackKeep])
      expect(await press(stranger, conversationId)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'We cannot find this conversation.' },
      })
  })
})

describe('a member who keeps another', () => {
  // covers: beyond-keep-list
  it('writes a note that only they see', async () => {
    const { asha, ben, conversationId } = await keptPair(node)
    const [tab, other] = [await asha.stream(), await ben.stream()]
    await other.next('ready')
    const note = 'The one with the lighthouse'
    expect((await updateKept(asha, ben.id, { note: `  ${note} ` })).body).toMatchObject({ note })
    expect((await tab.next('kept', (data) => data.note === note)).data).toMatchObject({ kept: true })
    expect(await keptOf(asha)).toMatchObject([{ note }])
    expect(await keptOf(ben)).toMatchObject([{ note: null }])
    expect((await updateKept(asha, ben.id, { note: 'x'.repeat(201) })).status).toBe(400)
    expect((await updateKept(asha, ben.id, { note: '' })).body).toMatchObject({ note: null })
    await updateKept(asha, ben.id, { note })
    await asha.send(conversationId, 'Do you still live there?')
    await other.next('new_chat_message')
    expect(other.received.map(({ event }) => event)).not.toContain('kept')
    expect((await updateKept(asha, ben.id, { hidesPresence: false })).body).toMatchObject({ note })
    expect((await other.next('kept')).data).toMatchObject({ userId: asha.id, note: null })
    for (const stream of [tab, other]) stream.close()
  })

  // covers: beyond-keep-ends
  it('ends it for both, and only their own tabs receive an event', async () => {
    const { asha, ben, conversationId } = await keptPair(node)
    const before = (await inboxOf(node, ben)).total
    const [tab, other] = [await asha.stream(), await ben.stream()]
    for (const time of [1, 2]) expect((await letGo(asha, ben.id)).status, `${time}`).toBe(200)
    expect((await tab.next('kept')).data).toMatchObject({ userId: ben.id, kept: false })
    expect([await keptOf(asha), await keptOf(ben)]).toEqual([[], []])
    expect([await stateOf(asha, conversationId), await stateOf(ben, conversationId)]).toEqual(['NO', 'NO'])
    await asha.send(conversationId, 'One more thing')
    await other.next('new_chat_message')
    expect(other.received.filter(({ event }) => event === 'kept')).toEqual([])
    expect((await inboxOf(node, ben)).total).toBe(before)
    expect((await updateKept(ben, asha.id, { note: 'Who?' })).status).toBe(404)
    for (const stream of [tab, other]) stream.close()
  })

  it('leaves the wish of a partner whom they do not keep', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await askToKeep(ben, conversationId)
    expect((await letGo(asha, ben.id)).status).toBe(200)
    expect(await stateOf(ben, conversationId)).toBe('ASKED')
  })

  it('sees no partner whose account is closed', async () => {
    const { asha, ben } = await keptPair(node)
    await closeAccount(node, ben)
    expect(await keptOf(asha)).toEqual([])
    expect((await updateKept(asha, ben.id, { note: 'Gone' })).status).toBe(404)
  })

  it('does the same over GraphQL', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const wish = (person: Person, name: string) =>
      answerOf(node, person, `mutation { ${name}(conversationId: "${conversationId}") }`)
    expect(await wish(asha, 'askToKeep')).toBe(true)
    expect(await wish(asha, 'takeBackKeep')).toBe(true)
    for (const person of [asha, ben]) await wish(person, 'askToKeep')
    await settleWishes(node)
    const fields = 'userId conversationId displayName age gender interests online hidesPresence note since'
    const changed = await answerOf(
      node,
      asha,
      `mutation { updateKept(userId: "${ben.id}", note: "Lighthouse", hidesPresence: true) { ${fields} } }`,
    )
    expect(changed).toMatchObject({ userId: ben.id, gender: 'FEMALE', online: null, note: 'Lighthouse' })
    expect(await answerOf(node, asha, `{ kept { nodes { ${fields} } hasNextPage } }`)).toEqual({
      nodes: [changed],
      hasNextPage: false,
    })
    expect(await answerOf(node, ben, `{ conversation(id: "${conversationId}") { keep } }`)).toEqual({
      keep: 'KEPT',
    })
    expect(await answerOf(node, ben, `mutation { letGo(userId: "${asha.id}") }`)).toBe(true)
    expect(await answerOf(node, asha, '{ kept { nodes { userId } hasNextPage } }')).toMatchObject({
      nodes: [],
    })
    const refused = await ask(node, asha, 'mutation { updateKept(userId: "x", note: "y") { userId } }')
    expect(refused.codes).toEqual(['INVALID'])
  })

  // covers: beyond-keep-list
  it('reads pages, the latest active conversations first', async () => {
    const asha = await join(node, {
      premium: true,
      interests: [`Only asha ${crypto.randomUUID().slice(0, 8)}`],
    })
    const partners: Person[] = []
    for (const name of ['First', 'Second', 'Third']) {
      const partner = await join(node, { interests: asha.user.interests, displayName: `${name} of three` })
      await partner.findMatch()
      const id = (await asha.findMatch()).conversation?.id ?? ''
      for (const person of [asha, partner]) await askToKeep(person, id)
      await asha.call('GET', `/api/v1/conversation/${id}/resign`)
      partners.push(partner)
    }
    await settleWishes(node)
    const names = async (query: string) => {
      const { body } = await asha.call('GET', `/api/v1/kept?${query}`)
      return {
        names: (body.elements as { displayName: string }[]).map((one) => one.displayName),
        last: body.last,
      }
    }
    expect(await names('size=2')).toEqual({ names: ['Third of three', 'Second of three'], last: false })
    expect(await names('size=2&pageNumber=1')).toEqual({ names: ['First of three'], last: true })
    expect((await asha.call('GET', '/api/v1/kept?size=101')).status).toBe(400)
  })
})
