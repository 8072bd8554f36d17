import { describe, expect, it } from 'vitest'
import { queuesToSearch } from '#server/domains/matching/ticket.ts'
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
})
