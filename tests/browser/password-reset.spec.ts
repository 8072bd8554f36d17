import type { Page } from '@playwright/test'
import { aProfile, expect, logInByForm, mailed, PASSWORD, registerDirectly, test } from '../kit/browser.ts'

const NEW_PASSWORD = 'Brand-new-1'

async function askForReset(page: Page, email: string) {
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

async function choosePassword(page: Page) {
  await page.getByLabel('New Password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Reset password' }).click()
}

// covers: 2.11-new-password-form
test("only the new password works after a reset by the mail's link", async ({ newVisitor }) => {
  const [asha, elsewhere] = [await newVisitor(), await newVisitor()]
  const profile = aProfile(['Forgets'])
  await registerDirectly(elsewhere.page, profile)
  const { page } = asha
  await askForReset(page, profile.email)
  const { path } = await mailed(page, profile.email, /Reset/)
  expect(path).toMatch(/^\/reset-password\?/)
  await page.goto(path)
  await expect(page).toHaveURL(/\/password-reset-confirm\?/)
  await page.getByLabel('New Password').fill('short')
  await page.getByLabel('Confirm Password').fill('other')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await choosePassword(page)
  await expect(page.getByRole('heading', { name: 'Password reset complete' })).toBeVisible()
  await expect(page.getByText('Password reset successful').first()).toBeVisible()
  // Other sessions are logged out with a reason.
  await expect(elsewhere.page.getByText('Session Expired').first()).toBeVisible()
  await page.getByRole('link', { name: 'Go to login' }).click()
  await logInByForm(page, profile.email, PASSWORD)
  await expect(page.getByText('The email or password is not right. Please try again.').first()).toBeVisible()
  await logInByForm(page, profile.email, NEW_PASSWORD)
  await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This link is invalid or has expired' })).toBeVisible()
})

// covers: 2.11-code-form, 4.10-reset-code, design-reload-after-reset-code
test("the mail's code is accepted with any spacing and case", async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const profile = aProfile(['Types it'])
  await registerDirectly(page, profile)
  const visitor = (await newVisitor()).page
  await askForReset(visitor, profile.email)
  const { code } = await mailed(visitor, profile.email, /Reset/)
  await visitor.getByRole('link', { name: 'Enter the code' }).click()
  await expect(visitor.getByLabel('Email')).toHaveValue(profile.email)
  await visitor.getByLabel('Reset Code').fill('WRONG-WRONG')
  await visitor.getByRole('button', { name: 'Verify and continue' }).click()
  await expect(visitor.getByText('Invalid reset code or username').first()).toBeVisible()
  await visitor.getByLabel('Reset Code').fill(code.toLowerCase().replace('-', ' '))
  await visitor.getByRole('button', { name: 'Verify and continue' }).click()
  await expect(visitor.getByText('Verification successful').first()).toBeVisible()
  // The code works once, so a reload keeps what it has opened.
  await visitor.reload()
  await choosePassword(visitor)
  await expect(visitor.getByRole('heading', { name: 'Password reset complete' })).toBeVisible()
  await logInByForm(visitor, profile.email, NEW_PASSWORD)
  await expect(visitor.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
})

// covers: 2.2-reset-success-dialog
test('a reset dialog opens on any page when the link names the account', async ({ newVisitor }) => {
  const profile = aProfile(['Anywhere'])
  await registerDirectly((await newVisitor()).page, profile)
  const { page } = await newVisitor()
  await askForReset(page, profile.email)
  const { path } = await mailed(page, profile.email, /Reset/)
  const token = new URLSearchParams(path.split('?')[1]).get('token') ?? ''
  await page.goto(
    `/terms?${new URLSearchParams({ passwordReset: 'success', userName: profile.email, token })}`,
  )
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/\/terms$/)
  await choosePassword(page)
  await page.getByRole('button', { name: 'Go to login' }).click()
  await logInByForm(page, profile.email, NEW_PASSWORD)
  await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
})

// covers: 2.1-password-reset, 4.10-reset-request
test('the answer is the same for an address without an account', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await askForReset(page, 'nobody@example.com')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  // A failure shows no more than a success.
  await page.route('**/password/reset', (route) => route.abort())
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to home' })).toBeVisible()
})

// covers: 2.11-invalid-link, 4.10-reset-link
test('an expired link shows an error and leads to a new link', async ({ newVisitor, server }) => {
  const profile = aProfile(['Too late'])
  await registerDirectly((await newVisitor()).page, profile)
  const { page } = await newVisitor()
  await askForReset(page, profile.email)
  const { path } = await mailed(page, profile.email, /Reset/)
  await server.sql(`UPDATE password_reset SET expires = now() - interval '1 minute'`)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This link is invalid or has expired' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to home' })).toBeVisible()
  await page.getByRole('link', { name: 'Request new reset link' }).click()
  await expect(page).toHaveURL(/\/password-reset$/)
})

// covers: 2.2-reset-failed-toast
test('incomplete links and the outcome pages show their texts', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  for (const path of ['/password/reset?token=x', '/reset-password?email=a@b.example']) {
    await page.goto(path)
    await expect(page.getByText('Invalid password reset link. Missing required parameters.')).toBeVisible()
  }
  await page.goto('/?passwordReset=failed')
  await expect(page.getByText('Password Reset Failed').first()).toBeVisible()
  await expect(page.getByText(/We couldn't reset your password/).first()).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/password/reset-success')
  await expect(page.getByRole('heading', { name: 'Password Reset Successful' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/auth')
  await page.goto('/password/reset-failed')
  await expect(page.getByRole('heading', { name: 'Password Reset Failed' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Login' })).toHaveAttribute('href', '/auth')
  await page.getByRole('link', { name: 'Request New Reset Link' }).click()
  await expect(page).toHaveURL(/\/password-reset$/)
  await page.goto('/password/change-after-reset?token=never-given-out&username=somebody@example.com')
  await choosePassword(page)
  await expect(page.getByText('Password reset failed').first()).toBeVisible()
})
