import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { becomeMember, expect, findMatch, test } from '../kit/browser.ts'

const aboutJazz = 'Most people who like Jazz find someone within 5 minutes at this hour.'

/** Answers what to expect in place of the server, which knows nothing before 20 members have searched. */
const tellWait = (page: Page, withinMinutes: number) =>
  page.route('**/api/v1/expected-wait', (route) =>
    route.fulfill({ json: { interest: 'Jazz', withinMinutes, betterAt: null } }),
  )

/** Turns on the bell of the first interest by keyboard, and finds it on when they are loaded again. */
async function turnOnBell(page: Page) {
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const row = settings.getByRole('button', { name: 'Interest bells' })
  const bells = page.getByRole('dialog', { name: 'Interest bells' })
  const bell = bells.getByRole('switch').first()
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await row.press('Enter')
  await expect(bell).toBeEnabled()
  await expect(bell).not.toBeChecked()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await bell.press('Space')
  expect((await saved).ok()).toBe(true)
  await expectAccessible(page, 'interest bells')
  await page.keyboard.press('Escape')
  await expect(bells).toHaveCount(0)
  const loaded = page.waitForResponse('**/api/v1/interest-bells')
  await row.press('Enter')
  await loaded
  await expect(bell).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(bells).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
}

// covers: beyond-expected-wait-screen, beyond-interest-bell-screen, design-escape-beside-toast
test('a member reads how long searches take, and changes interests without leaving the search; another one turns on a bell', async ({
  newVisitor,
}) => {
  const common = `Common ${crypto.randomUUID().slice(0, 8)}`
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const { page } = asha
  await tellWait(page, 5)
  const toaster = Promise.withResolvers<void>()
  await page.route('**/toaster-*.js', (route) => toaster.promise.then(() => route.continue()))
  await becomeMember(asha, [`Alone ${crypto.randomUUID().slice(0, 8)}`])
  await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
  await expect(page.getByText(aboutJazz)).toBeVisible()
  await findMatch(asha)
  await expect(page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await expect(page.getByText(aboutJazz)).toBeVisible()
  await page.getByRole('button', { name: 'Update Interests' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(editor).toBeVisible()
  toaster.resolve()
  const toast = page.getByText('Your interests are edited from the profile settings menu.').first()
  await expect(toast).toBeVisible()
  // Escape closes the editor, also when the toast has opened later.
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
  await turnOnBell(ben.page)
  await findMatch(ben)
  await expect(page.getByText('Match Found!').first()).toBeVisible()
})
