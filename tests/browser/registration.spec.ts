import { aProfile, expect, fillRegistration, registerByForm, test } from '../kit/browser.ts'

const NOTICE = 'Location Notice'

test.describe('registration', () => {
  test("stores the browser's position and shows it as a city", async ({ newVisitor }) => {
    const { page } = await newVisitor({
      permissions: ['geolocation'],
      geolocation: { latitude: 18.5204, longitude: 73.8567, accuracy: 40 },
    })
    await registerByForm(page, aProfile(['Found in Pune']))
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByRole('dialog')).toContainText('Pune, Maharashtra, India')
  })

  // covers: 8.4-location-never-blocks
  test('continues without a position when it is denied, and says why', async ({ newVisitor }) => {
    const { page } = await newVisitor({ permissions: [] })
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Register' }).click()
    await page.getByLabel('Display Name').fill('Not asked yet')
    await expect(page.getByText(NOTICE)).toHaveCount(0)
    await page.getByRole('switch', { name: /Enable Nearby Users/ }).click()
    await expect(page.getByText(NOTICE).first()).toBeVisible()
    await expect(
      page
        .getByText(
          'Location access denied. Please enable location permissions in your browser settings to use nearby features.',
        )
        .first(),
    ).toBeVisible()
    await registerByForm(page, aProfile(['Nowhere to be found']))
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByRole('dialog')).toContainText('Unknown')
  })

  // covers: 8.4-location-never-blocks
  test('continues in a browser without geolocation', async ({ newVisitor }) => {
    const { page } = await newVisitor()
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'geolocation', { get: () => undefined }),
    )
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Register' }).click()
    await page.getByRole('switch', { name: /Enable Nearby Users/ }).click()
    await expect(
      page
        .getByText(
          'Geolocation is not supported by your browser. You can still register but nearby features will be limited.',
        )
        .first(),
    ).toBeVisible()
    await registerByForm(page, aProfile(['Off the map']))
  })

  // covers: 8.4-location-never-blocks
  test('does not wait for a position that never arrives', async ({ newVisitor }) => {
    const { page } = await newVisitor()
    await page.addInitScript(() => {
      Geolocation.prototype.getCurrentPosition = () => undefined
    })
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Register' }).click()
    await page.getByRole('switch', { name: /Enable Nearby Users/ }).click()
    await registerByForm(page, aProfile(['Left unanswered']))
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByRole('dialog')).toContainText('Unknown')
  })

  // covers: 8.4-location-asked-late
  test('does not ask for the location while nearby is off', async ({ newVisitor }) => {
    const { page } = await newVisitor()
    await page.addInitScript(() => {
      Geolocation.prototype.getCurrentPosition = () => localStorage.setItem('asked', 'for the location')
    })
    await registerByForm(page, aProfile(['Stays private']))
    expect(await page.evaluate(() => localStorage.getItem('asked'))).toBeNull()
    await expect(page.getByText(NOTICE)).toHaveCount(0)
  })

  // covers: 5-interest-pasted
  test('accepts pasted, typed and suggested interests, and keeps the focus when one is removed', async ({
    newVisitor,
  }) => {
    const { page, context } = await newVisitor()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const profile = aProfile([])
    await fillRegistration(page, profile)
    const interests = page.getByRole('combobox', { name: 'Interests' })
    await page.evaluate(() => navigator.clipboard.writeText('chess, night trains'))
    await interests.focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(page.getByText('2 of 10')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove night trains' })).toBeVisible()

    await interests.pressSequentially('jaz')
    await expect(page.getByRole('option', { selected: true })).toHaveText('Jazz')
    await expect(page.getByRole('option').nth(1)).toHaveText('Add “jaz”')
    await interests.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove Jazz' })).toBeVisible()
    await interests.pressSequentially('JAZZ,')
    await expect(page.getByText('3 of 10')).toBeVisible()

    await page.getByRole('button', { name: 'Remove chess' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove night trains' })).toBeFocused()
    await page.getByRole('button', { name: 'Remove Jazz' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove night trains' })).toBeFocused()
    await page.getByRole('button', { name: 'Remove night trains' }).press('Enter')
    await expect(interests).toBeFocused()

    await interests.fill('Only typed')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
    await expect(page.getByText('Only typed')).toBeVisible()
  })

  // covers: 2.3-register-form
  test('can be completed by keyboard', async ({ newVisitor }) => {
    const { page } = await newVisitor()
    const profile = aProfile(['Typed'])
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focused = (name: string | RegExp) => page.locator(':focus').and(page.getByLabel(name))
    await page.goto('/auth')
    await expect(page.getByRole('tab', { name: 'Login' })).toBeEnabled()
    await page.getByRole('tab', { name: 'Login' }).focus()
    await press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Register' })).toBeFocused()
    await page.getByRole('button', { name: 'Register' }).waitFor()
    const steps: [RegExp, () => Promise<void>][] = [
      [
        /^Interests$/,
        async () => {
          await page.keyboard.type('Night trains')
          await press('Enter')
          await page.keyboard.type('wrong')
          await press('Enter', 'Backspace')
        },
      ],
      [/^Display Name$/, () => page.keyboard.type(profile.displayName)],
      [/^Age$/, () => page.keyboard.type('31')],
      [/^Male$/, () => press('ArrowDown')],
      [/^Friendship$/, () => press('Space')],
      [/^Enable Nearby Users/, () => press('Space')],
      [/^Email$/, () => page.keyboard.type(profile.email)],
      [/^Phone$/, () => page.keyboard.type('+919822012345')],
      [/^Password$/, () => page.keyboard.type('Monsoon-2026')],
      [/^I am 18 or older/, () => press('Space')],
    ]
    for (const [label, fill] of steps) {
      // There are buttons between the fields, such as the one that shows the password.
      await expect(async () => {
        if (!(await focused(label).isVisible())) await press('Tab')
        await expect(focused(label)).toBeVisible({ timeout: 100 })
      }).toPass({ intervals: [50] })
      await fill()
    }
    await expect(page.getByRole('radio', { name: 'Female', exact: true })).toBeChecked()
    await page.getByRole('button', { name: 'Register' }).focus()
    await press('Enter')
    await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
    await expect(page.getByText('Night trains')).toBeVisible()
    await expect(page.getByText('wrong')).toHaveCount(0)
  })

  // covers: 5-interest-suggestions
  test('offers twelve popular interests, and eight that match the typed text', async ({ newVisitor }) => {
    const { page } = await newVisitor()
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Register' }).click()
    const interests = page.getByRole('combobox', { name: 'Interests' })
    const offered = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await interests.focus()
    await expect(offered).toHaveCount(12)
    await interests.fill('PHOTO')
    await expect(offered.filter({ hasNotText: /photo/i })).toHaveCount(0)
    await expect(offered.first()).toContainText(/photo/i)
    await interests.fill('a')
    await expect(offered).toHaveCount(8)
    const first = await offered.first().innerText()
    await offered.first().click()
    await interests.fill(first)
    await expect(offered.filter({ hasText: new RegExp(`^${first}$`) })).toHaveCount(0)
    await interests.press('Enter')
    await expect(page.getByText('1 of 10')).toBeVisible()
    await interests.blur()
    await expect(offered).toHaveCount(0)
  })

  // covers: 2.1-documents-beside-login
  test('keeps its values while a policy is open beside it', async ({ newVisitor }) => {
    const { page } = await newVisitor()
    await fillRegistration(page, aProfile(['Reads everything']))
    await page.getByRole('navigation', { name: 'Policies' }).getByRole('link', { name: 'Privacy' }).click()
    await expect(page).toHaveURL(/\/privacy$/)
    await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
    await expect(page.getByText('Last updated March 18, 2025')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Monsoon-2026')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page).toHaveURL(/\/privacy$/)
    await page.getByRole('link', { name: 'Back to home' }).click()
    await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
  })
})
