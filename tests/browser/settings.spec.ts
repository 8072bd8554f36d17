import type { Locator, Page } from '@playwright/test'
import { aProfile, becomeMember, expect, registerDirectly, test } from '../kit/browser.ts'
import { settledHistory } from '../kit/go-back.ts'

/** Closes the suggestions with Escape, then tries each way to close the editor: it asks before it discards changes. */
async function keepsItsChanges(page: Page, editor: Locator, interests: Locator) {
  await interests.fill('c')
  await expect(interests).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(interests).toHaveAttribute('aria-expanded', 'false')
  await interests.fill('')
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  const ways = [
    () =>
      page
        .locator('.scrim')
        .first()
        .click({ position: { x: 5, y: 5 } }),
    () => editor.getByRole('button', { name: 'Close', exact: true }).click(),
    () => page.evaluate(() => history.back()),
    async () => {
      await editor.getByLabel('Display Name').focus()
      await page.keyboard.press('Escape')
    },
  ]
  for (const close of ways) {
    await close()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(editor.getByLabel('Display Name')).toHaveValue('Renamed here')
  }
}

// covers: 2.5-edit-opens-profile, 2.8-profile-editable-fields, 8.4-profile-updated, design-input-methods
// covers: design-dialog-asks-before-discarding
test('a free member edits the profile, and sees why the premium fields are disabled', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  await registerDirectly(page, aProfile(['Before']))
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(editor.getByRole('switch', { name: /Enable Nearby Users/ })).toBeDisabled()
  await expect(editor.getByRole('combobox', { name: /Gender Filter/ })).toBeDisabled()
  await expect(editor.getByText('You need Premium for this.')).toHaveCount(2)

  await editor.getByLabel('Display Name').fill(' ')
  await editor.getByLabel('Age', { exact: true }).fill('17')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(editor.getByText('Display name is required')).toBeVisible()
  await expect(editor.getByText('Must be at least 18 years old')).toBeVisible()

  await editor.getByLabel('Display Name').fill('Renamed here')
  await editor.getByLabel('Age', { exact: true }).fill('44')
  const interests = editor.getByRole('combobox', { name: 'Interests' })
  await interests.fill('After')
  // Safari marks the Enter that confirms a composition with its key code alone.
  await interests.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })
  await expect(interests).toHaveValue('After')
  await interests.press('Enter')
  await expect(interests).toHaveValue('')
  await editor.getByRole('checkbox', { name: 'Networking' }).click()
  await keepsItsChanges(page, editor, interests)
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated').first()).toBeVisible()
  await expect(editor).toHaveCount(0)
  await expect(page.getByText('Welcome, Renamed here')).toBeVisible()
  await expect(page.getByRole('main').getByText('After')).toBeVisible()
  await settledHistory(page, 0)
  await page.reload()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(editor.getByLabel('Age', { exact: true })).toHaveValue('44')
  await expect(editor.getByRole('checkbox', { name: 'Networking' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(editor).toBeVisible()
})

// covers: 5-nearby-needs-premium
test('a free member who can be found nearby reads that saving ends it, and keeps it with another language', async ({
  newVisitor,
  server,
}) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const { email } = await becomeMember(visitor, ['Near here'])
  const isFound = async () => {
    const found = await server.sql('SELECT 1 FROM "user" WHERE user_name = $1 AND near_by', [email])
    return found.length === 1
  }
  await server.sql('UPDATE "user" SET near_by = true WHERE user_name = $1', [email])
  await page.reload()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  const settings = page.getByRole('dialog', { name: 'Einstellungen' })
  await settings.waitFor()
  expect(await isFound()).toBe(true)
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await page.getByRole('button', { name: 'Profil bearbeiten' }).click()
  const editor = page.getByRole('dialog', { name: 'Profil bearbeiten' })
  const nearby = editor.getByRole('switch', { name: /Leute in der Nähe/ })
  await expect(nearby).toBeChecked()
  await expect(nearby).toBeDisabled()
  await expect(nearby).toHaveAccessibleName(/Beim Speichern wird das ausgeschaltet/)
  await editor.getByRole('button', { name: 'Speichern' }).click()
  await expect(editor).toHaveCount(0)
  expect(await isFound()).toBe(false)
  await page.getByRole('button', { name: 'Profil bearbeiten' }).click()
  await expect(nearby).not.toBeChecked()
  await expect(nearby).toHaveAccessibleName(/Dafür brauchst du Premium/)
})

// covers: 2.8-fields-that-need-premium, 8.4-location-asked-late
test('a premium member sets the gender filter and nearby discovery', async ({ newVisitor, server }) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const { email } = await becomeMember(visitor, ['Chooses'])
  await server.sql(`UPDATE "user" SET premium_until = now() + interval '1 day' WHERE user_name = $1`, [email])
  await page.reload()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(editor).toContainText('Unknown')
  // Switching nearby on asks for the location, which is stored with the profile.
  await visitor.context.setGeolocation({ latitude: 18.5204, longitude: 73.8567, accuracy: 40 })
  await visitor.context.grantPermissions(['geolocation'])
  await editor.getByRole('switch', { name: /Enable Nearby Users/ }).click()
  await editor.getByRole('combobox', { name: /Gender Filter/ }).click()
  await page.getByRole('option', { name: 'Female', exact: true }).click()
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated').first()).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(editor).toContainText('Pune, Maharashtra, India')
  // A reload reopens the dialog.
  await page.reload()
  await expect(editor.getByRole('switch', { name: /Enable Nearby Users/ })).toBeChecked()
  await expect(editor.getByRole('combobox', { name: /Gender Filter/ })).toContainText('Female')
})

// covers: 8.2-update-failed
test('a failed save shows the reason and keeps the values', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await registerDirectly(page, aProfile(['Unsaved']))
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Profile' })
  await editor.getByLabel('Display Name').fill('Not yet saved')
  await page.route('**/api/v1/user', (route) => route.abort())
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Update failed').first()).toBeVisible()
  await expect(editor.getByLabel('Display Name')).toHaveValue('Not yet saved')
  await page.unroute('**/api/v1/user')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Welcome, Not yet saved')).toBeVisible()
})

// covers: 2.1-documents-in-home, 2.8-settings-sections
test('the links in the settings open their pages', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await registerDirectly(page, aProfile(['Settled']))
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const open = () => page.getByRole('button', { name: 'Settings' }).click()

  for (const [link, heading] of [
    ['Terms & Conditions', 'Terms & Conditions'],
    ['Privacy Policy', 'Privacy Policy'],
    ['Refund Policy', 'Refund Policy'],
    ['Cancellation Policy', 'Cancellation Policy'],
    ['Send feedback', 'Contact'],
  ] as const) {
    await open()
    await settings.getByRole('link', { name: link }).click()
    await expect(settings).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Rapport, home' }).click()
  await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()

  await open()
  await settings.getByRole('button', { name: 'Email support' }).click()
  const support = page.getByRole('dialog', { name: 'Email support' })
  await support.getByLabel('Subject').fill('A question & more')
  await expect(support.getByRole('link', { name: 'Open in mail app' })).toHaveAttribute(
    'href',
    /^mailto:[^?]+\?subject=A%20question%20%26%20more&body=/,
  )
  await support.getByRole('button', { name: 'Cancel' }).click()

  await open()
  await settings.getByRole('button', { name: /Verified|Unverified/ }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible()
  await page.keyboard.press('Escape')

  page.once('dialog', (dialog) => void dialog.dismiss())
  await open()
  await settings.getByRole('button', { name: 'Log out' }).click()
  await expect(settings).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await settings.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

// covers: 2.8-floating-buttons, design-dock-and-close-buttons
test('the dock stays when the sidebar closes, and every dialog has a close button', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  await registerDirectly(page, aProfile(['Docked']))
  await page.getByRole('button', { name: 'Conversations' }).click()
  await expect(page.getByRole('complementary', { name: 'Conversations' })).toBeHidden()
  for (const name of ['Settings', 'Log out']) await expect(page.getByRole('button', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog')
  // The first field has the focus, not the close button.
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).not.toBeFocused()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await page.getByRole('button', { name: 'Conversations' }).click()
  await expect(page.getByRole('button', { name: 'Settings' })).toHaveCount(1)
})

// covers: 2.1-location-debug, 4.10-location-test, 8.4-debug-tool-errors
test("the location test shows the browser's results", async ({ newVisitor }) => {
  const allowed = await newVisitor({
    permissions: ['geolocation'],
    geolocation: { latitude: 52.52, longitude: 13.405, accuracy: 25 },
  })
  await allowed.page.goto('/location-debug')
  for (const mode of ['High accuracy', 'Low accuracy', 'Cached position']) {
    await allowed.page.getByRole('button', { name: `Test ${mode}` }).click()
    const row = allowed.page.getByRole('listitem').filter({ hasText: mode })
    await expect(row).toContainText('52.52000, 13.40500, accurate to 25 m')
  }
  const denied = await newVisitor({ permissions: [] })
  await denied.page.goto('/location-debug')
  await denied.page.getByRole('button', { name: 'Test until one succeeds' }).click()
  await expect(denied.page.getByText('permission', { exact: true })).toHaveCount(3)
  const without = await newVisitor()
  await without.page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => undefined }),
  )
  await without.page.goto('/location-debug')
  await expect(without.page.getByText('Geolocation is not supported by this browser')).toBeVisible()
})
