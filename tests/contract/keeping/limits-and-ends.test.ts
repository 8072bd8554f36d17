import { describe, expect, it } from 'vitest'
import { messagePage } from '#schema/chat.ts'
import { LIMITS } from '#schema/limits.ts'
import {
  askToKeep,
  conversationOf,
  conversationsOf,
  endHoursAgo,
  keptOf,
  keptPair,
  letGo,
  makeOlder,
  poolOf,
  settleWishes,
  takeBackKeep,
} from '../../kit/keeping.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { ban } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
const block = (person: Person, other: Person) => person.call('POST', '/api/v1/blocks', { userId: other.id })
const unblock = (person: Person, other: Person) => person.call('DELETE', `/api/v1/blocks/${other.id}`)

const talk = async (one: Person, other: Person) =>
  (await node.app.context.chat.open(one.id, other.id, [])).conversationId

describe('the free plan', () => {
  // covers: beyond-keep-limit
  it('refuses an eleventh wish, kept members included, until one is taken back or let go', async () => {
    const { asha, ben, conversationId } = await keptPair(node)
    const ids: string[] = []
    while (ids.length < LIMITS.keptFree) ids.push(await talk(asha, await join(node)))
    const [last = '', ...others] = ids
    for (const id of others) expect((await askToKeep(asha, id)).status).toBe(200)
    const refused = await askToKeep(asha, last)
    expect(refused).toMatchObject({ status: 403, body: { code: 'KEEP_LIMIT' } })
    expect(refused.body.message).toMatch(/^You can keep in touch with 10 people on the free plan/)
    expect((await askToKeep(asha, others[0] ?? '')).status).toBe(200)
    await takeBackKeep(asha, others[0] ?? '')
    expect((await askToKeep(asha, last)).status).toBe(200)
    expect((await askToKeep(asha, others[0] ?? '')).status).toBe(403)
    await letGo(asha, ben.id)
    expect((await askToKeep(asha, others[0] ?? '')).status).toBe(200)
    expect((await askToKeep(asha, conversationId)).status).toBe(403)
  })

  // covers: beyond-keep-limit
  it('counts wishes that a member makes at once one after the other', async () => {
    const asha = await join(node)
    const ids: string[] = []
    while (ids.length < LIMITS.keptFree + 5) ids.push(await talk(asha, await join(node)))
    const answers = await Promise.all(ids.map((id) => askToKeep(asha, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMITS.keptFree)
  })

  // covers: beyond-keep-limit
  it('counts no wish that has lapsed, and has no limit with Premium', async () => {
    const [asha, premium] = [await join(node), await join(node, { premium: true })]
    const ids: string[] = []
    while (ids.length < LIMITS.keptFree + 1) {
      const other = await join(node)
      ids.push(await talk(asha, other))
      expect((await askToKeep(premium, await talk(premium, other))).status).toBe(200)
    }
    for (const id of ids.slice(1)) await askToKeep(asha, id)
    expect((await askToKeep(asha, ids[0] ?? '')).status).toBe(403)
    await endHoursAgo(node, ids[1] ?? '', 25)
    expect((await askToKeep(asha, ids[0] ?? '')).status).toBe(200)
  })
})

describe('the history of members who keep in touch', () => {
  // covers: beyond-keep-history
  it('stays in the list and the conversation of a free member after 30 days', async () => {
    const { asha, ben, conversationId } = await keptPair(node)
    await poolOf(node).query(
      `INSERT INTO message (id, conversation_id, sender_id, body, time) VALUES ($1, $2, $3, 'Long ago', $4)`,
      ['01700000-0000-7000-8000-000000000001', conversationId, ben.id, new Date('2020-01-01T00:00:00Z')],
    )
    await makeOlder(node, conversationId, 40)
    const recent = await talk(asha, await join(node))
    const page = await conversationsOf(asha)
    expect(page.elements.map(({ id }) => id)).toEqual([recent, conversationId])
    expect(page).toMatchObject({ totalElements: 2, last: true })
    expect(page.elements[1]).toMatchObject({ lastSentMessage: 'Long ago', unreadCount: 1, keep: 'KEPT' })
    const bodies = async () => {
      const { body } = await asha.call('POST', '/api/v1/messages', { id: conversationId })
      return messagePage.parse(body).elements.map(({ message }) => message)
    }
    expect(await bodies()).toEqual(['Long ago'])
    expect((await asha.call('GET', '/api/session')).body.conversationCount).toBe(2)
    await letGo(asha, ben.id)
    expect(await bodies()).toEqual([])
    expect((await conversationsOf(asha)).elements.map(({ id }) => id)).toEqual([recent])
  })
})

describe('a block', () => {
  // covers: beyond-keep-ends
  it('ends keeping in touch for both and deletes both wishes', async () => {
    const { asha, ben, conversationId } = await keptPair(node)
    const stream = await asha.stream()
    await block(asha, ben)
    expect((await stream.next('kept')).data).toMatchObject({ userId: ben.id, kept: false })
    expect([await keptOf(asha), await keptOf(ben)]).toEqual([[], []])
    await unblock(asha, ben)
    expect((await conversationOf(ben, conversationId)).keep).toBe('NO')
    stream.close()
    const two = await pair(node)
    for (const person of [two.asha, two.ben]) await askToKeep(person, two.conversationId)
    await block(two.ben, two.asha)
    expect((await askToKeep(two.asha, two.conversationId)).status).toBe(404)
    await unblock(two.ben, two.asha)
    await settleWishes(node)
    expect((await conversationOf(two.asha, two.conversationId)).keep).toBe('NO')
  })

  // covers: beyond-keep-ends
  it('keeps two members apart whose wishes are due', async () => {
    const { asha, ben, conversationId } = await pair(node)
    for (const person of [asha, ben]) await askToKeep(person, conversationId)
    await poolOf(node).query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [asha.id, ben.id])
    await settleWishes(node)
    await unblock(asha, ben)
    expect([await keptOf(asha), await keptOf(ben)]).toEqual([[], []])
  })
})

describe('a ban', () => {
  // covers: beyond-keep-ends
  it('takes the member out of the lists of others, and keeps wishes from being fulfilled', async () => {
    const kept = await keptPair(node)
    await ban(node, kept.ben)
    expect(await keptOf(kept.asha)).toEqual([])
    const { asha, ben, conversationId } = await pair(node)
    for (const person of [asha, ben]) await askToKeep(person, conversationId)
    await ban(node, ben)
    await settleWishes(node)
    expect((await conversationOf(asha, conversationId)).keep).toBe('ASKED')
  })
})
