import { expect, type Page } from '@playwright/test'

/** Returns the addresses of the files that the service worker keeps. */
export const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caches = await window.caches.keys()
    const keys = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()))
    return keys.flat().map(({ url }) => url)
  })

/** Waits until the service worker has kept the whole app. It ends with the texts for later. */
export const untilAppKept = (page: Page) =>
  expect.poll(() => keptFiles(page)).toContainEqual(expect.stringMatching(/assets\/register-/))
