import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import {
  aProfile,
  becomeMember,
  becomeStaff,
  expect,
  fillRegistration,
  registerDirectly,
  test,
} from '../kit/browser.ts'
import { watchScripts } from '../kit/settled-page.ts'
import { type Transfers, watchTransfers } from '../kit/watch-transfers.ts'

// The answers of the console grow with the members that other files have left.
test.use({ apart: 'visitors' })

/** The headless shell moves a pointer by itself, which loads the tooltips. */
const withoutPointer = (page: Page) =>
  page.addInitScript(() => addEventListener('pointerover', (event) => event.stopImmediatePropagation(), true))

// covers: design-first-load-of-visitor
test('the first load of / as a visitor is at most 95 KB of JavaScript, gzip', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await withoutPointer(page)
  const settled = watchScripts(page)
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await settled()
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'first load', description: `${(total / 1024).toFixed(1)} KB` })
  expect(sizes.length).toBeGreaterThan(0)
  // 90 KB, and 5 KB for the languages and scripts.
  expect(total).toBeLessThanOrEqual(95 * 1024)
})

/**
 * What each step may load at most, in an empty cache. Lower a number when the step gets lighter. A number may rise only
 * for a reason that its commit names.
 */
const STEPS = {
  home: { requests: 28, kilobytes: 238 },
  bell: { requests: 18, kilobytes: 113 },
  settings: { requests: 23, kilobytes: 46.5 },
  console: { requests: 54, kilobytes: 334 },
} satisfies Record<string, Transfers>

function expectWithin(step: keyof typeof STEPS, { requests, kilobytes }: Transfers) {
  const description = `${requests} requests, ${kilobytes.toFixed(1)} KB`
  test.info().annotations.push({ type: step, description })
  expect(requests, `requests of ${step}: ${description}`).toBeLessThanOrEqual(STEPS[step].requests)
  expect(kilobytes, `bytes of ${step}: ${description}`).toBeLessThanOrEqual(STEPS[step].kilobytes)
}

// covers: design-first-load-of-member
test("a member's home, the bell, the settings and the console load within their limits", async ({
  newVisitor,
  server,
}) => {
  const { page } = await newVisitor()
  await withoutPointer(page)
  const [settled, taken] = [watchScripts(page), watchTransfers(page)]
  await registerDirectly(page, aProfile(['Light luggage']))
  await settled()
  expectWithin('home', await taken())

  await page.getByRole('button', { name: 'Notifications' }).click()
  await page.getByText('No notifications yet').waitFor()
  await settled()
  expectWithin('bell', await taken())

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
  await settled()
  expectWithin('settings', await taken())

  const staff = await newVisitor()
  await withoutPointer(staff.page)
  await becomeStaff(staff, 'ADMIN', server)
  const [staffSettled, staffTaken] = [watchScripts(staff.page), watchTransfers(staff.page)]
  await staff.page.goto('/admin')
  await staff.page.getByText('Total users').waitFor()
  await staff.page.getByText('Live', { exact: true }).waitFor()
  await staffSettled()
  expectWithin('console', await staffTaken())
})

// covers: 2.1-not-found
test('an unknown path shows a 404 page', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const answer = await page.goto('/nowhere/at/all')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

// covers: 2.3-register-form, 4.8-register-drafts, 5-first-invalid-field-focused
test('registration shows an error at each field, and its draft never has the password', async ({
  newVisitor,
}) => {
  const { page, context } = await newVisitor()
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByLabel('Display Name').fill('Anika')
  await page.getByLabel('Password', { exact: true }).fill('Secret-Monsoon-1')
  await page.getByLabel('Phone').fill('98220')
  await page.getByRole('button', { name: 'Register' }).click()
  for (const message of [
    'Username must be at least 5 characters',
    'Phone number must be at least 10 digits',
    'At least one interest is required',
    'Select at least one option',
    'You must accept the Terms & Conditions',
  ]) {
    await expect(page.getByText(message)).toBeVisible()
  }
  // Each press focuses the first invalid field.
  const leadsTo = async (field: Locator) => {
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(field).toBeFocused()
  }
  const terms = page.getByRole('checkbox', { name: /I am 18 or older/ })
  const interests = page.getByRole('combobox', { name: 'Interests' })
  await expect(interests).toBeFocused()
  // The suggestions cover no error until the member presses the field or types.
  await expect(page.getByRole('option')).toHaveCount(0)
  await interests.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(terms).toHaveAccessibleDescription('You must accept the Terms & Conditions')
  await page.keyboard.type('Tea')
  await leadsTo(page.getByLabel('Age', { exact: true }))
  // The suggestions leave the fields below them a moment after the focus.
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.getByLabel('Age', { exact: true }).fill('31')
  await leadsTo(page.getByRole('radio').first())
  await page.getByRole('radio', { name: 'Female', exact: true }).check({ force: true })
  await leadsTo(page.getByRole('checkbox', { name: 'Friendship' }))
  await page.keyboard.press('Space')
  await leadsTo(page.getByLabel('Email'))
  await page.getByLabel('Email').fill('anika@example.com')
  await leadsTo(page.getByLabel('Phone'))
  await page.getByLabel('Phone').fill('+91 (98220) 123-45')
  await leadsTo(terms)

  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove Tea' })).toBeVisible()
  await expect(page.getByLabel('Display Name')).toHaveValue('Anika')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  // The draft ends with the browser session: another tab does not have it.
  const tab = await context.newPage()
  await tab.goto('/auth')
  await tab.getByRole('tab', { name: 'Register' }).click()
  await expect(tab.getByLabel('Display Name')).toHaveValue('')
  const kept = await page.evaluate(() => [JSON.stringify(sessionStorage), JSON.stringify(localStorage)])
  expect(kept[0]).toContain('anika@example.com')
  expect(kept[1]).not.toContain('anika@example.com')
  expect(kept.join()).not.toContain('Secret-Monsoon-1')
})

/** Presses a button twice, and Enter, before the code of its form has loaded. Returns what the form then sends. */
async function pressTwiceOnSlowLine(page: Page, button: string, address: RegExp) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && address.test(request.url())) sent.push(request.url())
  })
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await loaded
    await route.continue()
  })
  await page.getByLabel('Password', { exact: true }).focus()
  const asked = page.waitForRequest('**/assets/*.js')
  await page.keyboard.press('Enter')
  await asked
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: button }).click({ force: true })
  load()
  return sent
}

// covers: 2.3-login-form, design-double-clicks
test('a taken address and a wrong password show clear errors', async ({ newVisitor }) => {
  const [first, second, third] = [await newVisitor(), await newVisitor(), await newVisitor()]
  const profile = aProfile(['Taken twice'])
  await registerDirectly(first.page, profile)
  await second.page.goto('/auth')
  await second.page.getByLabel('Email').fill(profile.email)
  await second.page.getByLabel('Password', { exact: true }).fill('Wrong-Monsoon-1')
  const logins = await pressTwiceOnSlowLine(second.page, 'Login', /\/auth$/)
  await expect(second.page.getByText('Login failed').first()).toBeVisible()
  expect(logins).toHaveLength(1)
  await expect(
    second.page.getByText('The email or password is not right. Please try again.').first(),
  ).toBeVisible()
  await fillRegistration(third.page, { ...aProfile(['Taken twice']), email: profile.email })
  const registrations = await pressTwiceOnSlowLine(third.page, 'Register', /\/user$/)
  const email = third.page.getByLabel('Email')
  await expect(email).toHaveAccessibleDescription('An account with this email already exists')
  await expect(email).toBeFocused()
  expect(registrations).toHaveLength(1)
  await expect(third.page).toHaveURL(/\/register$/)
})

// covers: 2.2-forced-logout-goes-to-auth, 4.1-other-tabs-show-login
test('a session that ended elsewhere logs out every tab with a reason', async ({ newVisitor }) => {
  const visitor = await newVisitor()
  await becomeMember(visitor, ['Ends elsewhere'])
  const tab = await visitor.context.newPage()
  await tab.goto('/')
  await tab.getByRole('button', { name: /Find Match/ }).waitFor()
  const token = await tab.evaluate(() => localStorage.getItem('authToken'))
  await tab.request.get('/api/v1/logout', { headers: { authorization: `Bearer ${token}` } })
  const pages = [visitor.page, tab]
  for (const page of pages) await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  // The first tab to notice is redirected. Other tabs follow, or show the login at their own address.
  await expect.poll(() => pages.map((page) => new URL(page.url()).pathname)).toContain('/auth')
  expect(await tab.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
    'has-logged-in',
    'language',
  ])
})

test('the footer leads to the service status by keyboard, and back', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/faq')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Service status' }).press('Enter')
  await expect(page).toHaveURL(/\/status$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything works')
  await page.getByRole('banner').getByRole('link').press('Enter')
  await expect(page).not.toHaveURL(/\/status$/)
})

// covers: 2.1-landing-pages
test('the footer links to the landing pages, which link to each other and back', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/auth')
  // Also beside a policy in the place of the poster.
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('complementary', { name: 'Document' })).toBeVisible()
  await page.getByRole('link', { name: 'Talk to strangers' }).click()
  for (const next of ['Random chat', 'Find friends', 'Friend finder', 'Talk to strangers']) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('navigation', { name: 'More pages' }).getByRole('link', { name: next }).click()
    await expect(page).toHaveTitle(new RegExp(next, 'i'))
  }
  await page.getByRole('link', { name: 'Start talking' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await expect(page.getByRole('button', { name: 'Register' })).toBeVisible()
})
