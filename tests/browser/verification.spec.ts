import { aProfile, expect, mailed, mailsTo, registerByForm, test } from '../kit/browser.ts'

test.describe('verification', () => {
  // covers: 2.5-verification-notice
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

  // covers: 2.1-verification-complete-countdown
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

  // covers: 2.1-verify-failures
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

  // covers: 2.1-verification-failed
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
