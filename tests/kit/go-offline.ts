import type { Visitor } from './browser.ts'

/**
 * Takes a browser offline. A page may hear of it a moment before the network is off, and its stream may connect again in
 * between, so each hears of it once more.
 */
export async function goOffline({ context }: Pick<Visitor, 'context'>) {
  await context.setOffline(true)
  for (const page of context.pages()) await page.evaluate(() => window.dispatchEvent(new Event('offline')))
}
