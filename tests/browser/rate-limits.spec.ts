import type { Page } from '@playwright/test'
import { aProfile, expect, fillRegistration, logInByForm, mailed, register, test } from '../kit/browser.ts'

// One or two of each action are allowed; the next is answered with 429.
test.use({ apart: 'rate-limits', settings: { RATE_LIMIT_FACTOR: '0.05' } })

const SLOW_DOWN = "Please slow down your requests. You'll be logged out automatically if this continues."

/** Expects the toast that asks to slow down, and no other in its place. */
async function expectSlowDown(page: Page) {
  const toast = page.locator('.toast')
  await expect(toast).toContainText('Slow down a bit')
  await expect(toast).toContainText(SLOW_DOWN)
  // The form's response has arrived: nothing else can replace the toast.
  await expect(page.locator('button[type=submit]')).not.toHaveAttribute('aria-busy', 'true')
  await expect(toast).toContainText('Slow down a bit')
}
const send = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

// covers: 8.1-slow-down-in-forms
test('the login, register, reset and verify forms keep the toast that asks to slow down', async ({
  newVisitor,
}) => {
  const { page } = await newVisitor()
  const profile = aProfile(['Too fast'])
  await register(page, profile)

  await fillRegistration(page, aProfile(['Refused']))
  await send(page, 'Register')
  await expectSlowDown(page)

  await logInByForm(page, profile.email, 'Wrong-Monsoon-1')
  await expect(page.getByText('Login failed').first()).toBeVisible()
  // Known browsers, and those with a proof of work, have their own limits.
  for (let status = 0; status !== 429; ) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/auth'))
    await send(page, 'Login')
    status = (await answered).status()
  }
  await expectSlowDown(page)

  await page.goto('/password-reset')
  await page.getByLabel('Email').fill(profile.email)
  await send(page, 'Send reset link')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  const { path } = await mailed(page, profile.email, /Reset/)
  await send(page, 'Try again')
  await send(page, 'Send reset link')
  await expect(page.locator('.toast')).toContainText('Slow down a bit')

  await page.goto(`/password-reset-confirm?email=${profile.email}`)
  await page.getByLabel('Reset Code').fill('WRONG-WRONG')
  await send(page, 'Verify and continue')
  await expect(page.locator('.toast')).toContainText('Invalid reset code or username')
  await send(page, 'Verify and continue')
  await expect(page.locator('.toast')).toContainText(
    'This code was tried too often. Please request a new one.',
  )
  await send(page, 'Verify and continue')
  await expectSlowDown(page)
  await page.getByRole('link', { name: 'Request new reset code' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(profile.email)

  // Opening the link counts too.
  await page.goto(path)
  await page.getByLabel('New Password').waitFor()
  await page.reload()
  await page.getByLabel('New Password').fill('Brand-new-1')
  await page.getByLabel('Confirm Password').fill('Brand-new-1')
  await send(page, 'Reset password')
  await expectSlowDown(page)
})
