import type { Page } from '@playwright/test'
import { becomeMember, expect, logInByForm, PASSWORD, test } from '../kit/browser.ts'
import { translated } from '../kit/translated-visitor.ts'

const documentOf = (page: Page) =>
  page.evaluate(() => {
    const { lang, dir } = document.documentElement
    return { lang, dir }
  })
const chosen = (page: Page) => page.evaluate(() => localStorage.getItem('language'))

// covers: design-language-switch
test('a visitor chooses German with the keyboard and reads every public page in it', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Language English' })
  await button.focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Language' })
  await expect(list.getByRole('link')).toHaveCount(12)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('Enter')
  const german = list.getByRole('link', { name: 'Deutsch' })
  await expect(german).toHaveAttribute('lang', 'de')
  while (!(await german.evaluate((link) => link === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/de$/)
  expect(await documentOf(page)).toEqual({ lang: 'de', dir: '' })
  expect(await chosen(page)).toBe('de')
  await page.locator('a[href="/de/random-chat"]').first().click()
  await expect(page).toHaveURL(/\/de\/random-chat$/)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/de\/random-chat$/)
  await page.goto('/faq')
  await expect(page).toHaveURL(/\/de\/faq$/)
})

// covers: design-page-language-order
test('the language of the browser applies until the visitor chooses another one', async ({ newVisitor }) => {
  const { page } = await newVisitor({ locale: 'ar-EG' })
  await page.goto('/faq?from=mail#premium')
  await expect(page).toHaveURL(/\/ar\/faq\?from=mail#premium$/)
  expect(await documentOf(page)).toEqual({ lang: 'ar', dir: 'rtl' })
  await page.locator('.language-button').click()
  await page.getByRole('link', { name: 'English', exact: true }).click()
  await expect(page).toHaveURL(/\/faq\?from=mail#premium$/)
  expect(await documentOf(page)).toEqual({ lang: 'en', dir: '' })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
  expect(await documentOf(page)).toEqual({ lang: 'en', dir: '' })
})

// covers: design-page-language-order
test('a language chosen before the app has loaded applies', async ({ newVisitor }) => {
  const { page } = await newVisitor({ locale: 'ar-EG' })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/faq?from=mail#premium', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/ar\/faq\?from=mail#premium$/)
  await page.locator('.language-button').click()
  await page.getByRole('link', { name: 'English', exact: true }).click()
  await expect(page).toHaveURL(/\/faq\?from=mail#premium$/)
  release()
  await expect(page.locator('#root:not([data-prerendered])')).toBeAttached()
  await expect(page).toHaveURL(/\d\/faq\?from=mail#premium$/)
  expect(await documentOf(page)).toEqual({ lang: 'en', dir: '' })
})

// covers: design-language-switch
test('the list of languages works without JavaScript', async ({ newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/faq')
  await page.locator('.language-button').click()
  await page.getByRole('link', { name: '日本語' }).click()
  await expect(page).toHaveURL(/\/ja\/faq$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
})

test('a page in another language hydrates, loads its own texts only, and never loads twice', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor({ locale: 'hi-IN' })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  const catalogues: string[] = []
  page.on('response', (response) => {
    if (/\/base-[^/]+\.js$/.test(response.url())) catalogues.push(response.url())
  })
  await page.goto('/hi')
  await expect(page.locator('#root:not([data-prerendered])')).toBeAttached()
  await page.waitForLoadState('networkidle')
  // The base chunk of the app and the base texts of Hindi.
  expect(catalogues).toHaveLength(2)
  expect(complaints).toEqual([])
})

// covers: design-language-saved-to-account
test('a member chooses a language in the settings, and their next device follows', async ({ newVisitor }) => {
  const first = await newVisitor()
  const profile = await becomeMember(first, ['Kites'])
  const { page } = first
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('combobox', { name: /Language of the app/ }).click()
  const saved = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('option', { name: 'Français' }).click()
  expect((await saved).postDataJSON()).toMatchObject({ language: 'fr' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page).toHaveURL(/\/$/)

  const sent: (string | undefined)[] = []
  page.on('request', (request) => {
    if (/\/(api|subscribe|graphql)/.test(request.url())) sent.push(request.headers()['accept-language'])
  })
  // The account's language wins over the language of an address.
  await page.goto('/hi/faq')
  await expect(page).toHaveURL(/\d\/faq$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.goto('/')
  await expect.poll(() => sent.filter((language) => language === 'fr').length).toBeGreaterThan(2)
  // The page in Hindi asked for answers in Hindi.
  expect(sent.filter((language) => language !== 'fr' && language !== 'hi')).toEqual([])

  const second = await newVisitor()
  await logInByForm(second.page, profile.email, PASSWORD)
  await expect(second.page.locator('html')).toHaveAttribute('lang', 'fr')
  expect(await chosen(second.page)).toBe('fr')
})

// covers: design-form-errors-in-page-language
test('the forms of a German visitor show the errors of their fields in German', async ({ newVisitor }) => {
  const { page, texts } = await translated(await newVisitor({ locale: 'de-AT' }), 'de')
  await page.goto('/auth')
  await page.getByRole('button', { name: texts('Login'), exact: true }).click()
  await expect(page.getByText(texts('Email is required'), { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: texts('Register') }).click()
  await page.getByRole('button', { name: texts('Register'), exact: true }).click()
  await expect(page.getByText(texts('Username must be at least 5 characters'), { exact: true })).toBeVisible()
  await expect(page.getByText(texts('Select at least one option'), { exact: true })).toBeVisible()
})
