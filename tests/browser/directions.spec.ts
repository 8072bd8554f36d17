import type { Locator } from '@playwright/test'
import { becomeMember, becomeStaff, expect, findMatch, say, test } from '../kit/browser.ts'

const directionOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).direction)

test('an Arabic page is mirrored, and its arrow keys follow the direction of the text', async ({
  newVisitor,
  server,
}) => {
  const staff = await newVisitor({ locale: 'ar' })
  const { page } = staff
  await becomeStaff(staff, 'ADMIN', server, 'ar')
  await page.goto('/admin')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const [logo, back] = [await page.locator('.logo').boundingBox(), page.locator('.lucide-arrow-left')]
  expect(logo?.x).toBeGreaterThan(640)
  await expect(back).toHaveCSS('scale', '-1 1')
  const tabs = page.locator('.admin-tabs [role="tab"]')
  await tabs.first().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tabs.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.first()).toBeFocused()
})

test("members' words take the direction of their letters, addresses and codes run from left to right", async ({
  newVisitor,
}) => {
  const [reader, writer] = [await newVisitor(), await newVisitor()]
  await becomeMember(reader, ['Reads in two directions', 'שירה'])
  await becomeMember(writer, ['Reads in two directions', 'שירה'])
  await findMatch(reader)
  await findMatch(writer)
  const { page } = reader
  await expect(page.locator('#message')).toBeVisible()
  await writer.page.locator('#message').waitFor()
  await say(writer, 'שלום Sara!')
  await say(writer, 'Hello שרה!')
  await expect(page.locator('.bubble')).toHaveCount(2)
  expect(await directionOf(page.locator('.bubble').first())).toBe('rtl')
  expect(await directionOf(page.locator('.bubble').last())).toBe('ltr')
  expect(await directionOf(page.locator('.tag').filter({ hasText: 'שירה' }).first())).toBe('rtl')
  await page.locator('#message').fill('שלום')
  expect(await directionOf(page.locator('#message'))).toBe('rtl')

  const arabic = await newVisitor({ locale: 'ar' })
  await arabic.page.goto('/auth')
  await arabic.page.locator('#tab-register').click()
  const field = (name: string) => arabic.page.locator(`input[name="${name}"]`)
  for (const name of ['userName', 'password', 'phone'])
    expect(await directionOf(field(name)), name).toBe('ltr')
  await field('displayName').fill('سارة')
  expect(await directionOf(field('displayName'))).toBe('rtl')
  await field('displayName').fill('Sara')
  expect(await directionOf(field('displayName'))).toBe('ltr')
  await arabic.page.goto('/terms')
  await expect(arabic.page.locator('article')).toHaveAttribute('lang', 'en')
  expect(await directionOf(arabic.page.locator('article'))).toBe('ltr')
})

test('a script without a face of ours takes one of the system, and loads no file for it', async ({
  newVisitor,
}) => {
  const facesOf = async (locale: string) => {
    const { page } = await newVisitor({ locale })
    await page.goto('/auth')
    await page.getByRole('heading').first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    const title = page.getByRole('heading').first()
    return {
      files: await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .flatMap(({ name }) => /([a-z-]+)-[\w-]{8}\.woff2$/.exec(name)?.[1] ?? [])
          .toSorted(),
      ),
      family: await title.evaluate((element) => getComputedStyle(element).fontFamily),
      spacing: await title.evaluate((element) => getComputedStyle(element).letterSpacing),
    }
  }
  const [english, turkish, arabic] = [await facesOf('en'), await facesOf('tr'), await facesOf('ar')]
  expect(english.files).not.toContain('figtree-latin-ext')
  expect(english.files).not.toContain('fraunces-soft-latin-ext')
  expect(turkish.files).toEqual(expect.arrayContaining(['figtree-latin-ext', 'fraunces-soft-latin-ext']))
  expect(arabic.files.every((file) => english.files.includes(file))).toBe(true)
  expect(arabic.family).toContain('Noto Naskh Arabic')
  expect([english.spacing, arabic.spacing]).toEqual([expect.stringMatching(/^-/), 'normal'])
})
