import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import {
  becomeMember,
  becomeStaff,
  expect,
  logInByForm,
  mailed,
  PASSWORD,
  type Server,
  saveDownload,
  test,
  type Visitor,
} from '../kit/browser.ts'
import { codeAt } from '../kit/second-factor-codes.ts'

test.use({ settings: { STAFF_TWO_FACTOR: 'on' }, apart: 'two-step-login' })

/** The code of the current time step. The server accepts it for at least 30 more seconds, so a slow machine is no problem. */
const currentCode = (secret: string) => codeAt(secret, Date.now())

/** Returns a code as if some time had passed since the last one, because each code is accepted once. */
async function laterCode({ sql }: Server, secret: string) {
  await sql('UPDATE second_factor SET last_used_step = last_used_step - 10')
  return currentCode(secret)
}

const keyOn = async (page: Page) => (await page.locator('.factor-key').innerText()).replaceAll(' ', '')
const codeField = (page: Page) => page.getByLabel('Code from your app')

/** Goes by keyboard from the password to the saved recovery codes. */
async function enrolByKeyboard(page: Page) {
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  const secret = await keyOn(page)
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This code is not right')
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(currentCode(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  const recoveryCodes = await page.getByRole('list', { name: 'Recovery codes' }).locator('li').allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  return { secret, recoveryCodes }
}

async function logOut({ page }: Visitor) {
  await page.goto('/')
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Login' }).waitFor()
}

/** Makes the session's proof older than a ban accepts. */
const proofGetsOld = ({ sql }: Server) =>
  sql(`WITH earlier AS (UPDATE second_factor SET confirmed_at = confirmed_at - interval '11 minutes')
    UPDATE session SET factor_at = factor_at - interval '11 minutes' WHERE factor_at IS NOT NULL`)

// covers: beyond-two-step-for-staff
test('an administrator sets up two-step login, then logs in with a code and with a recovery code', async ({
  newVisitor,
  server,
}) => {
  const admin = await newVisitor()
  const { page } = admin
  const { email } = await becomeStaff(admin, 'ADMIN', server)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Set up two-step login' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Users' })).toHaveCount(0)
  await expectAccessible(page, 'the first step of enrolment')
  const { secret, recoveryCodes } = await enrolByKeyboard(page)
  await expectAccessible(page, 'the recovery codes')
  const { bytes } = await saveDownload(page, () => page.getByRole('button', { name: 'Download' }).click())
  expect(new TextDecoder().decode(bytes)).toBe(`${recoveryCodes.join('\n')}\n`)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Real Data')).toBeVisible()
  await mailed(page, email, /Two-step login is on/)

  await logOut(admin)
  await logInByForm(page, email, PASSWORD)
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
  await expectAccessible(page, 'the code at login')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Enter the code')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This code is not right')
  await codeField(page).fill(await laterCode(server, secret))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
  await page.goto('/admin')
  await expect(page.getByText('Real Data')).toBeVisible()

  await logOut(admin)
  await logInByForm(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.keyboard.type((recoveryCodes[0] ?? '').toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
  await mailed(page, email, /A recovery code was used/)
})

test('the console asks for a code before a ban, and in a session without a proven factor', async ({
  newVisitor,
  server,
}) => {
  const ben = await newVisitor()
  const { displayName, email } = await becomeMember(ben, ['Order'])
  const admin = await newVisitor()
  const { page } = admin
  await becomeStaff(admin, 'ADMIN', server)
  await page.goto('/admin')
  const { secret } = await enrolByKeyboard(page)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByLabel('Find by name or email').fill(email)
  await expect(page.getByText('1 found', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: displayName }).click()
  const sheet = page.getByRole('dialog', { name: displayName })
  await proofGetsOld(server)
  const ban = async () => {
    await sheet.getByRole('button', { name: 'Ban', exact: true }).click()
    await sheet.getByRole('button', { name: 'Ban permanently?' }).click()
  }
  await sheet.getByLabel('Reason (the person will read this)').fill('Threats')
  await ban()
  const prompt = page.getByRole('dialog', { name: "Confirm that it's you" })
  await expect(codeField(page)).toBeFocused()
  await expectAccessible(page, 'the prompt before a ban')
  await prompt.getByRole('button', { name: 'Cancel' }).click()
  await expect(sheet.getByRole('alert')).toContainText('enter a code from your authenticator app')
  await ban()
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.type(await laterCode(server, secret))
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('Banned').first()).toBeVisible()

  await server.sql('UPDATE session SET factor_at = NULL')
  // The server caches a session for a second.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expectAccessible(page, 'the code before the console')
  await codeField(page).fill(await laterCode(server, secret))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Real Data')).toBeVisible()
})

// covers: beyond-closing-needs-password, beyond-two-step-switch
test('a member turns two-step login on, makes new recovery codes and turns it off', async ({
  newVisitor,
  server,
}) => {
  const asha = await newVisitor()
  const { page } = asha
  const { email } = await becomeMember(asha, ['Locks'])
  await page.goto('/privacy-centre#two-step')
  const section = page.getByRole('region', { name: 'Two-step login' })
  await expect(section).toContainText('Two-step login is off')
  await section.getByRole('button', { name: 'Switch on two-step login' }).click()
  await section.getByRole('button', { name: 'Cancel' }).click()
  await section.getByRole('button', { name: 'Switch on two-step login' }).click()
  const { secret, recoveryCodes } = await enrolByKeyboard(page)
  await section.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section).toContainText(/Two-step login is on since .* You have 10 recovery codes left\./)
  await expect(page.getByRole('heading', { name: 'Two-step login' })).toBeFocused()
  await expectAccessible(page, 'two-step login in the privacy centre')

  await proofGetsOld(server)
  const data = page.getByRole('region', { name: 'Download my data' })
  await data.getByRole('button', { name: 'Gather my data' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(codeField(page)).toBeFocused()
  await expectAccessible(page, 'the code for an export')
  await page.keyboard.type(await laterCode(server, secret))
  await page.keyboard.press('Enter')
  await expect(data.getByRole('button', { name: /^Download/ })).toBeVisible()

  await section.getByRole('button', { name: 'Make new recovery codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use your password instead' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill('Not-this-1')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('This password is not right. Please try again.')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const listed = section.getByRole('list', { name: 'Recovery codes' }).locator('li')
  await expect(listed).toHaveCount(10)
  const fresh = await listed.allInnerTexts()
  expect(fresh).not.toEqual(recoveryCodes)

  // The section refetches while the dialog is open, which keeps the focus.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    await released
    await route.continue()
  })
  const answered = page.waitForResponse('**/graphql')
  await section.getByRole('button', { name: 'I have saved them' }).click()
  await section.getByRole('button', { name: 'Switch off' }).click()
  await expect(codeField(page)).toBeFocused()
  release()
  await (await answered).finished()
  await page.unroute('**/graphql')
  // Two frames later, the page has handled the response.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(codeField(page)).toBeFocused()
  await expectAccessible(page, 'switching two-step login off')
  await page.keyboard.type(await laterCode(server, secret))
  await page.keyboard.press('Enter')
  await expect(section).toContainText('Two-step login is off')
  await mailed(page, email, /Two-step login is off/)
})
