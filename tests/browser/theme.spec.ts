import type { Page } from '@playwright/test'
import { becomeMember, expect, test } from '../kit/browser.ts'

/** Records each page's theme when its body starts, which is before the first paint. */
const noteFirstTheme = (page: Page) =>
  page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.body) return
      observer.disconnect()
      Object.assign(window, { firstTheme: document.documentElement.dataset.theme })
    })
    observer.observe(document, { childList: true, subtree: true })
  })
const firstTheme = (page: Page) => page.evaluate(() => (window as { firstTheme?: string }).firstTheme)

// covers: 1-theme-is-stored, beyond-switches-say-on-or-off
test('the stored theme is applied before the first paint', async ({ newVisitor }) => {
  const visitor = await newVisitor()
  await becomeMember(visitor, ['Dark rooms'])
  await visitor.page.getByRole('button', { name: 'Settings' }).click()
  const dark = visitor.page.getByRole('switch', { name: 'Dark appearance', exact: true })
  const words = visitor.page.locator('.panel-row', { has: dark })
  await expect(words.getByText('Off', { exact: true })).toBeVisible()
  await dark.click()
  await expect(words.getByText('On', { exact: true })).toBeVisible()
  await expect(words.getByText('Off', { exact: true })).toBeHidden()
  await expect(visitor.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await noteFirstTheme(visitor.page)
  await visitor.page.reload()
  expect(await firstTheme(visitor.page)).toBe('dark')
  await expect(visitor.page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

// covers: 1-dark-preference-of-the-system
test("the system's dark preference applies from the first paint until the visitor chooses", async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await noteFirstTheme(page)
  await page.goto('/admin')
  expect(await firstTheme(page)).toBe('dark')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'light')
  const barColor = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    )
  expect(await barColor()).toEqual(['#f6f0eb'])
  await page.getByRole('switch', { name: 'Dark appearance' }).press('Enter')
  await expect.poll(barColor).toEqual(['#1a1413'])
  await page.reload()
  expect(await firstTheme(page)).toBe('dark')
  expect(await barColor()).toEqual(['#1a1413'])
  await expect(html).toHaveAttribute('data-theme', 'dark')
})
