import type { Page, Request } from '@playwright/test'

/** Waits until the browser has nothing else to do. */
const untilIdle = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))

/**
 * Watches the scripts that a page requests. The returned function resolves once the page has loaded, every script that it
 * requested has arrived, and an idle page requests no other. Playwright's `networkidle` needs half a second without any
 * request, which never comes on a page with a live stream or on a busy machine.
 */
export function watchScripts(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  let requested = 0
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') return
    requested += 1
    pending.add(request)
  })
  const arrived = (request: Request) => void pending.delete(request)
  page.on('requestfinished', arrived)
  page.on('requestfailed', arrived)

  return async function settled() {
    await page.waitForLoadState('load')
    for (let before = -1; before !== requested || pending.size > 0; ) {
      before = requested
      await untilIdle(page)
    }
  }
}
