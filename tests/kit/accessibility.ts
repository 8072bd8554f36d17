import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** axe finds nothing wrong. Judged when everything has arrived: what fades in is not yet what is read. */
export async function expectAccessible(page: Page, where: string) {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  )
  // The circles are left out: their boxes overlap where the circles do not.
  const { violations } = await new AxeBuilder({ page }).exclude('.venn').analyze()
  const told = violations.map(
    ({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html} ${nodes[0]?.any[0]?.message ?? ''}`,
  )
  expect(told).toEqual([])
}
