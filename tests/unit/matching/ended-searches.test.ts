import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { EndedSearch } from '#server/domains/matching/ended-search.ts'
import type { TicketStore } from '#server/domains/matching/index.ts'
import { isRinging } from '#server/domains/matching/ticket.ts'
import { createTestClock } from '../../kit/clock.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { aSeeker, NO_PLACES } from '../../kit/seeker.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const SECOND = 1_000
const JAZZ = ['jazz']

/** Who ended, with which interests, after how many seconds, and whether they found a partner. */
const endOf = ({ userId, interests, began, ended, found }: EndedSearch) => [
  userId,
  interests.join(),
  (ended - began) / SECOND,
  found,
]

describe.each(TICKET_STORES)('the $name store', (kind) => {
  const tickets = openTickets(kind)
  const ends = async () => (await tickets.store.ended(null, 100)).map(endOf)

  async function claim(a: string, b: string) {
    const [first, second] = [await tickets.store.ticket(a), await tickets.store.ticket(b)]
    if (!first || !second) throw new Error('A ticket is missing.')
    const pair = { pairId: `${a}+${b}`, a: first, b: second }
    expect(await tickets.store.claim(pair, 0)).toBe(true)
    return pair
  }

  // covers: beyond-expected-wait-counts
  it('records the search of both members of a claimed pair, by the later of their polls', async () => {
    await tickets.arrive('ann', { interests: JAZZ })
    tickets.clock.advance(40 * SECOND)
    await tickets.arrive('ben', { interests: ['jazz', 'chess'] })
    await claim('ann', 'ben')
    expect(await ends()).toEqual([
      ['ann', 'jazz', 40, true],
      ['ben', 'jazz,chess', 0, true],
    ])
    await tickets.store.leave('ann', null)
    expect(await ends()).toHaveLength(2)
  })

  it('records a search that ends without a partner, up to its last poll', async () => {
    for (const userId of ['cancels', 'is gone', 'starts a chat'])
      await tickets.arrive(userId, { interests: JAZZ })
    tickets.clock.advance(7 * SECOND)
    for (const userId of ['cancels', 'is gone', 'starts a chat'])
      await tickets.arrive(userId, { interests: JAZZ })
    tickets.clock.advance(20 * SECOND)
    await tickets.store.leave('cancels', null)
    await tickets.store.expire('is gone', tickets.clock.now())
    const pair = { pairId: 'list', starterId: 'starts a chat', partnerId: 'waits elsewhere' }
    await tickets.store.start(pair, ['starts a chat', 'waits elsewhere'])
    expect(await ends()).toEqual([
      ['cancels', 'jazz', 7, false],
      ['is gone', 'jazz', 7, false],
      ['starts a chat', 'jazz', 7, false],
    ])
  })

  it('ends the record of a search whose interests change, and records nothing of what follows', async () => {
    await tickets.arrive('ann', { interests: JAZZ })
    tickets.clock.advance(9 * SECOND)
    await tickets.arrive('ann', { interests: ['chess'] })
    await tickets.arrive('ann', { interests: ['chess'], premium: true })
    await tickets.arrive('ben', { interests: ['chess'] })
    await claim('ann', 'ben')
    await tickets.arrive('cleo', { interests: JAZZ, premium: true })
    await tickets.arrive('cleo', { interests: JAZZ, premium: false })
    await tickets.store.leave('cleo', null)
    expect(await ends()).toEqual([
      ['ann', 'jazz', 9, false],
      ['ben', 'chess', 0, true],
      ['cleo', 'jazz', 0, false],
    ])
  })

  it('records a claim that is undone once, and the next search again', async () => {
    for (const userId of ['ann', 'ben']) await tickets.arrive(userId, { interests: JAZZ })
    await tickets.store.undo(await claim('ann', 'ben'))
    expect(await ends()).toHaveLength(2)
    await tickets.store.leave('ann', null)
    expect(await ends()).toHaveLength(2)
    await tickets.arrive('ann', { interests: JAZZ })
    await tickets.store.leave('ann', null)
    expect((await ends()).at(-1)).toEqual(['ann', 'jazz', 0, false])
    expect(await ends()).toHaveLength(3)
  })

  it('returns the searches behind a place, and forgets those up to one', async () => {
    for (const userId of ['ann', 'ben', 'cleo']) {
      await tickets.arrive(userId)
      await tickets.store.leave(userId, null)
    }
    const [first, second] = await tickets.store.ended(null, 2)
    const behind = async (place: string | undefined) =>
      (await tickets.store.ended(place ?? null, 9)).map(({ userId }) => userId)
    expect([first?.userId, second?.userId]).toEqual(['ann', 'ben'])
    expect(await behind(first?.place)).toEqual(['ben', 'cleo'])
    await tickets.store.forgetEnded(second?.place ?? '')
    expect(await behind(undefined)).toEqual(['cleo'])
    expect(await behind(second?.place)).toEqual(['cleo'])
  })
})

const MEMBERS = ['ann', 'ben', 'cleo'] as const
const step = fc.record({
  does: fc.constantFrom(
    'arrive',
    'change',
    'leave',
    'expire',
    'claim',
    'undo',
    'start',
    'ring me',
    'come',
    'settle',
    'end ring',
    'separate',
    'block',
  ),
  one: fc.constantFrom(...MEMBERS),
  other: fc.constantFrom(...MEMBERS),
})

/** Takes a step of the ring of a member, if there is one. */
async function attend(store: TicketStore, does: 'come' | 'settle' | 'end ring', userId: string) {
  const { settled } = await store.begin(userId)
  if (!settled || !isRinging(settled)) return
  if (does === 'come') await store.come(settled, userId, 1)
  else if (does === 'settle') await store.settle(settled)
  else await store.endRing(settled, { seenSince: 0, stay: [] })
}

/** Takes a step. Returns the members whose search began. */
async function take(store: TicketStore, { does, one, other }: { does: string; one: string; other: string }) {
  const pair = { pairId: 'list', starterId: one, partnerId: other }
  const [a, b] = [await store.ticket(one), await store.ticket(other)]
  if (does === 'leave') await store.leave(one, null)
  else if (does === 'expire') await store.expire(one, Number.MAX_SAFE_INTEGER)
  else if (does === 'start') await store.start(pair, [one])
  else if (does === 'claim' && a && b && one !== other)
    await store.claim({ pairId: crypto.randomUUID(), a, b }, 0, 1_000)
  else if (does === 'ring me') await store.setRing(one, { until: 1_000, now: 0, missedSince: 0 })
  else if (does === 'separate') await store.separate(one, other)
  else if (does === 'block') await store.block(one, other)
  else if (does === 'come' || does === 'settle' || does === 'end ring') await attend(store, does, one)
  else if (does === 'undo') {
    const { settled } = await store.begin(one)
    if (settled && 'a' in settled && !isRinging(settled)) await store.undo(settled)
  } else if (does === 'arrive' || does === 'change') {
    const interests = does === 'change' ? [crypto.randomUUID()] : (a?.interests ?? JAZZ)
    const ticket = {
      ...aSeeker(one, { interests }),
      ticketId: crypto.randomUUID(),
      waitingSince: 0,
      lastSeen: 0,
    }
    const arrival = await store.arrive(ticket, null, NO_PLACES)
    return !a && !arrival.settled ? [one] : []
  }
  return []
}

describe.each(TICKET_STORES)('the $name store in any order of steps', ({ name, open }) => {
  // covers: beyond-expected-wait-counts
  it('records every search once at most, and each by the time its member waits no more', async (context) => {
    if (name === 'Redis' && !inject('redisUrl')) return context.skip('redis-server is not installed')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const opened = await open(createTestClock())
        if (!opened) throw new Error('The store did not open.')
        const begun = { ann: 0, ben: 0, cleo: 0 }
        for (const each of steps)
          for (const userId of await take(opened.store, each)) begun[userId as keyof typeof begun] += 1
        const { store } = opened
        const ended = await store.ended(null, 1_000)
        for (const userId of MEMBERS) {
          const { ticket } = await store.search(userId)
          const recorded = ended.filter((search) => search.userId === userId).length
          expect(recorded).toBeLessThanOrEqual(begun[userId])
          expect(recorded).toBeGreaterThanOrEqual(begun[userId] - (ticket ? 1 : 0))
        }
        await opened.close()
      }),
      { numRuns: 60 },
    )
  })
})
