import { becomeMember, becomeStaff, expect, findMatch, say, test } from '../kit/browser.ts'

// covers: design-layout-mirrors
test('an Arabic page is mirrored, and its arrow keys follow the direction of the text', async ({
  newVisitor,
  server,
}) => {
  const staff = await newVisitor({ locale: 'ar' })
  const { page } = staff
  await becomeStaff(staff, 'ADMIN', server, 'ar')
  await page.goto('/admin')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const tabs = page.locator('.admin-tabs [role="tab"]')
  await tabs.first().focus()
  const logo = await page.locator('.logo').boundingBox()
  expect(logo?.x).toBeGreaterThan(640)
  await expect(page.locator('.lucide-arrow-left')).toHaveCSS('scale', '-1 1')
  await page.keyboard.press('ArrowLeft')
  await expect(tabs.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.first()).toBeFocused()
})

// covers: design-mixed-directions
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
  await expect(page.getByRole('log').getByText('שלום Sara!')).toHaveCSS('direction', 'rtl')
  await expect(page.getByRole('log').getByText('Hello שרה!')).toHaveCSS('direction', 'ltr')
  // The corners between the two are on the side of the writer.
  for (const corner of ['border-bottom-left-radius', 'border-top-left-radius'] as const) {
    const bubble = page.locator('.bubble')[corner.includes('bottom') ? 'first' : 'last']()
    await expect(bubble).toHaveCSS(corner, '6px')
  }
  await expect(page.locator('.tag').filter({ hasText: 'שירה' }).first()).toHaveCSS('direction', 'rtl')
  await page.locator('#message').fill('שלום')
  await expect(page.locator('#message')).toHaveCSS('direction', 'rtl')

  const arabic = await newVisitor({ locale: 'ar' })
  await arabic.page.goto('/auth')
  await arabic.page.locator('#tab-register').click()
  const field = (name: string) => arabic.page.locator(`input[name="${name}"]`)
  for (const name of ['userName', 'password', 'phone'])
    await expect(field(name), name).toHaveCSS('direction', 'ltr')
  await field('displayName').fill('سارة')
  await expect(field('displayName')).toHaveCSS('direction', 'rtl')
  await field('displayName').fill('Sara')
  await expect(field('displayName')).toHaveCSS('direction', 'ltr')
  await arabic.page.goto('/terms')
  await expect(arabic.page.locator('article')).toHaveAttribute('lang', 'en')
  await expect(arabic.page.locator('article')).toHaveCSS('direction', 'ltr')
})

// covers: design-price-symbol-in-arabic
test('a price on an Arabic page shows its symbol in the order of its letters', async ({
  newVisitor,
  server,
}) => {
  const visitor = await newVisitor({ locale: 'ar', timezoneId: 'America/Sao_Paulo' })
  const { page } = visitor
  await becomeStaff(visitor, 'MODERATOR', server, 'ar')
  await page.goto('/pricing')
  const price = page.locator('.price b').first()
  await expect(price).toContainText('R$')
  const [letter, dollar] = await price.evaluate((element) =>
    ['R', '$'].map((sign) => {
      const node = element.firstChild as Text
      const range = document.createRange()
      range.setStart(node, node.data.indexOf(sign))
      range.setEnd(node, node.data.indexOf(sign) + 1)
      return range.getBoundingClientRect().x
    }),
  )
  expect(letter).toBeLessThan(Number(dollar))
})

// covers: design-system-fonts-for-other-scripts
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
