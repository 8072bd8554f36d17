import { expect, type Page } from '@playwright/test'

const openLayers = () => {
  const { layers } = history.state ?? {}
  return Array.isArray(layers) ? layers.length : 0
}

/**
 * Waits until the history has an entry for each open layer: a chat or a dialog. The page adds and removes entries after the
 * layer has opened or closed, and a navigation in between is lost.
 */
export const settledHistory = (page: Page, layers: number) =>
  expect.poll(() => page.evaluate(openLayers), { message: 'layers in the history' }).toBe(layers)

/** Presses Back once the history is settled: if Back happens during a removal, one of the two is lost. */
export async function goBack(page: Page, { from }: { from: number }) {
  await settledHistory(page, from)
  await page.goBack()
}
