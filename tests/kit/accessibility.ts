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

/** Returns what axe finds wrong, in one line each. */
async function violationsOn(page: Page, theme: 'dark' | 'light') {
  await settled(page)
  // What its other mode looks into as well, frames of other origins, is on no page of ours.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (theme === 'dark' ? axe : axe.withRules(OF_COLOURS)).analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html} ${nodes[0]?.any[0]?.message ?? ''}`)
}

/**
 * Fails unless axe finds nothing wrong, in either theme. Waits for the page's first heading, and asks again while axe
 * complains: a part that is still loading or fading in is not yet what people see.
 */
export async function expectAccessible(page: Page, where: string) {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value
    }, theme)
    await expect.poll(() => violationsOn(page, theme), { message: `${where}, ${theme}` }).toEqual([])
  }
}
