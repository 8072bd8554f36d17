import { describe, expect, it } from 'vitest'
import type { SettledPair } from '#server/domains/matching/index.ts'
import { refOf } from '#server/domains/matching/ticket.ts'
import { openTickets } from '../../kit/open-tickets.ts'
import { anOnlooker, NEW_POLL, NO_PLACES, placesOf } from '../../kit/seeker.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const started = { pairId: 'started', starterId: 'ann', partnerId: 'ben' }

/** What the store keeps of a pair. */
const refsOf = ({ pairId, a, b }: SettledPair): SettledPair => ({ pairId, a: refOf(a), b: refOf(b) })

describe.each(TICKET_STORES)('the $name store', (kind) => {
  const tickets = openTickets(kind)
  const { arrive } = tickets
  async function settle(a: string, b: string) {
    const pair = { pairId: `${a}+${b}`, a: await arrive(a), b: await arrive(b) }
    return { pair, isClaimed: await tickets.store.claim(pair, 0) }
  }

  it('returns the pair to a poll that arrives while it is settled, and adds no ticket', async () => {
    const { pair } = await settle('ann', 'ben')
    expect(await tickets.store.arrive(pair.a, NEW_POLL, NO_PLACES)).toEqual({ settled: refsOf(pair) })
    expect(await tickets.store.waiting()).toBe(0)
  })

  it('keeps a pair settled for a member whose partner has left', async () => {
    const { pair } = await settle('ann', 'ben')
    expect((await tickets.store.leave('ann', null)).held).toEqual(refsOf(pair))
    expect((await tickets.store.begin('ann')).settled).toBeNull()
    expect((await tickets.store.begin('ben')).settled).toEqual(refsOf(pair))
  })

  it('replaces an earlier pair by one that was settled later', async () => {
    await settle('ann', 'ben')
    await tickets.store.leave('ann', null)
    const { pair } = await settle('ann', 'cleo')
    expect((await tickets.store.begin('ann')).settled).toEqual(refsOf(pair))
    expect((await tickets.store.begin('ben')).settled).toMatchObject({ pairId: 'ann+ben' })
  })

  it('keeps an earlier pair when a chat starts from a list', async () => {
    const { pair } = await settle('ann', 'cleo')
    await tickets.store.start(started, ['ann', 'ben'])
    expect((await tickets.store.begin('ann')).settled).toEqual(refsOf(pair))
    await tickets.store.release(started)
    expect((await tickets.store.begin('ann')).settled).toEqual(refsOf(pair))
    await tickets.store.undo({ ...pair, pairId: 'another' })
    expect((await tickets.store.begin('ann')).settled).toEqual(refsOf(pair))
  })

  it('returns a started chat to a poll that it overtook, until it is released', async () => {
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

  it('ends the search of the named members only at a started chat', async () => {
    for (const userId of ['ann', 'ben']) await arrive(userId)
    await tickets.store.start(started, ['ann'])
    expect((await tickets.store.longestWaiting(2)).map(({ userId }) => userId)).toEqual(['ben'])
    expect(await tickets.store.begin('ben')).toEqual({ mark: null, settled: null })
  })

  it('still counts a block after others were matched', async () => {
    await tickets.store.block('ann', 'ben')
    expect((await settle('cleo', 'dora')).isClaimed).toBe(true)
    expect((await settle('ann', 'ben')).isClaimed).toBe(false)
    expect((await settle('ann', 'cleo')).isClaimed).toBe(false)
    await tickets.store.leave('cleo', null)
    expect((await settle('cleo', 'ann')).isClaimed).toBe(true)
  })

  it('remembers earlier meetings after later ones', async () => {
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

  it('keeps the cancelled search ids after cancels without an id', async () => {
    const ann = await arrive('ann')
    await tickets.store.leave('ann', 'named')
    for (let count = 0; count < 16; count += 1) await tickets.store.leave('ann', null)
    const { mark } = await tickets.store.begin('ann')
    expect(await tickets.store.arrive(ann, { mark, searchId: 'named' }, NO_PLACES)).toMatchObject({
      ticket: null,
      cancelledById: true,
    })
  })

  it('refuses the last sixteen searches that were cancelled by id', async () => {
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
