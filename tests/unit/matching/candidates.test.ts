import { describe, expect, it } from 'vitest'
import { TIMING } from '#schema/limits.ts'
import { candidatesFor } from '#server/domains/matching/candidates.ts'
import type { Ticket } from '#server/domains/matching/ticket.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

describe.each(TICKET_STORES)('the candidates of a search on the $name store', (kind) => {
  const tickets = openTickets(kind)
  const { arrive } = tickets
  const ago = (milliseconds: number) => ({ waitingSince: tickets.clock.now() - milliseconds })
  const found = async (ticket: Ticket) => {
    const ids: string[] = []
    for await (const { ticket: other } of candidatesFor(tickets, ticket)) ids.push(other.userId)
    return ids
  }
  /** Matches the two once, and lets both search again. */
  async function arriveAfterMeeting(own: Partial<Ticket>, others: Partial<Ticket>) {
    const [a, b] = [await arrive('ann'), await arrive('ben')]
    expect(await tickets.store.claim({ pairId: 'ann+ben', a, b }, 0)).toBe(true)
    for (const userId of ['ann', 'ben']) await tickets.store.leave(userId, null)
    const ann = await arrive('ann', own)
    await arrive('ben', others)
    return ann
  }

  it('come once each, from any number of queues and rounds', async () => {
    const crowd = Array.from({ length: 12 }, (_, index) => `member ${index}`)
    for (const userId of crowd) await arrive(userId, ago(25_000))
    const ids = await found(await arrive('ann', ago(25_000)))
    expect(ids.toSorted()).toEqual(crowd.toSorted())
  })

  it('include members seen in the last fifteen seconds; others are removed from the search', async () => {
    const now = tickets.clock.now()
    await arrive('ben', { lastSeen: now - TIMING.ticketSeenWithin })
    await arrive('cleo', { lastSeen: now - TIMING.ticketSeenWithin - 1 })
    expect(await found(await arrive('ann'))).toEqual(['ben'])
    expect(await tickets.store.ticket('cleo')).toBeNull()
    expect(await tickets.store.ticket('ben')).not.toBeNull()
  })

  it('include members seen in the last ninety seconds if they have an open stream', async () => {
    const now = tickets.clock.now()
    for (const userId of ['hidden', 'frozen']) tickets.streams.add(userId)
    await arrive('hidden', { lastSeen: now - TIMING.ticketSeenWithStream })
    await arrive('frozen', { lastSeen: now - TIMING.ticketSeenWithStream - 1 })
    await arrive('closed', { lastSeen: now - TIMING.ticketSeenWithin - 1 })
    expect(await found(await arrive('ann'))).toEqual(['hidden'])
    expect(await tickets.store.ticket('hidden')).not.toBeNull()
    for (const userId of ['frozen', 'closed']) expect(await tickets.store.ticket(userId)).toBeNull()
  })

  it('can all be found behind members who are no longer seen', async () => {
    const lastSeen = tickets.clock.now() - TIMING.ticketSeenWithin - 1
    for (const userId of ['gone 1', 'gone 2', 'gone 3', 'gone 4'])
      await arrive(userId, { lastSeen, ...ago(3_000) })
    for (const userId of ['ben', 'cleo']) await arrive(userId, ago(1_000))
    expect((await found(await arrive('ann'))).toSorted()).toEqual(['ben', 'cleo'])
    expect(await tickets.store.waiting()).toBe(3)
  })

  it('come after members who are no longer seen are removed, even when only the first is taken', async () => {
    const lastSeen = tickets.clock.now() - TIMING.ticketSeenWithin - 1
    await arrive('gone', { lastSeen })
    await arrive('ben')
    for await (const { ticket } of candidatesFor(tickets, await arrive('ann'))) {
      expect(ticket.userId).toBe('ben')
      break
    }
    expect(await tickets.store.ticket('gone')).toBeNull()
  })

  it('exclude members whom the member blocked, and those who blocked the member', async () => {
    await arrive('ben', { blockedIds: ['ann'] })
    await arrive('cleo')
    await arrive('dora')
    expect(await found(await arrive('ann', { blockedIds: ['cleo'] }))).toEqual(['dora'])
  })

  // covers: beyond-age-wishes
  it('fit the age range of both, however long they wait', async () => {
    const long = ago(600_000)
    await arrive('younger', { age: 24, ...long })
    await arrive('youngest accepted', { age: 25, ...long })
    await arrive('oldest accepted', { age: 35, ...long })
    await arrive('older', { age: 36, ...long })
    await arrive('wants others from', { minPartnerAge: 31, ...long })
    await arrive('wants others to', { maxPartnerAge: 29, ...long })
    await arrive('wants this age', { minPartnerAge: 30, maxPartnerAge: 30, ...long })
    const ann = await arrive('ann', { minPartnerAge: 25, maxPartnerAge: 35, premium: true, ...long })
    expect((await found(ann)).toSorted()).toEqual(['oldest accepted', 'wants this age', 'youngest accepted'])
    const anyAge = await found(await arrive('cleo', long))
    expect(anyAge).toEqual(expect.arrayContaining(['younger', 'older']))
    expect(anyAge).not.toContain('wants others from')
  })

  // covers: beyond-age-wishes
  it('come from behind any number of members who want other ages', async () => {
    const crowd = Array.from({ length: 60 }, (_, index) => `wants others ${index}`)
    for (const userId of crowd) await arrive(userId, { minPartnerAge: 60, ...ago(40_000) })
    await arrive('ben', ago(1_000))
    expect(await found(await arrive('ann'))).toEqual(['ben'])
  })

  it('may have as little in common as the longer wait of the two allows', async () => {
    const nothing = { interests: ['tea'], lookingFor: [] }
    await arrive('ben', { ...nothing, ...ago(20_000) })
    await arrive('cleo', { ...nothing, ...ago(19_999) })
    expect(await found(await arrive('ann'))).toEqual(['ben'])
    const patient = await arrive('dora', ago(20_000))
    expect((await found(patient)).toSorted()).toEqual(['ann', 'ben', 'cleo'])
  })

  it('speak a common language until one of the two has waited past the last stage', async () => {
    await arrive('ben', { languages: ['mr'], ...ago(29_999) })
    await arrive('cleo', { languages: ['ta'], ...ago(30_000) })
    await arrive('dora', { languages: ['ja', 'hi'] })
    expect(await found(await arrive('ann', { languages: ['hi', 'en'] }))).toEqual(['dora', 'cleo'])
    const patient = await arrive('eva', { languages: ['de'], ...ago(30_000) })
    expect((await found(patient)).toSorted()).toEqual(['ann', 'ben', 'cleo', 'dora'])
  })

  // covers: design-matching-prefers-common-language
  it('come last without a common language, even in front of those who have less in common', async () => {
    const crowd = Array.from({ length: 9 }, (_, index) => `waits long ${index}`)
    for (const userId of crowd) await arrive(userId, { languages: ['mr'], ...ago(40_000) })
    const little = { interests: ['tea'], lookingFor: [] }
    await arrive('ben', { ...little, ...ago(35_000) })
    await arrive('cleo', { ...little, premium: true })
    const ids = await found(await arrive('ann', ago(32_000)))
    expect(ids.slice(0, 2)).toEqual(['ben', 'cleo'])
    expect(ids.slice(2).toSorted()).toEqual(crowd)
  })

  it('may speak any language when a node that does not know languages wrote their ticket', async () => {
    await arrive('ben', { languages: [] })
    await arrive('cleo', { languages: ['mr'] })
    expect(await found(await arrive('ann', { languages: ['de'] }))).toEqual(['ben'])
  })

  it.each([
    [20_001, 20_001, ['ben']],
    [20_000, 20_001, []],
    [20_001, 20_000, []],
  ])('include a recently met member when both have waited long: %d and %d ms', async (own, other, ids) => {
    expect(await found(await arriveAfterMeeting(ago(own), ago(other)))).toEqual(ids)
  })

  it('exclude only members whom this member met', async () => {
    const ann = await arriveAfterMeeting({}, {})
    await arrive('cleo')
    expect(await found(ann)).toEqual(['cleo'])
  })
})
