import type { Page } from '@playwright/test'
import { becomeMember, expect, test } from '../kit/browser.ts'

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('authToken'))

/** Presses until the page is the login, as a member who is refused again and again. */
async function pressUntilLoggedOut(page: Page) {
  const find = page.getByRole('button', { name: /Find Match/ })
  for (let count = 0; count < 10 && (await find.isVisible()); count += 1)
    await find.click({ timeout: 5_000 }).catch(() => undefined)
  await page.waitForURL('**/auth')
}

// covers: 4.1-forced-logout-ends-the-session
test('too many requests end the session in the browser and on the server', async ({ newVisitor, server }) => {
  const member = await newVisitor()
  const { page, context } = member
  await becomeMember(member, ['Hurry'])
  const token = await tokenOf(page)
  const statusOf = async () => {
    const headers = { Authorization: `Bearer ${token}` }
    return (await fetch(`${server.url}/api/session`, { headers })).status
  }
  expect(await statusOf()).toBe(200)
  await page.route(/\/api\/(?!v1\/logout)/, (route) =>
    route.fulfill({ status: 429, json: { code: 'RATE_LIMITED', message: 'Too many requests' } }),
  )
  await pressUntilLoggedOut(page)
  await expect(page.locator('.toast')).toContainText(
    'You have been automatically logged out due to too many requests.',
  )
  await expect.poll(statusOf).toBe(401)
  expect((await context.cookies()).filter(({ name }) => name.endsWith('session'))).toEqual([])
  expect(await tokenOf(page)).toBeNull()
})

test('a logout without a connection clears the browser, and the next page ends the session', async ({
  newVisitor,
  server,
}) => {
  const member = await newVisitor()
  const { page, context } = member
  // The browser has the login page from before, as that of anyone who has logged in.
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  await becomeMember(member, ['Trains'])
  const headers = { Authorization: `Bearer ${await tokenOf(page)}` }
  const statusOf = async () => (await fetch(`${server.url}/api/session`, { headers })).status
  page.on('dialog', (dialog) => dialog.accept())
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect(page.locator('.toast')).toContainText("You're logged out on this device")
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(await tokenOf(page)).toBeNull()
  expect(await statusOf()).toBe(200)
  await page.close()
  await context.setOffline(false)
  await (await context.newPage()).goto('/')
  await expect.poll(statusOf).toBe(401)
})
