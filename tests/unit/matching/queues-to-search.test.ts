import { describe, expect, it } from 'vitest'
import { queuesOf, queuesToSearch } from '#server/domains/matching/ticket.ts'
import { aSeeker } from '../../kit/seeker.ts'

describe('the queues to search', () => {
  it('cover each topic for the accepted genders, interests first', () => {
    const seeker = aSeeker('ann', { interests: ['jazz'], genderFilter: 'Male' })
    const limit = (own: number, other: number) => ({ own: 100_000 - own, other: 100_000 - other })
    const expected = (looking: ReturnType<typeof limit>, anyone: ReturnType<typeof limit>) =>
      [
        { topic: 'interest:jazz', take: 4, limit: null, interest: 'jazz' },
        { topic: 'looking:Friendship', take: 2, limit: looking, interest: null },
        { topic: 'anyone', take: 2, limit: anyone, interest: null },
      ].flatMap(({ topic, ...place }) =>
        ['all', 'Female'].map((accepts) => ({ name: `${topic}:Male:${accepts}`, from: 0, ...place })),
      )
    expect(queuesToSearch(seeker, 100_000)).toEqual(expected(limit(10_000, 3_000), limit(20_000, 10_000)))
    expect(queuesToSearch({ ...seeker, premium: true }, 100_000)).toEqual(
      expected(limit(3_000, 3_000), limit(10_000, 10_000)),
    )
    expect(queuesToSearch(aSeeker('ann'), 0)).toHaveLength(4 * 3 * 2)
  })

  // covers: beyond-exchange-matching
  it('begin with those of the exchange, and open the others after its wait only', () => {
    const learning = { languages: ['en', 'mr'], learning: ['fr'] }
    const seeker = aSeeker('ann', { interests: ['jazz'], genderFilter: 'Male', ...learning })
    const queues = queuesToSearch(seeker, 100_000).filter(({ name }) => name.endsWith(':all'))
    const since = (wait: number) => ({ own: 100_000 - wait, other: -1 })
    expect(queues.map(({ name, limit }) => [name, limit])).toEqual([
      ['exchange:fr:en:Male:all', null],
      ['exchange:fr:mr:Male:all', null],
      ['exchange:Male:all', since(10_000)],
      ['interest:jazz:Male:all', since(20_000)],
      ['looking:Friendship:Male:all', since(20_000)],
      ['anyone:Male:all', since(20_000)],
    ])
    expect(queuesOf(seeker)).toEqual([
      ...queuesOf({ ...seeker, learning: [] }),
      ...['exchange', 'exchange:en:fr', 'exchange:mr:fr'].map((topic) => `${topic}:Female:Male`),
    ])
    expect(queuesOf(aSeeker('ben')).filter((name) => name.startsWith('exchange'))).toEqual([])
  })
})
