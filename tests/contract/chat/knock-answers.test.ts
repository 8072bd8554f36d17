import { describe, expect, it } from 'vitest'
import { ask } from '../../kit/graphql.ts'
import {
  accept,
  decline,
  GONE,
  knockFrom,
  knockOn,
  knocksOf,
  partedPair,
  passADay,
  say,
  start,
  textsOf,
} from '../../kit/knocks.ts'
import { join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const prisma = () => node.app.context.database.prisma
const notesOf = async (person: Person) =>
  (await prisma().notification.findMany({ where: { userId: person.id } })).map(({ kind, heading }) => [
    kind,
    heading,
  ])

describe('a member who is asked', () => {
  // covers: beyond-knock-looks-alike
  it('declines for a day', async () => {
    const { asha, ben, id } = await partedPair(node)
    await knockOn(asha, ben)
    const { id: knockId } = await knockFrom(asha, ben)
    for (const _ of [1, 2]) expect((await decline(ben, knockId)).status).toBe(200)
    expect(await knocksOf(ben)).toEqual([])
    await expect.poll(() => notesOf(ben)).toEqual([])
    expect(await accept(ben, knockId)).toMatchObject(GONE)
    await say(asha, id, 'Hello again')
    expect([await knocksOf(ben), await textsOf(ben, id)]).toEqual([[], []])
    await passADay(node, id)
    await knockOn(asha, ben)
    expect(await knocksOf(ben)).toHaveLength(1)
  })

  // covers: beyond-knock-refusal
  it('refuses a member for good, until they allow it again', async () => {
    const { asha, ben, id } = await partedPair(node)
    await knockOn(asha, ben)
    const { id: knockId } = await knockFrom(asha, ben)
    expect((await decline(ben, knockId, true)).status).toBe(200)
    await passADay(node, id)
    const his = await ben.stream()
    expect(await knockOn(asha, ben)).toMatchObject({ awaitsAnswer: true })
    expect(await knocksOf(ben)).toEqual([])
    await expect.poll(() => notesOf(ben)).toEqual([])
    const { data } = await ask(node, ben, '{ refusedKnocks { id displayName } }')
    expect(data).toEqual({ refusedKnocks: [{ id: asha.id, displayName: asha.user.displayName }] })
    expect((await ben.call('DELETE', `/api/v1/knock-refusals/${asha.id}`)).status).toBe(200)
    await passADay(node, id)
    await knockOn(asha, ben)
    expect(await knocksOf(ben)).toHaveLength(1)
    await his.next('knock')
    expect(his.received.filter(({ event }) => event === 'knock')).toHaveLength(1)
    his.close()
  })

  it('accepts by starting a chat, even after declining', async () => {
    const { asha, ben, id } = await partedPair(node)
    await knockOn(asha, ben)
    await decline(ben, (await knockFrom(asha, ben)).id)
    expect((await start(ben, asha)).body).toMatchObject({ id, awaitsAnswer: false, userActive: true })
  })

  // covers: beyond-knock-accept
  it('answers over GraphQL', async () => {
    const { asha, ben, id } = await partedPair(node)
    await knockOn(asha, ben)
    const { data } = await ask(node, ben, '{ knocks { id userId again } }')
    const knock = await knockFrom(asha, ben)
    expect(data).toEqual({ knocks: [{ id: knock.id, userId: asha.id, again: true }] })
    const mutation = 'mutation($id: ID!) { declineKnock(id: $id, forever: true) }'
    expect((await ask(node, ben, mutation, { id: knock.id })).data).toEqual({ declineKnock: true })
    const allow = 'mutation($id: ID!) { allowKnocks(userId: $id) }'
    expect((await ask(node, ben, allow, { id: asha.id })).data).toEqual({ allowKnocks: true })
    await passADay(node, id)
    await knockOn(asha, ben)
    const next = await knockFrom(asha, ben)
    const accepted = await ask(
      node,
      ben,
      'mutation($id: ID!) { acceptKnock(id: $id) { id open awaitsAnswer } }',
      {
        id: next.id,
      },
    )
    expect(accepted.data).toEqual({ acceptKnock: { id, open: true, awaitsAnswer: false } })
  })

  it('does not see the knocks of another member', async () => {
    const { asha, ben } = await partedPair(node)
    await knockOn(asha, ben)
    const { id } = await knockFrom(asha, ben)
    const cleo = await join(node)
    expect(await accept(cleo, id)).toMatchObject(GONE)
    expect(await decline(cleo, id)).toMatchObject(GONE)
    expect(await accept(asha, id)).toMatchObject(GONE)
  })
})

describe('an end from outside', () => {
  const ENDS: [string, (asha: Person, ben: Person) => Promise<unknown>][] = [
    ['the sender blocks', (asha, ben) => asha.call('POST', '/api/v1/blocks', { userId: ben.id })],
    ['the other member blocks', (asha, ben) => ben.call('POST', '/api/v1/blocks', { userId: asha.id })],
    ['the sender is suspended', (asha) => node.app.context.events.emit('userSuspended', { userId: asha.id })],
    [
      'the sender closes the account',
      (asha) => node.app.context.events.emit('accountClosed', { userId: asha.id }),
    ],
  ]

  // covers: beyond-knock-ends
  it.each(ENDS)('takes the knock away when %s', async (_, end) => {
    const { asha, ben } = await partedPair(node)
    const his = await ben.stream()
    await knockOn(asha, ben)
    await his.next('knock')
    const { id } = await knockFrom(asha, ben)
    await end(asha, ben)
    await his.next('knock', ({ waiting }) => waiting === false)
    expect(await knocksOf(ben)).toEqual([])
    await expect.poll(() => notesOf(ben)).toEqual([])
    expect(await accept(ben, id)).toMatchObject(GONE)
    his.close()
  })
})

describe('two members who may not meet', () => {
  // covers: beyond-knock-limits
  it.each([
    ['the starter blocked', true],
    ['the other member blocked', false],
  ])('store no knock when %s', async (_, byStarter) => {
    const { asha, ben } = await partedPair(node)
    const [blocker, blocked] = byStarter ? [asha, ben] : [ben, asha]
    await blocker.call('POST', '/api/v1/blocks', { userId: blocked.id })
    expect((await start(asha, ben)).status).toBe(404)
    await blocker.call('DELETE', `/api/v1/blocks/${blocked.id}`)
    expect(await knocksOf(ben)).toEqual([])
  })

  // covers: beyond-knock-message
  it('keep no message of the sender after a block whose listeners have not run yet', async () => {
    const { asha, ben, id } = await partedPair(node)
    await knockOn(asha, ben)
    await prisma().block.create({ data: { blockerId: ben.id, blockedId: asha.id } })
    expect((await say(asha, id, 'Hello again')).status).not.toBe(200)
    expect(await prisma().knock.findFirst({ where: { fromId: asha.id } })).toMatchObject({ message: null })
  })

  const CHANGES: [string, (asha: Person, ben: Person) => Promise<unknown>][] = [
    ['a block', (asha, ben) => prisma().block.create({ data: { blockerId: ben.id, blockedId: asha.id } })],
    [
      'a ban of the sender',
      (asha) => prisma().user.update({ where: { id: asha.id }, data: { bannedAt: new Date() } }),
    ],
  ]

  // covers: beyond-knock-ends
  it.each(CHANGES)('show no knock after %s whose listeners have not run yet', async (_, change) => {
    const { asha, ben } = await partedPair(node)
    await knockOn(asha, ben)
    await change(asha, ben)
    expect(await knocksOf(ben)).toEqual([])
  })
})
