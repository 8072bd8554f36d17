import { beforeAll, describe, expect, it } from 'vitest'
import { bellAmong, bellSteps, ringBells, scheduleBells, stopPeriodicRings } from '../../kit/bells.ts'
import { createTestClock } from '../../kit/clock.ts'
import { join, type Person } from '../../kit/person.ts'
import { ban } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const HOUR = 60 * 60_000
const clock = createTestClock()
const node = useNode({ clock })
beforeAll(() => stopPeriodicRings(node))
const { block, cancel, change, ringsOf, searchFor } = bellSteps(node)

/** A gender filter works with premium only. */
const onlyMen = () => ({ filterByGender: 'Male', premiumUntil: new Date(clock.now() + 99 * HOUR) })

describe('an interest bell', () => {
  // covers: beyond-interest-bell-suits
  it.each<[string, number, (owner: Person, searcher: Person) => Promise<unknown>]>([
    ['the member has blocked', 31, (owner, searcher) => block(owner, searcher)],
    ['has blocked the member', 31, (owner, searcher) => block(searcher, owner)],
    ['does not pass the gender filter of the member', 31, (owner) => change(owner, onlyMen())],
    ['is younger than the member wishes', 40, (owner) => change(owner, { minPartnerAge: 32 })],
    ['is older than the member wishes', 25, (owner) => change(owner, { maxPartnerAge: 30 })],
  ])('does not ring for a search of someone who %s', async (_, age, keepApart) => {
    const suiting = { gender: 'Male', age } as const
    const { interest, owner, people } = await bellAmong(node, [suiting, suiting, suiting])
    const searcher = await join(node, { interests: [interest], gender: 'Female', age: 31 })
    await keepApart(owner, searcher)
    await searchFor(searcher)
    expect(await ringsOf(owner)).toEqual([])
    clock.advance(2 * HOUR)
    await searchFor(people[0] as Person)
    expect(await ringsOf(owner)).toHaveLength(1)
  })

  // covers: beyond-interest-bell-suits
  it.each<[string, (owner: Person, searcher: Person) => Promise<unknown>]>([
    ['the member has blocked', (owner, searcher) => block(owner, searcher)],
    ['has blocked the member', (owner, searcher) => block(searcher, owner)],
  ])('does not ring for a search of someone who %s after it began', async (_, keepApart) => {
    const { interest, owner, people } = await bellAmong(node, [{}, {}, {}])
    const searcher = await join(node, { interests: [interest] })
    await searcher.findMatch()
    await scheduleBells(node)
    await keepApart(owner, searcher)
    await ringBells(node)
    await cancel(searcher)
    expect(await ringsOf(owner)).toEqual([])
    clock.advance(2 * HOUR)
    await searchFor(people[0] as Person)
    expect(await ringsOf(owner)).toHaveLength(1)
  })

  // covers: beyond-interest-bell-suits
  it('does not ring for a search of someone whom the member has just met', async () => {
    const { owner, people } = await bellAmong(node, [{}, {}, {}])
    const [met, other] = people as [Person, Person]
    await met.findMatch()
    const { conversation } = await owner.findMatch()
    expect(conversation).toMatchObject({ partnerId: met.id })
    await met.call('GET', `/api/v1/conversation/${conversation?.id}/resign`)
    await searchFor(met)
    expect(await ringsOf(owner)).toEqual([])
    clock.advance(2 * HOUR)
    await searchFor(other)
    expect(await ringsOf(owner)).toHaveLength(1)
  })

  // covers: beyond-interest-bell-suits
  it.each([
    ['without an open stream', 0],
    ['with one', 1],
  ])(
    'rings for a search without polls for 20 seconds only while its stream is open: %s',
    async (_, rings) => {
      const { owner, people } = await bellAmong(node, [{}, {}, {}])
      const [searcher] = people as [Person]
      const stream = rings > 0 ? await searcher.stream() : null
      await stream?.next('ready')
      await searcher.findMatch()
      await scheduleBells(node)
      clock.advance(20_000)
      await ringBells(node)
      expect(await ringsOf(owner)).toHaveLength(rings)
      stream?.close()
      await cancel(searcher)
    },
  )

  // covers: beyond-interest-bell-suits
  it('ignores a gender filter that the member has no premium for', async () => {
    const { owner, people } = await bellAmong(
      node,
      [{}, {}, {}].map(() => ({ gender: 'Female' as const })),
    )
    await change(owner, { filterByGender: 'Male' })
    await searchFor(people[0] as Person)
    expect(await ringsOf(owner)).toHaveLength(1)
  })

  // covers: beyond-interest-bell-suits
  it('does not ring for a search whose own wishes leave the member out', async () => {
    const { interest, owner, people } = await bellAmong(node, [{}, {}, {}])
    const searcher = await join(node, { interests: [interest], age: 50 })
    await change(searcher, { minPartnerAge: 45 })
    await node.app.context.events.emit('userChanged', { userId: searcher.id })
    await searchFor(searcher)
    expect(await ringsOf(owner)).toEqual([])
    clock.advance(2 * HOUR)
    await searchFor(people[0] as Person)
    expect(await ringsOf(owner)).toHaveLength(1)
  })

  // covers: beyond-interest-bell-suits
  it('does not ring for a member who was banned after the search began, or whose address is not verified', async () => {
    const { owner, people } = await bellAmong(node, [{}, {}, {}])
    await change(owner, { emailVerified: false })
    await searchFor(people[0] as Person)
    clock.advance(2 * HOUR)
    await change(owner, { emailVerified: true })
    await people[0]?.findMatch()
    await scheduleBells(node)
    await ban(node, owner)
    await ringBells(node)
    await cancel(people[0] as Person)
    const { rows } = await node.app.context.database.pool.query(
      'SELECT kind FROM notification WHERE user_id = $1',
      [owner.id],
    )
    expect(rows).toEqual([])
  })
})

describe('a bell among few members', () => {
  const suiting = { gender: 'Male', age: 31 } as const

  // covers: beyond-interest-bell-no-leak
  it.each<[string, (owner: Person, third: Person) => Promise<unknown>]>([
    ['does not like the interest', (_, third) => change(third, { interests: ['Tea'] })],
    ['is banned', (_, third) => ban(node, third)],
    ['is suspended', (_, third) => change(third, { suspendedUntil: new Date(clock.now() + 24 * HOUR) })],
    ['has closed the account', (_, third) => change(third, { active: false })],
    ['has no verified address', (_, third) => change(third, { emailVerified: false })],
    ['was blocked by the member', (owner, third) => block(owner, third)],
    [
      'does not pass the gender filter of the member',
      async (owner, third) => {
        await change(owner, onlyMen())
        await change(third, { gender: 'Female' })
      },
    ],
    [
      'is younger than the member wishes',
      async (owner, third) => {
        await change(owner, { minPartnerAge: 31 })
        await change(third, { age: 30 })
      },
    ],
    [
      'is older than the member wishes',
      async (owner, third) => {
        await change(owner, { maxPartnerAge: 31 })
        await change(third, { age: 32 })
      },
    ],
  ])('stays silent when one of three %s', async (_, leaveOut) => {
    const { owner, people } = await bellAmong(node, [suiting, suiting, suiting])
    await leaveOut(owner, people[2] as Person)
    for (const person of people.slice(0, 2)) await searchFor(person)
    clock.advance(2 * HOUR)
    for (const person of people.slice(0, 2)) await searchFor(person)
    expect(await ringsOf(owner)).toEqual([])
  })

  // covers: beyond-interest-bell-no-leak
  it.each([0, 1, 2])('stays silent with %i others', async (count) => {
    const { interest, owner, people } = await bellAmong(
      node,
      Array.from({ length: count }, () => suiting),
    )
    const searcher = people[0] ?? owner
    // The same interest in other spellings makes no further member.
    await change(searcher, { interests: [interest, interest.toUpperCase()] })
    for (let day = 0; day < 3; day += 1) {
      await searchFor(searcher)
      clock.advance(25 * HOUR)
    }
    expect(await ringsOf(owner)).toEqual([])
  })

  // covers: beyond-interest-bell-no-leak
  it('counts a member who blocked the owner, which would show the block', async () => {
    const { owner, people } = await bellAmong(node, [suiting, suiting, suiting])
    await block(people[2] as Person, owner)
    await searchFor(people[0] as Person)
    expect(await ringsOf(owner)).toHaveLength(1)
  })

  // covers: beyond-interest-bell-no-leak
  it('counts members who spell the interest in another way', async () => {
    const { interest, owner, people } = await bellAmong(node, [suiting, suiting, suiting])
    for (const person of people) await change(person, { interests: [interest.toUpperCase()] })
    await searchFor(people[0] as Person)
    expect(await ringsOf(owner)).toHaveLength(1)
  })
})
