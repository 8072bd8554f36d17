import { PRODUCT } from '#schema/product.ts'
import { expectAccessible } from '../kit/accessibility.ts'
import {
  aProfile,
  becomeMember,
  expect,
  logInByForm,
  PASSWORD,
  register,
  say,
  test,
  type Visitor,
} from '../kit/browser.ts'
import { goOffline } from '../kit/go-offline.ts'
import { meet } from '../kit/meet.ts'

const status = (visitor: Visitor) => visitor.page.locator('.chat-head .about')
// Each test opens two browsers.
test.setTimeout(120_000)

const BANNER = 'You’re offline. We’re trying to reconnect.'

// covers: design-offline-banner
test('an offline chat shows a banner, keeps its drafts and recovers by itself', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor({ serviceWorkers: 'allow' })]
  const { email } = await meet(asha, ben, 'Tunnels')
  await expect(status(ben)).toContainText('Online')
  await say(ben, 'Before the tunnel')
  await expect(asha.page.getByRole('log')).toContainText('Before the tunnel')

  await goOffline(ben)
  await expect(ben.page.getByText(BANNER)).toBeVisible()
  await expect(status(ben)).toContainText('Reconnecting…')
  await say(ben, 'First in the tunnel')
  await say(ben, 'Second in the tunnel')
  await expect(ben.page.getByText('Not sent yet.')).toHaveCount(2)

  await ben.context.setOffline(false)
  const log = asha.page.getByRole('log')
  await expect(log).toContainText('Second in the tunnel')
  const heard = (await log.textContent()) ?? ''
  expect(heard.indexOf('First in')).toBeLessThan(heard.indexOf('Second in'))
  await expect(ben.page.getByText('Not sent yet.')).toHaveCount(0)
  await expect(ben.page.getByText(BANNER)).toBeHidden()
  await expect(status(ben)).toContainText('Online')

  // The partner leaves while the page is suspended and gets no event.
  await goOffline(ben)
  await expect(ben.page.getByText(BANNER)).toBeVisible()
  const of = 'SELECT id FROM "user" WHERE user_name = $1'
  await server.sql(
    `UPDATE conversation SET ended_at = now(), ended_by = (${of}) WHERE (${of}) IN (low_user_id, high_user_id)`,
    [email],
  )
  await server.sql(`UPDATE conversation_member SET active = false WHERE user_id = (${of})`, [email])
  await ben.context.setOffline(false)
  await expect(ben.page.getByText('Partner disconnected', { exact: true }).first()).toBeVisible()
})

test('Find Another ends the chat later when the server is unreachable at first', async ({ newVisitor }) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await meet(asha, ben, 'Long goodbyes')

  let refused = 0
  await asha.page.route(/\/resign\?/, (route) => {
    refused += 1
    return refused <= 2 ? route.abort() : route.continue()
  })
  await asha.page.getByRole('button', { name: 'Find Another' }).click()
  await asha.page.getByRole('button', { name: 'Are you sure?' }).click()
  await expect(asha.page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await expect(ben.page.getByText('Partner disconnected', { exact: true }).first()).toBeVisible()
  expect(refused).toBe(3)
})

// covers: design-failed-part-loads-again
test('a part of the app that fails to load shows an error and loads again', async ({ newVisitor }) => {
  const { page, context } = await newVisitor()
  const profile = aProfile(['Lost chunks'])
  await register(page, profile)
  await context.clearCookies()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Login' }).waitFor()

  // Neither the login's schema nor the toaster can be loaded; the toast is shown all the same.
  const login = /assets\/(calls|check-login|toaster|home)-/
  await page.route(login, (route) => route.abort())
  await page.getByLabel('Email').fill(profile.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Login Error' })
  await expect(toast).toContainText('A new version is available. Reload this page, then try again.')

  // An update of the app has removed the form's chunk; its style sheet fails once.
  const form = /assets\/(register-form|select)-/
  await page.route(form, (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.getByRole('tab', { name: 'Register' }).click()
  const failure = page.getByRole('alert').filter({ hasText: "We couldn't load this part." })
  await expect(failure.getByRole('button', { name: 'Reload' })).toBeVisible()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectAccessible(page, 'a part that could not be loaded')
  // The form shares models with the login.
  for (const route of [form, login]) await page.unroute(route)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Display Name')).toBeVisible()

  await page.getByRole('tab', { name: 'Login' }).click()
  await page.getByLabel('Email').fill(profile.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()

  // A search needs no further chunk.
  await goOffline({ context })
  await page.getByRole('button', { name: /Find Match/ }).click()
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(
    page
      .getByRole('heading', { name: 'Finding a match...' })
      .or(page.getByText('Email verification required').first()),
  ).toBeVisible()
})

// covers: design-expired-token-on-public-page
test('an expired token does not close public pages', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/logo.svg')
  const pages = [
    ['/password-reset-confirm?username=a%40b.co', /reset/i],
    ['/verify', /Invalid verification link/],
    ['/random-chat', /./],
    ['/faq', /./],
    ['/terms', /Terms/],
  ] as const
  for (const [path, text] of pages) {
    await page.evaluate(() => localStorage.setItem('authToken', 'expired'))
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/session'))
    await page.goto(path)
    expect((await asked).status()).toBe(401)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
  }
  await page.evaluate(() => localStorage.setItem('authToken', 'expired'))
  await logInByForm(page, 'nobody@example.com', PASSWORD)
  await expect(page.getByText('The email or password is not right. Please try again.').first()).toBeVisible()
})

// covers: 4.1-server-unreachable-at-startup
test('a member gets to the screen of the address once an unreachable server answers', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor()
  const { page } = visitor
  await becomeMember(visitor, ['Slow trains'])
  await page.route('**/api/session', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: `We can't reach ${PRODUCT.name}.` })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Check your connection')
  await expectAccessible(page, 'unreachable')
  await page.unroute('**/api/session')
  await expect(page.getByRole('button', { name: /Find Match/ })).toBeVisible()

  for (const [path, text] of [
    ['/pricing', 'Choose Your Plan'],
    ['/safety-centre', 'Safety centre'],
    ['/privacy-centre', 'Privacy centre'],
    ['/admin', 'Admin panel'],
    ['/payment/success', 'This link is incomplete'],
  ] as const) {
    await page.route('**/api/session', (route) => route.abort())
    await page.goto(path)
    await expect(page.getByRole('heading', { name: `We can't reach ${PRODUCT.name}.` })).toBeVisible()
    await page.unroute('**/api/session')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('main')).toContainText(text)
    expect(new URL(page.url()).pathname).toBe(path)
  }

  // A public page knows the member too.
  await page.goto('/faq')
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('button', { name: /Find Match/ })).toBeVisible()
})
