import { aProfile, expect, fillRegistration, mailed, mailsTo, registerByForm, test } from '../kit/browser.ts'

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

  test('does not ask for the location while nearby is off', async ({ newVisitor }) => {
    const { page } = await newVisitor()
    await page.addInitScript(() => {
      Geolocation.prototype.getCurrentPosition = () => localStorage.setItem('asked', 'for the location')
    })
    await registerByForm(page, aProfile(['Stays private']))
    expect(await page.evaluate(() => localStorage.getItem('asked'))).toBeNull()
    await expect(page.getByText(NOTICE)).toHaveCount(0)
  })

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

test.describe('verification', () => {
  test('resends the mail from the home screen and from the profile', async ({ newVisitor }) => {
    const { page } = await newVisitor()
    const profile = aProfile(['Lost in the post'])
    await registerByForm(page, profile)
    await expect(page.getByText('Email verification required')).toBeVisible()
    await page.getByRole('button', { name: 'Resend Verification Email' }).click()
    await expect(page.getByText('Verification email sent').first()).toBeVisible()
    await expect.poll(async () => (await mailsTo(page, profile.email)).length).toBe(2)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const editor = page.getByRole('dialog')
    await expect(editor).toContainText(
      'Please verify your email to access all features. Check your inbox for the verification link.',
    )
    await editor.getByRole('button', { name: 'Resend Verification Email' }).click()
    await expect.poll(async () => (await mailsTo(page, profile.email)).length).toBe(3)
  })

  test('works once for each sent link, then counts down to the home screen', async ({ newVisitor }) => {
    const { page } = await newVisitor()
    const profile = aProfile(['Verified by mail'])
    await registerByForm(page, profile)
    const first = await mailed(page, profile.email, /Verify/)
    await page.getByRole('button', { name: 'Resend Verification Email' }).click()
    await expect.poll(async () => (await mailsTo(page, profile.email)).length).toBe(2)
    const second = await mailed(page, profile.email, /Verify/)
    expect(second.path).not.toBe(first.path)
    for (const { path } of [first, second]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeVisible()
      await expect(page.getByText('Email verification successful!')).toBeVisible()
    }
    await page.goto(first.path)
    await expect(page.getByText('Your email is already verified.')).toBeVisible()
    await expect(page.getByText(/^Taking you to the home page in \d s\.$/)).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByRole('dialog').getByText('Verified', { exact: true })).toBeVisible()
  })

  test('shows what is wrong with a link', async ({ newVisitor, server }) => {
    const { page } = await newVisitor()
    await page.goto('/verify?code=abc')
    await expect(page.getByRole('alert')).toHaveText(
      'Invalid verification link. Missing required parameters.',
    )
    await expect(page.getByRole('link', { name: 'Go to Home Page' })).toBeVisible()

    await page.goto('/verify/elsewhere')
    await expect(page.getByRole('alert')).toHaveText('Unknown redirect request.')
    await expect(page.getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/')

    await page.goto('/verify?code=never-sent&email=nobody@example.com')
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible()

    await page.goto('/verification-complete')
    await expect(page.getByText('Invalid verification link. Missing required parameters.')).toBeVisible()
    await page.goto('/verification-complete?json={broken')
    await expect(page.getByText('An error occurred while processing your verification.')).toBeVisible()

    const told = (outcome: object) =>
      page.goto(`/verification-complete?${new URLSearchParams({ json: JSON.stringify(outcome) })}`)
    await told({ success: false, message: 'Call 555 0100 to unlock your account' })
    await expect(page.getByText("We couldn't verify your email. Please request a new link.")).toBeVisible()
    await expect(page.getByText('555')).toHaveCount(0)
    await told({ success: true, message: 'You won. Go to evil.example' })
    await expect(page.getByText('Email verification successful!')).toBeVisible()
    await expect(page.getByText('evil.example')).toHaveCount(0)

    await page.route('**/api/verify*', (route) => route.abort())
    await page.goto('/verify?code=abc&email=somebody@example.com')
    await expect(page.getByRole('alert')).toHaveText('Failed to verify your email. Please try again later.')
    await page.unroute('**/api/verify*')

    const profile = aProfile(['Too late'])
    await registerByForm(page, profile)
    const { path } = await mailed(page, profile.email, /Verify/)
    await server.sql(`UPDATE email_verification SET expires = now() - interval '1 minute'`)
    await page.goto(path)
    await expect(page.getByText(/This verification link is invalid or has expired/)).toBeVisible()
  })

  test('shows a page for each outcome', async ({ newVisitor }) => {
    const { page } = await newVisitor()
    await page.goto('/verification-failed')
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact')
    await page.getByRole('link', { name: 'Go to Login' }).click()
    await expect(page).toHaveURL(/\/auth$/)
    await page.goto('/email-verified')
    await expect(page.getByRole('link', { name: 'Go to Homepage Now' })).toBeVisible()
    await expect(page).toHaveURL(/\/$/, { timeout: 10_000 })
  })
})
