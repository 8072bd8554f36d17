import { describe, expect, it } from 'vitest'
import { suitByAge } from '#server/domains/matching/suit-by-age.ts'
import { HELPS, type Help } from '../../bench/simulate/results.ts'
import { simulateSmallCrowd } from '../../bench/simulate/simulate-small-crowd.ts'
import { summarizeSmallCrowd } from '../../bench/simulate/small-crowds.ts'

const RUN = { searchesADay: 1_000, days: 0.1, haveAgeWishes: true, help: [], seed: 3 }

describe('the simulation of a small crowd', () => {
  // covers: beyond-age-wishes
  it('ends every search, and matches only members whose ages suit each other', async () => {
    const { searches, chats } = await simulateSmallCrowd(RUN)
    const matched = searches.filter(({ end }) => end === 'matched')
    expect(searches.every(({ end }) => end !== 'waiting')).toBe(true)
    expect(matched.length).toBe(chats.length * 2)
    expect(searches.some(({ seeker }) => seeker.minPartnerAge !== null)).toBe(true)
    for (const { seeker, partner } of matched) {
      const other = searches[partner ?? -1]?.seeker
      expect(other && suitByAge(seeker, other)).toBe(true)
    }
  })

  // covers: beyond-simulated-help
  it('matches more members with each help than without', async () => {
    const run = { searchesADay: 100, days: 1, haveAgeWishes: false, seed: 3 }
    const matchedWith = async (help: readonly Help[]) => (await summarizeSmallCrowd({ ...run, help })).matched
    const without = await matchedWith([])
    for (const help of HELPS) expect(await matchedWith([help]), help).toBeGreaterThan(without)
  })

  it('counts only chats that are long enough for ten messages', async () => {
    const { matched, tenMessages } = await summarizeSmallCrowd(RUN)
    expect(tenMessages).toBeLessThanOrEqual(matched)
  })
})
