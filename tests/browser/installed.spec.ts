import type { Page } from '@playwright/test'
import { PRODUCT } from '#schema/product.ts'
import { becomeMember, composer, expect, say, test } from '../kit/browser.ts'
import { goOffline } from '../kit/go-offline.ts'
import { keptFiles, untilAppKept } from '../kit/kept-app.ts'
import { meet } from '../kit/meet.ts'
import { readStorages } from '../kit/read-storages.ts'

test.use({ ownBuild: true })
test.setTimeout(180_000)

const scriptOf = (page: Page) => page.locator('script[src*="/assets/base-"]').getAttribute('src')
const notice = (page: Page) => page.getByText('A new version is ready.')
/** Looks for a new version, as a browser does by itself. */
const lookForVersion = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

// covers: beyond-deployment-under-open-page, design-offline-page-installable
test('an open page keeps its version through a deployment, offers a reload, and leaves nothing of it behind', async ({
  newVisitor,
  server,
}) => {
  const visitor = await newVisitor({ serviceWorkers: 'allow' })
  const { page, context } = visitor
  await becomeMember(visitor, ['Slow changes'])
  await untilAppKept(page)
  const browser = await context.newCDPSession(page)
  expect((await browser.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  const before = (await scriptOf(page)) ?? ''
  await server.deploy()

  // Its own files are gone on the server, and from the browser's own cache.
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
  expect(await keptFiles(page)).toContainEqual(expect.stringContaining(after))
  await expect(notice(page)).toBeHidden()

  // The next worker takes over once the last page is closed. It deletes what it does not need.
  await page.close()
  const last = await context.newPage()
  await last.goto('/')
  await expect.poll(() => keptFiles(last)).not.toContainEqual(expect.stringContaining(before))
  expect(await keptFiles(last)).toContainEqual(expect.stringContaining(after))
})

// covers: beyond-offline-start, beyond-offline-start-cleared
test('the app opens without a network, shows the chat and what waits, and keeps nothing after the logout', async ({
  newVisitor,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor({ serviceWorkers: 'allow' })]
  const { displayName } = await meet(asha, ben, 'Long tunnels')
  await say(ben, 'Before the tunnel')
  await say(asha, 'See you behind it')
  await untilAppKept(ben.page)
  await expect.poll(() => readStorages(ben.page)).toContain('See you behind it')
  await goOffline(ben)
  await say(ben, 'Written in the tunnel')
  await expect.poll(() => readStorages(ben.page)).toContain('Written in the tunnel')
  await ben.page.close()

  const page = await ben.context.newPage()
  const again = { ...ben, page }
  await page.goto('/')
  const log = page.getByRole('log')
  for (const text of ['Before the tunnel', 'See you behind it', 'Written in the tunnel'])
    await expect(log).toContainText(text)
  await expect(page.getByText('Not sent yet.')).toHaveCount(1)
  await expect(page.getByText('You’re offline. We’re trying to reconnect.')).toBeVisible()
  await expect(page.getByRole('heading', { name: displayName })).toBeVisible()

  // Another session sees nothing of it.
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
  await page.evaluate(() => localStorage.setItem('authToken', 'of another session'))
  await page.reload()
  await expect(page.getByRole('heading', { name: `We can't reach ${PRODUCT.name}.` })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('tunnel')
  await page.evaluate((own) => localStorage.setItem('authToken', own), token)
  await page.reload()
  await say(again, 'Written after the start')
  await expect(page.getByText('Not sent yet.')).toHaveCount(2)

  await ben.context.setOffline(false)
  const heard = asha.page.getByRole('log')
  for (const text of ['Written in the tunnel', 'Written after the start'])
    await expect(heard.getByText(text, { exact: true })).toHaveCount(1)
  await expect(page.getByText('Not sent yet.')).toHaveCount(0)
  await say(asha, 'Monsoon at last')
  await expect(log).toContainText('Monsoon at last')
  await composer(again).fill('Half a sentence')
  await expect.poll(() => readStorages(page)).toContain('Half a sentence')

  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  const texts = ['tunnel', 'See you behind it', 'Monsoon at last', 'Half a sentence', displayName]
  const left = async () => {
    const stored = await readStorages(page)
    return texts.filter((text) => stored.includes(text))
  }
  await expect.poll(left).toEqual([])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(await left()).toEqual([])
})

// covers: beyond-outbox-background
test('a message that waits is sent by the worker while the app is closed', async ({ newVisitor, server }) => {
  const [asha, ben] = [await newVisitor(), await newVisitor({ serviceWorkers: 'allow' })]
  await meet(asha, ben, 'Closed apps')
  await ben.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await goOffline(ben)
  for (const text of ['First while closed', 'Second while closed']) await say(ben, text)
  await expect.poll(() => readStorages(ben.page)).toContain('Second while closed')
  // Not a page of the app.
  const elsewhere = await ben.context.newPage()
  await ben.page.close()
  await ben.context.setOffline(false)
  await elsewhere.goto('/logo.svg')

  const browser = await ben.context.newCDPSession(elsewhere)
  const registered = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const registrationId = await registered
  await browser.send('ServiceWorker.dispatchSyncEvent', {
    origin: server.url,
    registrationId,
    tag: 'send-unsent',
    lastChance: false,
  })
  const log = asha.page.getByRole('log')
  await expect(log).toContainText('Second while closed')
  const heard = (await log.textContent()) ?? ''
  expect(heard.indexOf('First while')).toBeLessThan(heard.indexOf('Second while'))
  await expect.poll(() => readStorages(elsewhere)).not.toContain('while closed')
})
