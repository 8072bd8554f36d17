import type { Locator } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { becomeMember, composer, expect, findMatch, say, test } from '../kit/browser.ts'

const PHONE = { width: 390, height: 844 }

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('it is not shown')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

// covers: 8.4-match-found, beyond-short-toasts, beyond-chat-bar
test('a chat on a phone has one bar with common ground and a menu, and Find Another above the field', async ({
  newVisitor,
}) => {
  const [asha, ben] = [
    await newVisitor({ viewport: PHONE, hasTouch: true, isMobile: true }),
    await newVisitor(),
  ]
  const interests = ['Night ferries', 'Night trains']
  await becomeMember(asha, interests)
  await becomeMember(ben, interests)
  const { page } = asha
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await findMatch(ben)
  await findMatch(asha)

  // A tap skips the match, which says once that it was found.
  await expect(page.getByText('Match Found!', { exact: true })).toHaveCount(1)
  await page.getByRole('heading', { name: 'Match Found!' }).tap()
  await page.clock.resume()
  await expect(composer(asha)).toBeFocused()

  // The bar is low; Find Another stands above the field, at its end, with its words.
  const [bar, log] = [page.locator('.chat-head'), page.locator('.log-scroll')]
  const another = page.getByRole('button', { name: 'Find Another' })
  const [row, field] = [await boxOf(another), await boxOf(page.locator('.write'))]
  expect((await boxOf(bar)).height).toBeLessThanOrEqual(110)
  expect(row.bottom).toBeLessThanOrEqual(field.y)
  expect(row.right).toBeCloseTo(field.right)
  await expect(another).toHaveText('Find Another')
  const tools = ['Chats', 'Report', 'More', '2 in common', 'Find Another']
  for (const name of tools) {
    const { width, height } = await boxOf(page.getByRole('button', { name, exact: true }))
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }

  // The common ground pushes the log down, until the next message is sent.
  const common = page.getByRole('button', { name: '2 in common' })
  const folded = await boxOf(log)
  await common.press('Enter')
  await expect(common).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('region', { name: 'In common' })).toContainText('Night ferries')
  await expect(page.getByRole('region', { name: 'In common' })).toContainText(
    'What brought you together: you both like Night ferries',
  )
  expect((await boxOf(log)).y).toBeGreaterThan(folded.y)
  await expectAccessible(page, 'a chat on a phone, with the common ground open')
  await say(asha, 'Which line?')
  await expect(common).toHaveAttribute('aria-expanded', 'false')

  // The menu, by keyboard.
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.press('Enter')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Keep in touch' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Block' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Clear' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(another).toBeVisible()
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Block' }).press('Enter')
  await page
    .getByRole('dialog', { name: /^Block/ })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await expect(more).toBeFocused()

  // While the keyboard takes half of the window, the second rows are folded.
  await page.setViewportSize({ ...PHONE, height: 544 })
  await expect(another).toBeHidden()
  await expect(common).toBeHidden()
  await page.setViewportSize(PHONE)
  await expect(another).toBeVisible()

  // A toast of a few words is in the middle.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const toast = await boxOf(page.locator('.toast').filter({ hasText: 'Finding a new match' }))
  expect(toast.x + toast.width / 2).toBeCloseTo(PHONE.width / 2, 0)
})

// covers: beyond-chat-bar
test('a wide chat has its common ground in a bar of 77 px, and the four tools beside it', async ({
  newVisitor,
}) => {
  const wide = { viewport: { width: 1440, height: 900 } }
  const [asha, ben] = [await newVisitor(wide), await newVisitor()]
  await becomeMember(asha, ['Night ferries'])
  await becomeMember(ben, ['Night ferries'])
  await findMatch(ben)
  await findMatch(asha)
  const { page } = asha
  await composer(asha).waitFor()
  expect((await boxOf(page.locator('.chat-head'))).height).toBe(77)
  const shared = page.getByRole('button', { name: 'You both like Night ferries' })
  await shared.press('Enter')
  await expect(page.getByRole('region', { name: 'In common' })).toContainText('Looking for:')
  for (const name of ['Keep in touch', 'Clear', 'Block', 'Report'])
    await expect(page.getByRole('main').getByRole('button', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeHidden()
})
