import { describe, expect, it } from 'vitest'
import type { Ticket } from '#server/domains/matching/index.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { anOnlooker, placesOf } from '../../kit/seeker.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

describe.each(TICKET_STORES)('the place of a ticket on the $name store', (kind) => {
  const tickets = openTickets(kind)
  const arrive = async (userId: string, changes: Partial<Ticket> = {}) => {
    const ticket = await tickets.arrive(userId, changes)
    tickets.clock.advance(1_000)
    return ticket
  }
  /** The members in a queue, and all waiting members, the longest waiting first. */
  async function order() {
    const queued: (string | undefined)[] = []
    for (let from = 0; from < (await tickets.store.waiting()); from += 1) {
      const { found } = await tickets.store.candidates(anOnlooker(), placesOf('anyone:Female:all', from, 1))
      queued.push(found[0]?.ticket.userId)
    }
    return { queued, all: (await tickets.store.longestWaiting(10)).map(({ userId }) => userId) }
  }
  const ordered = (...userIds: string[]) => ({ queued: userIds, all: userIds })

  it('stays when the member changes what they look for', async () => {
    for (const userId of ['ann', 'ben', 'cleo', 'dora']) await arrive(userId)
    await arrive('ben', { interests: ['tea'] })
    expect(await order()).toEqual(ordered('ann', 'ben', 'cleo', 'dora'))
    await arrive('ann', { interests: ['tea'] })
    expect(await order()).toEqual(ordered('ann', 'ben', 'cleo', 'dora'))
    await arrive('dora', { interests: ['tea'] })
    expect(await order()).toEqual(ordered('ann', 'ben', 'cleo', 'dora'))
    await tickets.store.leave('ann', null)
    await arrive('eva')
    expect(await order()).toEqual(ordered('ben', 'cleo', 'dora', 'eva'))
  })

  it('comes back with the ticket of an undone pair', async () => {
    const [ann, ben] = [await arrive('ann'), await arrive('ben')]
    await arrive('cleo')
    const dora = await arrive('dora')
    for (const pair of [
      { pairId: 'ben+dora', a: ben, b: dora },
      { pairId: 'ann+ben', a: ann, b: { ...ben, blockedIds: ['dora'] } },
    ]) {
      expect(await tickets.store.claim(pair, 0)).toBe(true)
      await tickets.store.undo(pair)
      expect(await order()).toEqual(ordered('ann', 'ben', 'cleo', 'dora'))
    }
  })

  it('comes behind members with the same start of the wait', async () => {
    const waitingSince = tickets.clock.now()
    for (const userId of ['ann', 'ben', 'cleo']) await arrive(userId, { waitingSince })
    expect(await order()).toEqual(ordered('ann', 'ben', 'cleo'))
  })
})
