import { describe, expect, it } from 'vitest'
import { percentile } from '../../bench/figures.ts'
import { simulateWaiting } from '../../kit/waiting-times.ts'

describe('premium priority', () => {
  // covers: 1-premium-priority
  it.each([1, 2, 3])(
    'makes premium members wait less than free members of the same crowd (seed %d)',
    { timeout: 60_000 },
    async (seed) => {
      const crowd = { seed, members: 1_500, arrivalsASecond: 1, premiumShare: 0.2 }
      const { premium, free } = await simulateWaiting(crowd)
      expect(premium.length).toBeGreaterThan(200)
      expect(percentile(premium, 0.5)).toBeLessThan(percentile(free, 0.5))
      expect(percentile(premium, 0.9)).toBeLessThan(percentile(free, 0.9))
    },
  )
})
