import { describe, expect, it } from 'vitest'
import type { Reading, Ticket } from '#server/domains/matching/index.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { anOnlooker, aSeeker, NEW_POLL, NO_PLACES, placesOf } from '../../kit/seeker.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const QUEUE = 'interest:jazz:Female:all'
const wanted = (from: number, take: number, name = QUEUE) => placesOf(name, from, take)

describe.each(TICKET_STORES)('the $name store', (kind) => {
  const tickets = openTickets(kind)
  const ticketOf = (userId: string, changes: Partial<Ticket> = {}): Ticket => ({
    ...aSeeker(userId),
    ticketId: `ticket-${userId}`,
    waitingSince: tickets.clock.now(),
    lastSeen: tickets.clock.now(),
    ...changes,
  })
  const arrive = async (userId: string, changes: Partial<Ticket> = {}) => {
    const ticket = await tickets.arrive(userId, changes)
    tickets.clock.advance(1_000)
    return ticket
  }

  it('reads the requested places, each member once, without the searching one and blocked ones', async () => {
    for (const userId of ['ann', 'ben', 'cleo']) await arrive(userId)
    const read = async (reading: Reading, searcher: Partial<Ticket> = {}) => {
      const { found, more } = await tickets.store.candidates(anOnlooker(searcher), reading)
      return { ids: found.map(({ ticket }) => ticket.userId).sort(), more }
    }
    expect(await read(wanted(0, 2))).toEqual({ ids: ['ann', 'ben'], more: [true] })
    expect(await read(wanted(2, 2))).toEqual({ ids: ['cleo'], more: [false] })
    expect(await read(wanted(0, 3), { userId: 'ben' })).toEqual({ ids: ['ann', 'cleo'], more: [true] })
    expect(await read(wanted(0, 3), { blockedIds: ['dora', 'ann'] })).toEqual({
      ids: ['ben', 'cleo'],
      more: [true],
    })
    const both = [...wanted(0, 1).queues, ...wanted(0, 1, 'anyone:Female:all').queues]
    expect(await read({ queues: both, seenSince: 0 })).toEqual({ ids: ['ann'], more: [true, true] })
    expect(await read(wanted(0, 4, 'interest:tea:Female:all'))).toEqual({ ids: [], more: [false] })
    await arrive('eva', { blockedIds: ['onlooker', 'dora'] })
    expect(await read(wanted(0, 9))).toEqual({ ids: ['ann', 'ben', 'cleo'], more: [false] })
    expect((await tickets.store.longestWaiting(2)).map(({ userId }) => userId)).toEqual(['ann', 'ben'])
  })

  it('knows a meeting for both members', async () => {
    const pair = { pairId: 'ann+ben', a: await arrive('ann'), b: await arrive('ben') }
    expect(await tickets.store.claim(pair, 0)).toBe(true)
    for (const userId of ['ann', 'ben']) await tickets.store.leave(userId, null)
    for (const userId of ['ann', 'ben', 'cleo'])
      await tickets.store.arrive(
        ticketOf(userId),
        { mark: (await tickets.store.begin(userId)).mark, searchId: null },
        NO_PLACES,
      )
    for (const [userId, partnerId] of [
      ['ann', 'ben'],
      ['ben', 'ann'],
    ] as const) {
      const { found } = await tickets.store.candidates(anOnlooker({ userId }), wanted(0, 9))
      expect(found.map(({ ticket, metLately }) => [ticket.userId, metLately])).toEqual(
        expect.arrayContaining([
          [partnerId, true],
          ['cleo', false],
        ]),
      )
    }
  })

  // covers: design-match-costs-two-round-trips
  it('reads the first round of a search as the ticket arrives', async () => {
    const ben = await arrive('ben', {
      lookingFor: ['Dating', 'Networking'],
      premium: true,
      genderFilter: 'Female',
    })
    await arrive('cleo', { lastSeen: ben.lastSeen - 1 })
    const { blockedIds: _, ...found } = ben
    const ann = ticketOf('ann', { interests: ['chess', 'tea'] })
    const queue = { name: 'interest:chess:Female:all', from: 0, take: 2, limit: null, interest: 'chess' }
    const round = { found: [], outdated: ['cleo'], more: [true, true], waiting: 3, byInterest: [3, 1] }
    const reading = { queues: [{ ...queue, take: 1 }, queue], seenSince: ben.lastSeen }
    expect(await tickets.store.arrive(ann, NEW_POLL, reading)).toEqual({ settled: null, ticket: ann, round })
    const filtered = { ...reading, queues: [{ ...queue, name: 'interest:chess:Female:Female' }] }
    expect(await tickets.store.arrive(ann, NEW_POLL, filtered)).toEqual({
      settled: null,
      ticket: ann,
      round: { ...round, found: [{ ticket: found, metLately: false }], outdated: [], more: [false] },
    })
  })

  it('reads only members who wait long enough in a limited queue, unless the searching member does', async () => {
    const [ann, ben] = [await arrive('ann'), await arrive('ben')]
    const limited = (own: number) => ({
      queues: [{ name: QUEUE, from: 0, take: 2, limit: { own, other: ann.waitingSince }, interest: null }],
      seenSince: 0,
    })
    const read = async (waitingSince: number, own: number) => {
      const { found, more } = await tickets.store.candidates(anOnlooker({ waitingSince }), limited(own))
      return { ids: found.map(({ ticket }) => ticket.userId), more }
    }
    expect(await read(ben.waitingSince + 1, ben.waitingSince)).toEqual({ ids: ['ann'], more: [false] })
    expect(await read(ben.waitingSince, ben.waitingSince)).toEqual({ ids: ['ann', 'ben'], more: [true] })
  })
})
