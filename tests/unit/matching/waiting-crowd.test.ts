import { beforeEach, describe, expect, it } from 'vitest'
import type { Matching } from '#server/domains/matching/index.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

describe.each(TICKET_STORES)('members who wait at once on the $name store', (kind) => {
  const tickets = openTickets(kind)
  const { arrive } = tickets
  let pairs: string[]
  let matching: Matching
  beforeEach(() => {
    pairs = []
    matching = createTestMatching({
      connected: tickets.connected,
      store: tickets.store,
      clock: tickets.clock,
      async openConversation(userA, userB) {
        pairs.push([userA, userB].sort().join(' and '))
        return { conversationId: `${userA} and ${userB}` }
      },
    })
  })
  const waiting = (interests: string[]) => ({
    interests,
    lookingFor: [],
    waitingSince: tickets.clock.now() - 4_000,
  })
  const polls = (userId: string, interests: string[]) =>
    matching.findMatch(aSeeker(userId, { interests, lookingFor: [] }))

  // covers: beyond-waiting-crowd
  it('let a pair go first that has more in common, and get the best partner who is left', async () => {
    await arrive('ann', waiting(['jazz', 'tea']))
    await arrive('ben', waiting(['jazz', 'tea', 'chess', 'go']))
    await arrive('cleo', waiting(['tea', 'chess', 'go']))
    await arrive('dora', waiting(['jazz']))
    expect(await polls('ann', ['jazz', 'tea'])).toMatchObject({ status: 'matched', partnerId: 'dora' })
    expect(pairs).toEqual(['ben and cleo', 'ann and dora'])
  })

  it('do the same when a node looks after them', async () => {
    await arrive('ann', waiting(['jazz', 'tea']))
    await arrive('ben', waiting(['jazz', 'tea', 'chess', 'go']))
    await arrive('cleo', waiting(['tea', 'chess', 'go']))
    await arrive('dora', waiting(['jazz']))
    await matching.tick()
    expect(pairs.toSorted()).toEqual(['ann and dora', 'ben and cleo'])
  })

  it('find a better partner behind the heads of the queues', async () => {
    for (let number = 1; number <= 5; number += 1)
      for (const interest of ['jazz', 'tea']) await arrive(`${interest} ${number}`, waiting([interest]))
    const both = ['jazz', 'tea']
    await arrive('ann', waiting(both))
    await arrive('late', { ...waiting(both), waitingSince: tickets.clock.now() - 3_500 })
    expect(await polls('ann', both)).toMatchObject({ partnerId: 'late' })
  })

  it('do not wait for a better pair of whom one has blocked the other', async () => {
    await arrive('ann', waiting(['jazz', 'tea']))
    await arrive('ben', waiting(['jazz', 'tea', 'chess', 'go']))
    await arrive('cleo', waiting(['tea', 'chess', 'go']))
    await tickets.store.block('ben', 'cleo')
    expect(await polls('ann', ['jazz', 'tea'])).toMatchObject({ status: 'matched', partnerId: 'ben' })
  })

  it('leave a member who has just arrived with the partner who suits them best', async () => {
    await arrive('ben', waiting(['jazz', 'tea', 'chess', 'go']))
    await arrive('cleo', waiting(['tea', 'chess', 'go']))
    expect(await polls('ann', ['jazz', 'tea'])).toMatchObject({ partnerId: 'ben' })
  })
})
