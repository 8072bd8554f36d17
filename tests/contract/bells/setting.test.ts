import { beforeAll, describe, expect, it } from 'vitest'
import { createBells } from '#server/domains/bells/index.ts'
import { bellAmong, bellsOf, ringBells, scheduleBells, setBell, stopPeriodicRings } from '../../kit/bells.ts'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { join, type Person } from '../../kit/person.ts'
import { finishFirstSweep } from '../../kit/privacy.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useNode } from '../../kit/use-node.ts'
import { useTwoNodes } from '../../kit/use-two-nodes.ts'

const HOUR = 60 * 60_000
const clock = createTestClock()
const node = useNode({ clock })
beforeAll(() => stopPeriodicRings(node))

const rowsOf = async ({ id }: Person) => {
  const { rows } = await node.app.context.database.pool.query<{
    interest: string
    is_on: boolean
    due: Date
  }>('SELECT interest, is_on, due FROM interest_bell WHERE user_id = $1 ORDER BY interest', [id])
  return rows
}

describe('the bells of a member', () => {
  // covers: beyond-interest-bell-setting
  it('stay off until the member turns one on, over REST and GraphQL', async () => {
    const asha = await join(node, { interests: ['Fermentation', 'Jazz'] })
    expect(await bellsOf(asha)).toEqual([
      { interest: 'Fermentation', on: false },
      { interest: 'Jazz', on: false },
    ])
    await setBell(asha, 'fermentation', true)
    const on = [
      { interest: 'Fermentation', on: true },
      { interest: 'Jazz', on: false },
    ]
    expect((await ask(node, asha, '{ interestBells { interest on } }')).data).toEqual({ interestBells: on })
    const change = 'mutation { setInterestBell(interest: "Jazz", on: true) { interest on } }'
    const changed = await ask(node, asha, change)
    expect(changed.data).toEqual({ setInterestBell: on.map((bell) => ({ ...bell, on: true })) })
    await setBell(asha, 'Jazz', false)
    expect(await bellsOf(asha)).toEqual(on)
  })

  // covers: beyond-interest-bell-setting
  it('exist for interests of the profile only, and end with them', async () => {
    const asha = await join(node, { interests: ['Fermentation', 'Jazz'] })
    expect(await setBell(asha, 'Chess', true)).toMatchObject({ status: 404 })
    await setBell(asha, 'Fermentation', true)
    await setBell(asha, 'Jazz', true)
    const { id, displayName, age, gender, lookingFor } = asha.user
    await asha.call('PUT', '/api/v1/user', { id, displayName, age, gender, lookingFor, interests: 'Jazz' })
    expect(await bellsOf(asha)).toEqual([{ interest: 'Jazz', on: true }])
    expect(await rowsOf(asha)).toMatchObject([
      { interest: 'fermentation', is_on: false },
      { interest: 'jazz', is_on: true },
    ])
  })

  it('leave the database once they are off and have rested', async () => {
    const { interest, owner, people } = await bellAmong(node, [{}, {}, {}])
    await people[0]?.findMatch()
    await ringBells(node)
    await setBell(owner, interest, false)
    await finishFirstSweep(node)
    await node.app.context.privacy.sweep()
    expect(await rowsOf(owner)).toHaveLength(1)
    clock.advance(25 * HOUR)
    await node.app.context.privacy.sweep()
    expect(await rowsOf(owner)).toEqual([])
  })
})

/** The bells of the node, on searches that the test describes. */
function bellsWith(matching: Parameters<typeof createBells>[1]['matching']) {
  const { database, moderation, inbox } = node.app.context
  const push = { isQuiet: async () => false }
  return createBells(testPlatform({ database, clock }), { matching, moderation, inbox, push })
}

describe('the job of the bells', () => {
  // covers: beyond-interest-bell-own
  it.each([
    [true, 0],
    [false, 1],
  ])('rings no bell while its member searches: %s', async (isSearching, rings) => {
    const { owner } = await bellAmong(node, [{}, {}, {}])
    await node.app.context.database.pool.query(
      'UPDATE interest_bell SET due = $1 WHERE user_id = $2 AND is_on',
      [new Date(clock.now()), owner.id],
    )
    await bellsWith({ isSearching: async () => isSearching, hasSearchFor: async () => true }).ring()
    expect((await inboxOf(node, owner)).notes).toHaveLength(rings)
  })

  // covers: beyond-interest-bell-rings
  it('decides each bell at a random time of its own', async () => {
    const { interest, owner, people } = await bellAmong(node, [{}, {}, {}])
    for (const person of people) await setBell(person, interest, true)
    const searcher = await join(node, { interests: [interest] })
    await searcher.findMatch()
    await scheduleBells(node)
    const rows = (await Promise.all([owner, ...people].map(rowsOf))).flat()
    const waits = rows.map(({ due }) => due.getTime() - clock.now())
    expect(new Set(waits).size).toBe(4)
    for (const wait of waits) {
      expect(wait).toBeGreaterThanOrEqual(10_000)
      expect(wait).toBeLessThanOrEqual(5 * 60_000)
    }
  })

  // covers: beyond-interest-bell-two-nodes
  it('decides later what a node that died has not decided', async () => {
    const { database } = node.app.context
    const { owner, people } = await bellAmong(node, [{}, {}, {}])
    await people[0]?.findMatch()
    await scheduleBells(node)
    await database.pool.query('UPDATE interest_bell SET due = $1 WHERE due IS NOT NULL', [
      new Date(clock.now()),
    ])
    const fails = async () => Promise.reject(new Error('the node dies here'))
    const dying = bellsWith({ isSearching: fails, hasSearchFor: fails })
    await expect(dying.ring()).rejects.toThrow('the node dies here')
    await scheduleBells(node)
    expect((await inboxOf(node, owner)).notes).toEqual([])
    clock.advance(60_000)
    await people[0]?.findMatch()
    await scheduleBells(node)
    expect((await inboxOf(node, owner)).notes).toHaveLength(1)
  })
})

describe('two nodes', () => {
  const [one, two] = useTwoNodes()

  // covers: beyond-interest-bell-two-nodes
  it('ring a bell once, for a search on either', async () => {
    for (const each of [one, two]) await stopPeriodicRings(each)
    const { owner, people } = await bellAmong(one, [{}, {}, {}])
    const stream = await owner.stream()
    await stream.next('ready')
    await people[0]?.call('GET', '/api/v1/conversation')
    await ringBells(one, two)
    await ringBells(two, one)
    expect((await stream.next('notification')).data).toMatchObject({ kind: 'interest_bell' })
    const notes = stream.received.filter(({ event }) => event === 'notification')
    expect(notes).toHaveLength(1)
    stream.close()
  })
})
