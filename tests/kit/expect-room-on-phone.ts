import type { Page } from '@playwright/test'
import { expectRoom } from './layout.ts'

/** Fails as `expectRoom` does, in a window of 390×844 pixels that has its old size again afterwards. */
export async function expectRoomOnPhone(page: Page, where: string) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectRoom(page, where)
  if (size) await page.setViewportSize(size)
}
