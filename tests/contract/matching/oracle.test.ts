import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Gender, LookingFor } from '#schema/enums.ts'
import { createMatching, type Seeker } from '#server/matching/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

interface Waiting extends Seeker {
  waited: number
}

const person = fc.record({
  interests: fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'), {
    minLength: 1,
    maxLength: 4,
  }),
  gender: fc.constantFrom<Gender>('Male', 'Female', 'Transgender'),
  genderFilter: fc.option(fc.constantFrom<Gender>('Male', 'Female'), { nil: null, freq: 3 }),
  lookingFor: fc.uniqueArray(fc.constantFrom<LookingFor>('Dating', 'Friendship', 'Networking'), {
    minLength: 1,
    maxLength: 2,
  }),
  premium: fc.boolean(),
})

type Facts = typeof person extends fc.Arbitrary<infer Value> ? Value : never

const withInterests = (...interests: string[]): Facts => ({
  interests,
  gender: 'Male',
  genderFilter: null,
  lookingFor: ['Dating'],
  premium: false,
})
/** Equal weights that a sum meets in another order: once, its last bits decided. */
const SUMS_IN_ANOTHER_ORDER: [{ person: Facts; gap: number }[], Facts] = [
  [
    { person: withInterests('c', 'e', 'a'), gap: 0 },
    { person: withInterests('b', 'e', 'c'), gap: 0 },
    { person: withInterests('d', 'c', 'e', 'a'), gap: 0 },
    { person: withInterests('a'), gap: 0 },
  ],
  withInterests('d', 'e', 'c', 'b'),
]

/** The rules of design §3, written down once more as plainly as possible. */
function best(me: Seeker, others: readonly Waiting[]): ReadonlySet<string> {
  const crowd = [me, ...others]
  const having = (interest: string) => crowd.filter((one) => one.interests.includes(interest)).length
  const weight = (interest: string) => Math.log(1 + (crowd.length + 2) / (having(interest) + 1))
  const fits = (filter: Gender | null, gender: Gender) => filter === null || filter === gender
  const judged = others.flatMap((other) => {
    const shared = me.interests.filter((interest) => other.interests.includes(interest))
    const looking = me.lookingFor.filter((choice) => other.lookingFor.includes(choice)).length
    const fewest = Math.min(me.interests.length, other.interests.length)
    const eligible = fits(me.genderFilter, other.gender) && fits(other.genderFilter, me.gender)
    const enough =
      shared.length >= 2 ||
      (shared.length > 0 && shared.length * 2 >= fewest) ||
      (other.waited >= 3_000 && shared.length > 0) ||
      (other.waited >= 10_000 && looking > 0)
    if (!eligible || !enough) return []
    const sum = shared.reduce((total, interest) => total + weight(interest), 0)
    return [{ other, score: [sum, looking, Number(other.premium), other.waited] as const }]
  })
  const compare = (a: readonly number[], b: readonly number[]) => {
    for (const [index, value] of a.entries()) {
      const difference = value - (b[index] ?? 0)
      if (Math.abs(difference) > 1e-9) return difference
    }
    return 0
  }
  const top = judged.reduce<(typeof judged)[number] | null>(
    (found, one) => (found === null || compare(one.score, found.score) > 0 ? one : found),
    null,
  )
  return new Set(
    top ? judged.filter((one) => compare(one.score, top.score) === 0).map((one) => one.other.userId) : [],
  )
}

describe.each(TICKET_STORES)('the matcher on the $name store', ({ name, open }) => {
  it('picks whom a brute-force search over everybody would pick', { timeout: 60_000 }, async (context) => {
    const probe = await open(createTestClock())
    if (!probe) return context.skip('redis-server is not installed')
    await probe.close()
    // Few enough that nobody stands beyond the bounded head of a queue.
    const crowds = fc.array(fc.record({ person, gap: fc.nat(2_000) }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(crowds, person, async (arrivals, newcomer) => {
        const clock = createTestClock(Date.now())
        const made = await open(clock)
        if (!made) return
        const matching = createMatching({
          store: made.store,
          clock,
          openConversation: async () => ({ conversationId: 'any' }),
          onError(error) {
            throw error
          },
        })
        const waiting: (Seeker & { since: number })[] = []
        for (const [index, { person: facts, gap }] of arrivals.entries()) {
          const seeker = { ...facts, userId: `waits-${index}`, age: 30, blockedIds: [] }
          // Put there directly: these do not look for each other.
          await made.store.arrive({
            ...seeker,
            ticketId: `t${index}`,
            waitingSince: clock.now(),
            lastSeen: clock.now(),
          })
          waiting.push({ ...seeker, since: clock.now() })
          clock.advance(gap + 1)
        }
        const me = { ...newcomer, userId: 'me', age: 30, blockedIds: [] }
        const wanted = best(
          me,
          waiting.map((one) => ({ ...one, waited: clock.now() - one.since })),
        )
        const found = await matching.find(me)
        await made.close()
        if (wanted.size === 0) expect(found.status).toBe('searching')
        else expect([...wanted]).toContain(found.status === 'matched' ? found.partnerId : found.status)
      }),
      { numRuns: name === 'memory' ? 2_000 : 150, examples: [SUMS_IN_ANOTHER_ORDER] },
    )
  })
})
