import { PUBLIC_PAGES } from '#schema/pages.ts'
import { becomeMember, expect, test } from '../kit/browser.ts'
import { readPageTexts } from '../kit/page-texts.ts'
import { printedPages } from '../kit/printed-pages.ts'
import { watchScripts } from '../kit/settled-page.ts'

// covers: design-pages-without-javascript, design-printing
test('public pages are readable and styled without JavaScript', async ({ newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  for (const path of PUBLIC_PAGES) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    await expect(heading).toHaveCSS('font-family', /Fraunces/)
  }
  await page.goto('/terms')
  expect(await printedPages(page)).toBeGreaterThan(1)
  await page.goto('/faq')
  await page.getByText('What does it cost?').click()
  await expect(page.getByText('₹1,499 for a month')).toBeVisible()
  await page.goto('/find-friends')
  await expect(page.getByRole('main')).toHaveCSS('max-width', '1152px')
})

// covers: design-hydration-keeps-the-page
test('public pages hydrate without a redraw and without console errors', async ({ newVisitor }) => {
  const { page } = await newVisitor({ serviceWorkers: 'allow' })
  // Records the parsed nodes before the app's script runs.
  await page.addInitScript(() => {
    const note = () => Object.assign(window, { parsed: [...document.querySelectorAll('#root *')] })
    document.addEventListener('readystatechange', note, { once: true })
  })
  const settled = watchScripts(page)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  for (const path of PUBLIC_PAGES) {
    await page.goto(path)
    // The root's attribute is removed after hydration.
    await expect(page.locator('#root:not([data-prerendered])')).toBeAttached()
    await settled()
    const { parsed, replaced } = await page.evaluate(() => {
      const { parsed } = window as unknown as { parsed: Element[] }
      const replaced = parsed.filter(({ isConnected }) => !isConnected)
      return { parsed: parsed.length, replaced: replaced.map(({ outerHTML }) => outerHTML) }
    })
    expect(parsed).toBeGreaterThan(10)
    expect(replaced).toEqual([])
  }
  expect(complaints).toEqual([])
})

// covers: 2.2-structured-data
test('only / carries structured data', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const structured = page.locator('script[type="application/ld+json"]')
  await page.goto('/')
  await expect(structured).toHaveCount(1)
  await page.getByRole('link', { name: 'Random chat' }).click()
  await expect(page).toHaveTitle(/Random chat/)
  await expect(structured).toHaveCount(0)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/random-chat$/)
  await page.getByRole('link', { name: 'Rapport, home' }).click()
  await expect(structured).toHaveCount(1)
  await page.getByRole('tab', { name: 'Login' }).click()
  await expect(structured).toHaveCount(0)
})

test("members never see the visitors' page while their own loads", async ({ newVisitor }) => {
  const visitor = await newVisitor()
  await becomeMember(visitor, ['Impatience'])
  const { page } = visitor
  // Their home may still be loading its fonts.
  await page.goto('about:blank')
  await page.route('**/assets/*.js', (route) => route.abort())
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  await page.goto('/')
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.locator('h1')).toBeHidden()
  // The visitors' page has words in italics.
  expect(fonts.join()).not.toContain('italic')
})

// covers: design-before-hydration
test('controls stay disabled until hydration, and no password gets into a URL', async ({ newVisitor }) => {
  const { page } = await newVisitor({ javaScriptEnabled: false })
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
  await expect(page.getByRole('tab', { name: 'Register' })).toBeDisabled()
  await page.getByLabel('Email').fill('somebody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Monsoon-2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auth$/)
})

// covers: design-offline-page-installable
test('the offline page appears without a connection', async ({ newVisitor }) => {
  const { page, context } = await newVisitor({ serviceWorkers: 'allow' })
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await page.goto('/faq')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  // It promises no more than is true: what was not sent yet is gone with the page.
  await expect(page.getByRole('paragraph')).toContainText('Messages that were sent are safe.')
  await expect(page.getByRole('paragraph')).not.toContainText('written')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
})

// covers: design-offline-page-language
test('the offline page is in the language of the app', async ({ newVisitor }) => {
  const { page, context } = await newVisitor({ serviceWorkers: 'allow', locale: 'ar' })
  const texts = await readPageTexts('ar')
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await page.goto('/ar/faq')
  await expect(page.getByRole('heading', { name: texts('No connection') })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})
