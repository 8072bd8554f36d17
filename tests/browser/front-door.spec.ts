import type { Page } from '@playwright/test'
import { becomeMember, expect, test } from '../kit/browser.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const question = (page: Page) => page.getByLabel('What could you talk about for an hour?')
const selected = async (page: Page, name: string) =>
  expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')

// covers: 2.3-register-or-login-first
test('the first page asks a newcomer one question, and the registration goes on with the answer', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor({ viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  await selected(page, 'Register')
  await expect(page.locator('body')).toBeFocused()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  // The whole card is visible.
  const card = await page.getByRole('main').boundingBox()
  expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(900)

  await page.getByRole('link', { name: 'Start with yours' }).click()
  await expect(question(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveAccessibleDescription('Name one thing to start. You can add more later.')
  await page.getByRole('radio', { name: 'Jazz' }).check({ force: true })
  await expect(question(page)).toHaveValue('Jazz')
  await page.reload()
  await expect(question(page)).toHaveValue('Jazz')
  await expect(page.locator('.poster .lens-word')).toHaveText('Jazz')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page).toHaveURL(/\/register$/)
  await expect(page).toHaveTitle(/Create your account/)
  await expect(page.getByRole('button', { name: 'Remove Jazz' })).toBeVisible()
  await page.getByLabel('Display Name').fill('Anika')
  await page.reload()
  await selected(page, 'Register')
  await expect(page.getByRole('button', { name: 'Remove Jazz' })).toBeVisible()
  await expect(page.getByLabel('Display Name')).toHaveValue('Anika')
  await tab(page, 'Login').click()
  await expect(page).toHaveURL(/\/auth$/)
  await page.goBack()
  await expect(page.getByLabel('Display Name')).toHaveValue('Anika')
  await page.goBack()
  await expect(question(page)).toBeVisible()
})

// covers: 2.3-register-or-login-first
test('the first page opens on the login after a logout, and never shows the question before', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor()
  const { page, context } = visitor
  await becomeMember(visitor, ['Comes back'])
  page.once('dialog', (asked) => void asked.accept())
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()

  const tabs = await context.newPage()
  await tabs.route('**/assets/*.js', (route) => route.abort())
  await tabs.goto('/')
  await expect(question(tabs)).toBeHidden()
  await tabs.unroute('**/assets/*.js')
  await tabs.reload()
  await expect(tabs.getByRole('button', { name: 'Login' })).toBeVisible()
  await tabs.getByRole('link', { name: 'Register' }).click()
  await expect(tabs).toHaveURL(/\/register$/)
  // The registration stays at its own address, to which every public page leads.
  for (const path of ['/random-chat', '/faq', '/about']) {
    await tabs.goto(path)
    await tabs.getByRole('link', { name: 'Start talking' }).click()
    await expect(tabs.getByRole('button', { name: 'Register' })).toBeVisible()
  }
})

// covers: 2.3-register-or-login-first
test('the answer reaches the registration where the browser blocks site data', async ({ newVisitor }) => {
  const { page, context } = await newVisitor()
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const store of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, store, { get: refuse })
  })
  await page.goto('/')
  await question(page).fill('Night trains, Tea')
  await page.keyboard.press('Enter')
  for (const interest of ['Night trains', 'Tea'])
    await expect(page.getByRole('button', { name: `Remove ${interest}` })).toBeVisible()
})

// covers: 2.3-register-form
test('the registration leads from field to field, and moves nothing while suggestions are open', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor({ viewport: { width: 390, height: 844 } })
  await page.goto('/register')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await expect(field('Display Name')).toBeEnabled()
  await expect(page.locator('body')).toBeFocused()
  await expect(page.locator('form :checked')).toHaveCount(0)
  const places = () =>
    page.locator('form input').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  const before = await places()
  const suggestions = page.getByRole('option')
  await field('Interests').focus()
  await expect(suggestions).toHaveCount(12)
  expect(await places()).toEqual(before)
  // They cover the fields below until an interest is added.
  await page.keyboard.type('Tea')
  await page.keyboard.press('Enter')
  await expect(suggestions).toHaveCount(0)
  await page.getByRole('radio', { name: 'Female', exact: true }).click()

  for (const [name, attributes] of [
    ['Interests', { enterkeyhint: 'enter', autocomplete: 'off' }],
    ['Display Name', { enterkeyhint: 'next', autocomplete: 'nickname' }],
    ['Age', { enterkeyhint: 'next', inputmode: 'numeric' }],
    ['Email', { enterkeyhint: 'next', type: 'email', autocomplete: 'username' }],
    ['Phone', { enterkeyhint: 'next', type: 'tel', autocomplete: 'tel' }],
    ['Password', { enterkeyhint: 'go', autocomplete: 'new-password' }],
  ] as const)
    for (const [attribute, value] of Object.entries(attributes))
      await expect(field(name)).toHaveAttribute(attribute, value)

  await field('Display Name').fill('Anika')
  await page.keyboard.press('Enter')
  await expect(field('Age')).toBeFocused()
  await field('Email').fill('anika@example.com')
  await field('Age').press('Enter')
  await expect(field('Phone')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field('Password')).toBeFocused()
  await expect(page.locator('.error')).toHaveCount(0)

  const needs = page.getByRole('list', { name: 'Password needs' })
  await page.keyboard.type('Monsoon')
  await expect(needs.getByText('(met)')).toHaveCount(1)
  await page.keyboard.type('-2026')
  await expect(needs.getByText('(met)')).toHaveCount(4)
  await expect(page.getByText('Your password meets all four needs.')).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.locator('.error').first()).toBeVisible()
})
