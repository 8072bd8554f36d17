import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Everything that moves has arrived: what fades in is not yet what is read. */
const settled = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  )

/** The themes differ in colours alone, so the second is asked for these only. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** axe finds nothing wrong, in either theme. */
export async function expectAccessible(page: Page, where: string) {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value
    }, theme)
    await settled(page)
    // What its other mode looks into as well, frames of other origins, is on no page of ours.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (theme === 'dark' ? axe : axe.withRules(OF_COLOURS)).analyze()
    const told = violations.map(
      ({ id, nodes }) => `${where}, ${theme}: ${id} ${nodes[0]?.html} ${nodes[0]?.any[0]?.message ?? ''}`,
    )
    expect(told).toEqual([])
  }
}
