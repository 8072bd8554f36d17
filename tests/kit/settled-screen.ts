import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

/** Waits until nothing on the page says that it is loading. The ghosts of the locked history stay. */
export async function settled(page: Page) {
  await page.locator('h1, [role="dialog"] h2').first().waitFor({ state: 'attached' })
  // Hidden during its first moments.
  await expect(page.locator('.loading:not([hidden] *)')).toHaveCount(0)
  const waiting = page.locator('.skeleton:not(.locked *), [aria-busy="true"]')
  await expect(waiting.filter({ visible: true })).toHaveCount(0)
}
