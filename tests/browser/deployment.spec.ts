import type { Page } from '@playwright/test'
import { aProfile, expect, logInByForm, PASSWORD, register, test } from '../kit/browser.ts'
import { aMember, meet } from '../kit/named-visitors.ts'

/** Answers as the server of the next version does: without the files of the page's own version. */
const deploy = (page: Page) => page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))

// covers: beyond-reload-after-deployment
test('a page that was open before a deployment asks for a reload instead of blaming the connection', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  const profile = aProfile(['Deployments'])
  await register(page, profile)
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Login' }).click()
  await deploy(page)
  await page.getByLabel('Email').fill(profile.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  const reason = page.getByText('A new version is available. Reload this page, then try again.', {
    exact: true,
  })
  await expect(reason).toBeVisible()
  await page.unroute('**/assets/**')
  await page.reload()
  await logInByForm(page, profile.email, PASSWORD)
  await expect(page.getByRole('button', { name: /^Find Match/ })).toBeVisible()
})

// covers: beyond-reload-after-deployment
test('Report and Block open in a chat that was open before a deployment', async ({ newVisitor }) => {
  const interest = `Deployed ${crypto.randomUUID().slice(0, 8)}`
  const [asha, ben] = [await aMember(newVisitor, interest), await aMember(newVisitor, interest)]
  const loaded = asha.page.waitForResponse(/report-dialog.*\.js/)
  await meet(asha, ben)
  await loaded
  await deploy(asha.page)
  await asha.page.getByRole('button', { name: 'Report' }).click()
  await expect(asha.page.getByRole('dialog', { name: 'Report User' })).toBeVisible()
})

// covers: beyond-reload-once
test('a screen that a deployment has removed reloads the page once, not again and again', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  await page.goto('/about')
  await page.route(/assets\/faq-screen-/, (route) => route.fulfill({ status: 404 }))
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  let checks = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/healthz')) checks += 1
  })
  await page.getByRole('link', { name: 'Questions' }).first().click()
  const failure = page.getByRole('alert').filter({ hasText: "We couldn't load this part." })
  // Before the reload and after it, the page asks whether the server is there.
  await expect.poll(() => checks).toBe(2)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeVisible()
  expect(loads).toBe(1)
  await page.unroute(/assets\/faq-screen-/)
  await failure.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
