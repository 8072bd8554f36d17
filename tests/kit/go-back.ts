import { expect, type Page } from '@playwright/test'

const openLayers = () => {
  const { layers } = history.state ?? {}
  return Array.isArray(layers) ? layers.length : 0
}

/**
 * Presses Back once the history has an entry for each open layer: a chat or a dialog. The page adds and removes
 * entries after the layer has opened or closed. If Back happens during a removal, both have the same target and one
 * of them is lost.
 */
export async function goBack(page: Page, { from }: { from: number }) {
  await expect.poll(() => page.evaluate(openLayers), { message: 'layers in the history' }).toBe(from)
  await page.goBack()
}
