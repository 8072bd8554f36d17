import type { Page } from '@playwright/test'
import { becomeMember, expect, findMatch, test } from '../kit/browser.ts'

const aboutJazz = 'Most people who like Jazz find someone within 5 minutes at this hour.'

/** Answers what to expect in place of the server, which knows nothing before 20 members have searched. */
const tellWait = (page: Page, withinMinutes: number) =>
  page.route('**/api/v1/expected-wait', (route) =>
    route.fulfill({ json: { interest: 'Jazz', withinMinutes, betterAt: null } }),
  )

// covers: beyond-expected-wait-screen
test('a member reads how long searches take, before and during a search, and changes interests without leaving the search', async ({
  newVisitor,
}) => {
  const common = `Common ${crypto.randomUUID().slice(0, 8)}`
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const { page } = asha
  await tellWait(page, 5)
  await becomeMember(asha, [`Alone ${crypto.randomUUID().slice(0, 8)}`])
  await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
  await expect(page.getByText(aboutJazz)).toBeVisible()
  await findMatch(asha)
  await expect(page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await expect(page.getByText(aboutJazz)).toBeVisible()
  await page.getByRole('button', { name: 'Update Interests' }).click()
  await expect(
    page.getByText('Your interests are edited from the profile settings menu.').first(),
  ).toBeVisible()
  const editor = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(editor).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await page.getByRole('button', { name: 'Update Interests' }).click()
  const field = editor.getByRole('combobox', { name: 'Interests' })
  await field.fill(common)
  await field.press('Enter')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(editor).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await becomeMember(ben, [common])
  await findMatch(ben)
  await expect(page.getByText('Match Found!').first()).toBeVisible()
})
