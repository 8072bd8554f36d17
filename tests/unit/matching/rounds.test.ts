import { beforeEach, describe, expect, it } from 'vitest'
import { candidatesFor } from '#server/domains/matching/candidates.ts'
import { createMemoryTicketStore, type TicketStore } from '#server/domains/matching/index.ts'
import type { Ticket } from '#server/domains/matching/ticket.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { aSeeker, NEW_POLL, NO_PLACES, noStreams } from '../../kit/seeker.ts'

type Range = [queue: string, from: number, take: number]

let clock: TestClock
let store: TicketStore
/** The ranges that were read, round by round. */
let rounds: Range[][]
beforeEach(() => {
  clock = createTestClock()
  rounds = []
  const memory = createMemoryTicketStore({ clock })
  store = {
    ...memory,
    candidates(ticket, reading) {
      rounds.push(reading.queues.map(({ name, from, take }) => [name, from, take]))
      return memory.candidates(ticket, reading)
    },
  }
})

const ticketOf = (userId: string, changes: Partial<Ticket>): Ticket => ({
  ...aSeeker(userId, { lookingFor: [] }),
  ticketId: `ticket-${userId}`,
  waitingSince: clock.now(),
  lastSeen: clock.now(),
  ...changes,
})
/** This many waiting men who have all blocked Ann. */
async function crowd(count: number, changes: Partial<Ticket>) {
  for (let index = 0; index < count; index += 1)
    await store.arrive(
      ticketOf(`member ${index}`, { gender: 'Male', blockedIds: ['ann'], ...changes }),
      NEW_POLL,
      NO_PLACES,
    )
}
/** Searches as Ann, who accepts only men. */
async function search(changes: Partial<Ticket>) {
  for await (const _ of candidatesFor(
    { store, clock, connected: noStreams },
    ticketOf('ann', { genderFilter: 'Male', ...changes }),
  ))
    throw new Error('No member of the crowd is a candidate.')
}
const takes = () => rounds.flat().reduce((total, [, , take]) => total + take, 0)

describe('the rounds of a search', () => {
  it('read four times as many places as the previous round, and 2,000 at most', async () => {
    await crowd(2_000, { interests: ['jazz'] })
    await search({ interests: ['jazz'] })
    const queue = 'interest:jazz:Male:all'
    expect(rounds).toEqual([
      [
        [queue, 0, 4],
        ['interest:jazz:Male:Female', 0, 4],
        ['anyone:Male:all', 0, 2],
        ['anyone:Male:Female', 0, 2],
      ],
      [[queue, 4, 16]],
      [[queue, 20, 64]],
      [[queue, 84, 256]],
      [[queue, 340, 1_024]],
      [[queue, 1_364, 628]],
    ])
    expect(takes()).toBe(2_000)
  })

  it('share the remaining places between the queues', async () => {
    await crowd(1_000, { interests: ['jazz', 'chess'] })
    await search({ interests: ['jazz', 'chess'] })
    expect(rounds.at(-1)).toEqual([
      ['interest:jazz:Male:all', 340, 654],
      ['interest:chess:Male:all', 340, 654],
    ])
    expect(takes()).toBe(2_000)
  })

  it('end with the last place of each queue', async () => {
    await crowd(7, { interests: ['jazz'] })
    await search({ interests: ['jazz'] })
    expect(rounds.slice(1)).toEqual([[['interest:jazz:Male:all', 4, 16]]])
  })

  const looking: Range = ['looking:Friendship:Male:all', 2, 8]
  const anyone: Range = ['anyone:Male:all', 2, 8]
  it.each([
    [2_999, []],
    [3_000, [looking]],
    [9_999, [looking]],
    [10_000, [looking, anyone]],
  ])(
    'continue in a queue that may contain an earlier premium member: the last one waits for %d ms',
    async (waited, further) => {
      const lookingFor = ['Friendship'] as const
      await crowd(3, { interests: [], lookingFor, waitingSince: clock.now() - waited })
      await search({ interests: [], lookingFor })
      expect(rounds.slice(1).flat()).toEqual(further)
    },
  )

  it.each([
    [9_999, []],
    [10_000, [looking]],
    [19_999, [looking]],
    [20_000, [looking, anyone]],
  ])("continue in a queue that the member's own wait allows: %d ms", async (waited, further) => {
    const lookingFor = ['Friendship'] as const
    await crowd(3, { interests: [], lookingFor })
    await search({ interests: [], lookingFor, waitingSince: clock.now() - waited })
    expect(rounds.slice(1).flat()).toEqual(further)
  })

  it('start only while no candidate was taken', async () => {
    for (let index = 0; index < 9; index += 1)
      await store.arrive(ticketOf(`member ${index}`, { gender: 'Male' }), NEW_POLL, NO_PLACES)
    const taken: string[] = []
    for await (const { ticket } of candidatesFor(
      { store, clock, connected: noStreams },
      ticketOf('ann', { genderFilter: 'Male' }),
    )) {
      taken.push(ticket.userId)
      if (taken.length === 4) break
    }
    expect([taken.toSorted(), rounds.length]).toEqual([['member 0', 'member 1', 'member 2', 'member 3'], 1])
  })
})
