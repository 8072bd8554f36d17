import { describe, expect, it } from 'vitest'
import type { SettledPair } from '#server/domains/matching/index.ts'
import { refOf } from '#server/domains/matching/ticket.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { anOnlooker, NEW_POLL, NO_PLACES, placesOf } from '../../kit/seeker.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const started = { pairId: 'started', starterId: 'ann', partnerId: 'ben' }

/** What the store keeps of a pair. */
const refsOf = ({ pairId, a, b }: SettledPair): SettledPair => ({ pairId, a: refOf(a), b: refOf(b) })

describe.each(TICKET_STORES)('on the $name store', (kind) => {
  const tickets = openTickets(kind)
  const { arrive } = tickets
  async function settle(a: string, b: string) {
    const pair = { pairId: `${a}+${b}`, a: await arrive(a), b: await arrive(b) }
    return { pair, isClaimed: await tickets.store.claim(pair, 0) }
  }

  it('a poll that arrives while a pair is settled adds no ticket and returns the pair', async () => {
    const { pair } = await settle('ann', 'ben')
    expect(await tickets.store.arrive(pair.a, NEW_POLL, NO_PLACES)).toEqual({ settled: refsOf(pair) })
    expect(await tickets.store.waiting()).toBe(0)
  })

  it('a pair stays settled for a member whose partner has left', async () => {
    const { pair } = await settle('ann', 'ben')
    expect(await tickets.store.leave('ann', null)).toEqual(refsOf(pair))
    expect((await tickets.store.begin('ann')).settled).toBeNull()
    expect((await tickets.store.begin('ben')).settled).toEqual(refsOf(pair))
  })

  it('a pair that was settled later replaces an earlier one', async () => {
    await settle('ann', 'ben')
    await tickets.store.leave('ann', null)
    const { pair } = await settle('ann', 'cleo')
    expect((await tickets.store.begin('ann')).settled).toEqual(refsOf(pair))
    expect((await tickets.store.begin('ben')).settled).toMatchObject({ pairId: 'ann+ben' })
  })

  it('a chat that is started from a list does not replace an earlier pair', async () => {
    const { pair } = await settle('ann', 'cleo')
    await tickets.store.start(started, ['ann', 'ben'])
    expect((await tickets.store.begin('ann')).settled).toEqual(refsOf(pair))
    await tickets.store.release(started)
    expect((await tickets.store.begin('ann')).settled).toEqual(refsOf(pair))
    await tickets.store.undo({ ...pair, pairId: 'another' })
    expect((await tickets.store.begin('ann')).settled).toEqual(refsOf(pair))
  })

  it('a poll that a started chat overtook returns that chat until it is released', async () => {
    const ben = await arrive('ben')
    await tickets.store.leave('ben', null)
    await tickets.store.start(started, ['ann', 'ben'])
    await tickets.store.release({ ...started, pairId: 'another' })
    expect(await tickets.store.arrive(ben, NEW_POLL, NO_PLACES)).toEqual({ settled: started })
    await tickets.store.release(started)
    expect(await tickets.store.arrive(ben, NEW_POLL, NO_PLACES)).toEqual({
      settled: null,
      ticket: null,
      cancelledById: false,
    })
  })

  it('a started chat ends the search of the named members only', async () => {
    for (const userId of ['ann', 'ben']) await arrive(userId)
    await tickets.store.start(started, ['ann'])
    expect((await tickets.store.longestWaiting(2)).map(({ userId }) => userId)).toEqual(['ben'])
    expect(await tickets.store.begin('ben')).toEqual({ mark: null, settled: null })
  })

  it('a block still counts after others were matched', async () => {
    await tickets.store.block('ann', 'ben')
    expect((await settle('cleo', 'dora')).isClaimed).toBe(true)
    expect((await settle('ann', 'ben')).isClaimed).toBe(false)
    expect((await settle('ann', 'cleo')).isClaimed).toBe(false)
    await tickets.store.leave('cleo', null)
    expect((await settle('cleo', 'ann')).isClaimed).toBe(true)
  })

  it('earlier meetings are remembered after later ones', async () => {
    await settle('ann', 'ben')
    await tickets.store.leave('ann', null)
    await settle('ann', 'cleo')
    await settle('dora', 'eva')
    for (const userId of ['ben', 'cleo', 'dora']) {
      await tickets.store.leave(userId, null)
      await arrive(userId)
    }
    const { found } = await tickets.store.candidates(
      anOnlooker({ userId: 'ann' }),
      placesOf('anyone:Female:all', 0, 9),
    )
    expect(found.filter(({ metLately }) => metLately).map(({ ticket }) => ticket.userId)).toEqual([
      'ben',
      'cleo',
    ])
  })

  it('cancels without an id keep the cancelled search ids', async () => {
    const ann = await arrive('ann')
    await tickets.store.leave('ann', 'named')
    for (let count = 0; count < 16; count += 1) await tickets.store.leave('ann', null)
    const { mark } = await tickets.store.begin('ann')
    expect(await tickets.store.arrive(ann, { mark, searchId: 'named' }, NO_PLACES)).toMatchObject({
      ticket: null,
      cancelledById: true,
    })
  })

  it('the last sixteen searches that were cancelled by id are refused', async () => {
    const ann = await arrive('ann')
    const searches = Array.from({ length: 17 }, (_, index) => `search ${index}`)
    for (const searchId of searches) await tickets.store.leave('ann', searchId)
    const { mark } = await tickets.store.begin('ann')
    const refused: string[] = []
    for (const searchId of searches.toReversed()) {
      const arrival = await tickets.store.arrive(ann, { mark, searchId }, NO_PLACES)
      if (!arrival.settled && !arrival.ticket) refused.unshift(searchId)
    }
    expect(refused).toEqual(searches.slice(1))
  })
})
