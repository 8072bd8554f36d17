import type { Page } from '@playwright/test'
import { becomeMember, expect, findMatch, test } from '../kit/browser.ts'

/** What the home shell shows around its sheet, on every screen that is wide enough. */
const shellOf = (page: Page) => [
  page.getByRole('complementary', { name: 'Conversations' }),
  page.getByText('Welcome, '),
  page.getByRole('button', { name: 'Edit Profile' }),
  page.getByText('Beta', { exact: true }),
  page.getByRole('button', { name: 'Find Match' }),
]

// covers: 2.4-full-screen-search
test('a search takes the place of the home shell and fills the screen, until it is cancelled', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor()
  const { page } = visitor
  await becomeMember(visitor, [`Searching ${crypto.randomUUID().slice(0, 8)}`])
  for (const part of shellOf(page)) await expect(part.first()).toBeVisible()
  await findMatch(visitor)
  await expect(page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  for (const part of shellOf(page)) await expect(part).toHaveCount(0)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    const { x, y, width, height } = (await page.locator('.search').boundingBox()) ?? {}
    expect({ x, y, width, height }).toEqual({ x: 0, y: 0, ...size })
    await expect(page.getByRole('button', { name: 'Cancel Search' })).toBeInViewport()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Cancel Search' }).click()
  await expect(page.getByRole('heading', { name: 'Finding a match...' })).toHaveCount(0)
  for (const part of shellOf(page)) await expect(part.first()).toBeVisible()
})
