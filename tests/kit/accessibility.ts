import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Minified, because each page compiles it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Waits until all animations have ended. */
const settled = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished),
    ),
  )

/** The themes differ in colours only, so the second is checked for contrast only. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Returns the violations that axe finds, one a line. The page has loaded axe already. */
async function violationsOn(page: Page, rules: readonly string[] | null) {
  await settled(page)
  const { violations } = await page.evaluate(
    (values) =>
      window.axe.run(document, {
        resultTypes: ['violations'],
        ...(values ? { runOnly: { type: 'rule', values } } : {}),
      }),
    rules ? [...rules] : null,
  )
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html} ${nodes[0]?.any[0]?.message ?? ''}`)
}

/**
 * Fails unless axe finds no violation in either theme. Waits for the page's first heading, and repeats the check
 * while axe reports violations: a part that still loads or fades in is not yet what people see.
 */
export async function expectAccessible(page: Page, where: string) {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  for (const theme of ['dark', 'light']) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value
    }, theme)
    const rules = theme === 'dark' ? null : OF_COLOURS
    await expect.poll(() => violationsOn(page, rules), { message: `${where}, ${theme}` }).toEqual([])
  }
}
