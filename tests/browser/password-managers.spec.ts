import type { Page } from '@playwright/test'
import { becomeMember, expect, PASSWORD, test } from '../kit/browser.ts'
import { CHROMIUM_ARGUMENTS, findWholeChromium } from '../kit/chromium.ts'
import { settledHistory } from '../kit/go-back.ts'
import { codeAt } from '../kit/second-factor-codes.ts'

const executablePath = findWholeChromium()
if (executablePath) test.use({ launchOptions: { executablePath, args: CHROMIUM_ARGUMENTS } })

/** Returns what Chromium itself finds wrong with the forms of a page, from now on. */
function recordAdvice(page: Page) {
  const advice: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('[DOM]')) advice.push(`${page.url()}: ${message.text()}`)
  })
  return advice
}

/** Describes each password field on the page: its token, and the token and value of the text field before it. */
const passwordFields = (page: Page) =>
  page.locator('form input[type="password"]').evaluateAll((fields) =>
    fields.flatMap((field) => {
      if (!(field instanceof HTMLInputElement) || field.disabled) return []
      const all = [...(field.form?.querySelectorAll('input') ?? [])]
      const name = all
        .slice(0, all.indexOf(field))
        .findLast((one) => one.type === 'text' || one.type === 'email')
      return `${name?.autocomplete}=${name?.value} ${field.autocomplete}`
    }),
  )

const password = (page: Page) => page.getByLabel('Password', { exact: true })

/** A form that Chromium complains about, if it is one with its password manager. */
async function expectAdvice(page: Page, advice: string[]) {
  await page.goto('/about')
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.innerHTML = '<input type="password" autocomplete="current-password"><input type="password">'
    document.body.append(form)
  })
  await expect.poll(() => advice.join('\n')).toContain('should have (optionally hidden) username fields')
  await expect.poll(() => advice.join('\n')).toContain('should have autocomplete attributes')
  advice.length = 0
}

// covers: design-password-managers
test('password managers find the name of the account beside each password', async ({ newVisitor }) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const advice = recordAdvice(page)
  if (executablePath) await expectAdvice(page, advice)
  const fieldsOf = (screen: string) => expect.poll(() => passwordFields(page), screen)

  await page.goto('/auth')
  await fieldsOf('login').toEqual(['username webauthn= current-password'])
  await page.getByRole('tab', { name: 'Register' }).click()
  await fieldsOf('registration').toEqual(['username= new-password'])
  await page.goto('/password-reset')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await page.goto('/password-reset-confirm')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await expect(page.getByLabel('Reset Code')).toHaveAttribute('autocomplete', 'one-time-code')
  const renewed = ['username=a@b.example new-password', 'username=a@b.example new-password']
  await page.goto('/password/change-after-reset?token=unknown&username=a@b.example')
  await fieldsOf('new password').toEqual(renewed)
  await page.goto('/terms?passwordReset=success&token=unknown&userName=a@b.example')
  // The login of visitors is beside a legal document.
  await fieldsOf('dialog for a new password').toEqual(['username webauthn= current-password', ...renewed])

  const { email } = await becomeMember(visitor, ['Keys'])
  const own = [`username=${email} current-password`]
  await page.goto('/privacy-centre')
  const dialog = page.getByRole('dialog')
  for (const action of ['Gather my data', 'Close account', 'Delete account']) {
    await page.getByRole('button', { name: action }).click()
    await fieldsOf(action).toEqual(own)
    await expect(password(page), action).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert'), action).toContainText('Password is required')
    await expect(password(page), action).toBeFocused()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Switch on two-step login' }).click()
  await fieldsOf('enrolment').toEqual(own)
  await expect(password(page)).toBeFocused()
  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const secret = (await page.locator('.factor-key').innerText()).replaceAll(' ', '')
  const code = page.getByLabel('Code from your app')
  await code.fill(codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  for (const action of ['Make new recovery codes', 'Switch off']) {
    await page.getByRole('button', { name: action, exact: true }).click()
    await dialog.getByRole('button', { name: 'Use your password instead' }).click()
    await fieldsOf(action).toEqual(own)
    await expect(password(page), action).toBeFocused()
    await page.keyboard.press('Escape')
    await settledHistory(page, 0)
  }

  // A page of the app would notice the end of its session, and leave by itself.
  await page.goto('/logo.svg')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(code).toBeFocused()
  await fieldsOf('second step').toEqual([`username webauthn=${email} current-password`])
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(advice).toEqual([])
})
