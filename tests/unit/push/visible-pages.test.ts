import { describe, expect, it } from 'vitest'
import { LIMITS, TIMING } from '#schema/limits.ts'
import { createVisiblePages } from '#server/domains/push/visible-pages.ts'
import { createTestClock } from '../../kit/clock.ts'

describe('the visible pages of a node without Redis', () => {
  const setUp = () => {
    const clock = createTestClock()
    return { clock, pages: createVisiblePages({ redis: null, clock }) }
  }
  const isWatching = async (pages: ReturnType<typeof createVisiblePages>) =>
    (await pages.watching(['asha'])).has('asha')

  // covers: beyond-push-visible
  it('forget a page that does not repeat its report', async () => {
    const { clock, pages } = setUp()
    await pages.report('asha', { page: 'first', visible: true })
    clock.advance(TIMING.visiblePage - 1)
    expect(await isWatching(pages)).toBe(true)
    await pages.report('ben', { page: 'other', visible: true })
    clock.advance(1)
    expect(await isWatching(pages)).toBe(false)
  })

  // covers: beyond-push-visible
  it('keep a bounded number for each member, the newest ones', async () => {
    const { pages } = setUp()
    for (let page = 0; page <= LIMITS.visiblePages; page += 1)
      await pages.report('asha', { page: String(page), visible: true })
    for (let page = 1; page <= LIMITS.visiblePages; page += 1)
      await pages.report('asha', { page: String(page), visible: false })
    expect(await isWatching(pages)).toBe(false)
  })
})
