import { beforeEach, describe, expect, it } from 'vitest'
import { GENDERS } from '#schema/enums.ts'
import { TIMING } from '#schema/limits.ts'
import { text } from '#schema/translatable.ts'
import type { Matching, TicketStore } from '#server/domains/matching/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { aSeeker } from '../../kit/seeker.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

describe.each(TICKET_STORES)('a search on the $name store', (kind) => {
  const tickets = openTickets(kind)
  const { arrive } = tickets
  const on = (store: TicketStore, connected = tickets.connected) =>
    createTestMatching({
      connected,
      store,
      clock: tickets.clock,
      openConversation: async (userA, userB) => ({ conversationId: `${userA} and ${userB}` }),
    })
  let matching: Matching
  beforeEach(() => {
    matching = on(tickets.store)
  })
  const ago = (milliseconds: number) => ({ waitingSince: tickets.clock.now() - milliseconds })
  const partnerOf = async (...seeker: Parameters<typeof aSeeker>) => {
    const found = await matching.findMatch(aSeeker(...seeker))
    return found.status === 'matched' ? found.partnerId : null
  }

  it('takes the member with the rarest shared interest first', async () => {
    for (const userId of ['jazz 1', 'jazz 2', 'jazz 3']) await arrive(userId, { interests: ['jazz'] })
    for (const userId of ['chess 1', 'chess 2']) await arrive(userId, { interests: ['chess'] })
    await arrive('tea', { interests: ['tea'], ...ago(60_000) })
    const interests = ['jazz', 'tea', 'chess']
    await arrive('both', { interests: ['jazz', 'chess'] })
    expect(await partnerOf('ann', { interests })).toBe('both')
    expect(await partnerOf('ben', { interests: ['jazz', 'chess'] })).toMatch('chess')
    expect(await partnerOf('cleo', { interests: ['chess', 'jazz'] })).toMatch('chess')
    expect(await partnerOf('dora', { interests })).toBe('tea')
  })

  it('prefers, with equal interests, the same looking-for, then premium, then the longest wait', async () => {
    const alike = { interests: ['jazz'], lookingFor: [] }
    await arrive('later', { ...alike, ...ago(1) })
    await arrive('longest', { ...alike, ...ago(2_000) })
    await arrive('premium', { ...alike, premium: true })
    await arrive('same', { ...alike, lookingFor: ['Dating'] })
    for (const partner of ['same', 'premium', 'longest', 'later'])
      expect(await partnerOf(`with ${partner}`, { interests: ['jazz'], lookingFor: ['Dating'] })).toBe(
        partner,
      )
  })

  it('finds only members whose gender and filter fit', async () => {
    const filters = [null, ...GENDERS]
    const kinds = GENDERS.flatMap((gender) => filters.map((genderFilter) => ({ gender, genderFilter })))
    const accepts = (filter: string | null, gender: string) => filter === null || filter === gender
    let pairs = 0
    for (const own of kinds)
      for (const other of kinds) {
        pairs += 1
        // Under other names each time: members who met are not matched again so soon.
        const [ann, ben] = [`ann ${pairs}`, `ben ${pairs}`]
        await arrive(ben, other)
        const fits = accepts(own.genderFilter, other.gender) && accepts(other.genderFilter, own.gender)
        expect([own, other, await partnerOf(ann, own)]).toEqual([own, other, fits ? ben : null])
        for (const userId of [ann, ben]) await matching.remove(userId)
      }
  })

  it('treats different spellings of an interest as the same', async () => {
    await matching.findMatch(aSeeker('ben', { interests: ['Free Climbing', ' free climbing'] }))
    expect(await tickets.store.ticket('ben')).toMatchObject({ interests: ['free climbing'] })
    expect(await partnerOf('ann', { interests: ['FREE CLIMBING'] })).toBe('ben')
  })
  // covers: design-match-costs-two-round-trips
  it('costs two round trips when it finds a partner at once', async () => {
    await arrive('ben')
    const calls: string[] = []
    const counted = new Proxy(tickets.store, {
      get(store, name: keyof TicketStore) {
        calls.push(name)
        return store[name]
      },
    })
    matching = on(counted)
    expect(await partnerOf('ann')).toBe('ben')
    expect(calls).toEqual(['arrive', 'claim'])
  })

  it('takes the next best when another search takes the best', async () => {
    await arrive('best', { interests: ['jazz', 'chess'] })
    await arrive('next', { interests: ['chess'] })
    const { store } = tickets
    matching = on({
      ...store,
      claim: (pair, seenSince) =>
        pair.b.userId === 'best' ? Promise.resolve(false) : store.claim(pair, seenSince),
    })
    expect(await partnerOf('ann')).toBe('next')
    expect((await matching.longestWaiting(10)).map(({ userId }) => userId)).toEqual(['best'])
  })

  it('takes no member who was last seen too long ago by the time of the claim', async () => {
    tickets.streams.add('ben')
    await arrive('ben', { lastSeen: tickets.clock.now() - TIMING.ticketSeenWithStream })
    matching = on(tickets.store, async (userIds) => {
      tickets.clock.advance(1)
      return tickets.connected(userIds)
    })
    expect(await partnerOf('ann')).toBeNull()
    expect(await matching.waiting()).toBe(2)
  })

  it('keeps the start of the wait, and looks again at the next stage', async () => {
    const since = tickets.clock.now()
    expect(await matching.findMatch(aSeeker('ann'))).toEqual({ status: 'searching', waitingSince: since })
    tickets.clock.advance(3_000)
    expect(await matching.findMatch(aSeeker('ann'))).toEqual({ status: 'searching', waitingSince: since })
    expect(await tickets.store.ticket('ann')).toMatchObject({ waitingSince: since, lastSeen: since + 3_000 })
    expect(await tickets.store.due(since + 9_999, 1)).toEqual([])
    expect(await tickets.store.due(since + 10_000, 1)).toEqual(['ann'])
  })
  it("ends when the member is removed, and forgets the member's match", async () => {
    for (const userId of ['ann', 'ben']) await matching.findMatch(aSeeker(userId))
    await matching.findMatch(aSeeker('cleo'))
    expect((await matching.begin('ann')).matched).toMatchObject({ partnerId: 'ben' })
    for (const userId of ['ann', 'cleo']) await matching.remove(userId)
    expect((await matching.begin('ann')).matched).toBeNull()
    expect((await matching.begin('ben')).matched).toMatchObject({ partnerId: 'ann' })
    expect(await matching.waiting()).toBe(0)
  })

  it('does not return a conversation that has ended', async () => {
    for (const userId of ['ann', 'ben']) await matching.findMatch(aSeeker(userId))
    await matching.separate('ben', 'cleo')
    expect((await matching.begin('ben')).matched).toMatchObject({ partnerId: 'ann' })
    await matching.separate('ann', 'ben')
    for (const userId of ['ann', 'ben']) expect((await matching.begin(userId)).matched).toBeNull()
  })

  it('finds no member across a block that neither search knows yet', async () => {
    await matching.findMatch(aSeeker('ben'))
    await matching.block('ann', 'ben')
    tickets.clock.advance(1_000)
    expect(await partnerOf('ann')).toBeNull()
    expect(await partnerOf('cleo')).toBe('ben')
  })

  it('restarts its wait when another poll paired it with a member it may not talk to', async () => {
    const refusing = createTestMatching({
      connected: tickets.connected,
      store: tickets.store,
      clock: tickets.clock,
      openConversation: () => Promise.reject(new ApiError('FORBIDDEN', text('They may not talk.'))),
    })
    const { poll } = await refusing.begin('ann')
    for (const userId of ['ben', 'ann']) await matching.findMatch(aSeeker(userId))
    tickets.clock.advance(1_000)
    const searching = { status: 'searching', waitingSince: tickets.clock.now() }
    expect(await refusing.findMatch(aSeeker('ann'), poll)).toEqual(searching)
    expect(await tickets.store.ticket('ann')).toMatchObject({ blockedIds: ['ben'] })
  })
})
