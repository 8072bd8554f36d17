import type { Page } from '@playwright/test'
import { becomeMember, expect, test } from '../kit/browser.ts'
import { keptFiles, untilAppKept } from '../kit/kept-app.ts'

test.use({ ownBuild: true })
test.setTimeout(180_000)

const scriptOf = (page: Page) => page.locator('script[src*="/assets/base-"]').getAttribute('src')
const notice = (page: Page) => page.getByText('A new version is ready.')
/** Looks for a new version, as a browser does by itself. */
const lookForVersion = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

// covers: beyond-deployment-under-open-page
test('an open page keeps its version through a deployment, offers a reload, and leaves nothing of it behind', async ({
  newVisitor,
  server,
}) => {
  const visitor = await newVisitor({ serviceWorkers: 'allow' })
  const { page, context } = visitor
  await becomeMember(visitor, ['Slow changes'])
  await untilAppKept(page)
  const before = (await scriptOf(page)) ?? ''
  await server.deploy()

  // Its own files are gone on the server, and from the browser's own cache.
  const browser = await context.newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(notice(page)).toBeHidden()
  await lookForVersion(page)
  await expect(notice(page)).toBeVisible()

  // A page that opens now has the next version, and is offered nothing.
  const second = await context.newPage()
  await second.goto('/')
  await expect(second.getByRole('button', { name: /Find Match/ })).toBeVisible()
  expect(await scriptOf(second)).not.toBe(before)
  await expect(notice(second)).toBeHidden()
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await second.close()

  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('button', { name: /Find Match/ })).toBeVisible()
  const after = (await scriptOf(page)) ?? ''
  expect(after).not.toBe(before)
  // The only page lets the next worker take over, which deletes what it does not need.
  await expect.poll(() => keptFiles(page)).not.toContainEqual(expect.stringContaining(before))
  expect(await keptFiles(page)).toContainEqual(expect.stringContaining(after))
  await expect(notice(page)).toBeHidden()
})
