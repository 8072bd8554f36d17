import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { addAuthenticator } from '../kit/add-authenticator.ts'
import {
  becomeMember,
  becomeStaff,
  expect,
  logInByForm,
  mailed,
  PASSWORD,
  test,
  type Visitor,
} from '../kit/browser.ts'
import { expectRoomOnPhone } from '../kit/expect-room-on-phone.ts'
import { goOffline } from '../kit/go-offline.ts'
import { codeAt } from '../kit/second-factor-codes.ts'

test.use({ apart: 'passkeys', settings: { STAFF_TWO_FACTOR: 'on' } })

/** Presses "Log out" and accepts the question. */
async function pressLogOut({ page }: Visitor) {
  await page.goto('/')
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Log out' }).click()
}

async function logOut(visitor: Visitor) {
  await pressLogOut(visitor)
  await visitor.page.getByRole('button', { name: 'Login', exact: true }).waitFor()
}

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

/** Fills in the dialog that adds a passkey, and leaves its last press to the caller. */
async function fillNewPasskey(page: Page, name: string) {
  await sectionOf(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name of the passkey').fill(name)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  return dialog
}

async function addPasskey(page: Page, name: string) {
  await page.goto('/privacy-centre#passkeys')
  await fillNewPasskey(page, name)
  await expectAccessible(page, 'the dialog that adds a passkey')
  await page.keyboard.press('Enter')
  await expect(sectionOf(page).getByRole('listitem')).toContainText(name)
}

// covers: beyond-passkeys-screens, beyond-passkeys-failures, beyond-passkeys-names
test('a member adds a passkey, renames it, logs in with it, and removes it', async ({ newVisitor }) => {
  const asha = await newVisitor()
  const { page, context } = asha
  const { email } = await becomeMember(asha, ['Keys'])
  const authenticator = await addAuthenticator(page)
  const section = sectionOf(page)

  await test.step('sees why no passkey was saved', async () => {
    await page.goto('/privacy-centre#passkeys')
    const dialog = await fillNewPasskey(page, 'My laptop')
    await goOffline(asha)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Check your connection')
    await context.setOffline(false)
    await authenticator.verifies(false)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('No passkey was saved. You can try again.')
    await authenticator.verifies(true)
    await page.keyboard.press('Enter')
    await expect(section.getByRole('listitem')).toContainText('My laptop')
    await mailed(page, email, /A passkey was added/)
    const second = await fillNewPasskey(page, 'The same laptop')
    await page.keyboard.press('Enter')
    await expect(second.getByRole('alert')).toContainText(
      'This device already has a passkey for your account.',
    )
    await page.keyboard.press('Escape')
    await expect(section.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('renames it by keyboard', async () => {
    const rename = section.getByRole('button', { name: 'Rename the passkey My laptop' })
    await rename.focus()
    await page.keyboard.press('Enter')
    const field = page.getByRole('dialog').getByLabel('Name of the passkey')
    await expect(field).toBeFocused()
    await expectAccessible(page, 'the dialog that renames a passkey')
    await field.fill(' ')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Give the passkey a name')
    await expect(field).toBeFocused()
    await page.keyboard.type('Old laptop')
    await page.keyboard.press('Enter')
    await expect(section.getByRole('button', { name: 'Rename the passkey Old laptop' })).toBeFocused()
    await page.reload()
    await expect(section.getByRole('listitem')).toContainText('Old laptop')
    await expectAccessible(page, 'the passkeys in the privacy centre')
    await expectRoomOnPhone(page, 'the passkeys in the privacy centre')
  })

  await test.step('logs in with the button, after a first attempt that was cancelled', async () => {
    await authenticator.presses(false)
    await logOut(asha)
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
    await authenticator.verifies(false)
    await authenticator.presses(true)
    const button = page.getByRole('button', { name: 'Use a passkey' })
    const asked = page.waitForResponse('**/auth/passkey/options')
    await button.click()
    await asked
    await authenticator.verifies(true)
    await button.click()
    await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
    await expect(page.getByText('Login failed')).toHaveCount(0)
  })

  await test.step('removes it', async () => {
    await page.goto('/privacy-centre#passkeys')
    await expect(section.getByRole('listitem')).toContainText('last used')
    await section.getByRole('button', { name: 'Remove the passkey Old laptop' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the passkey Old laptop?' })
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(section.getByRole('listitem')).toHaveCount(0)
    await mailed(page, email, /A passkey was removed/)
  })

  await test.step('is refused with a removed one', async () => {
    await authenticator.presses(false)
    await logOut(asha)
    await authenticator.presses(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('This passkey does not work here.').first()).toBeVisible()
  })
})

// covers: beyond-passkeys-screens
test('the email field suggests passkeys, and choosing one logs in', async ({ newVisitor }) => {
  const asha = await newVisitor()
  const { page } = asha
  await becomeMember(asha, ['Keys'])
  await addAuthenticator(page)
  await addPasskey(page, 'My laptop')
  const login = page.waitForResponse((response) => response.url().endsWith('/auth/passkey'))
  // The virtual authenticator chooses the only suggestion by itself, as soon as the form is shown.
  await pressLogOut(asha)
  expect((await login).ok()).toBe(true)
  await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
})

// covers: beyond-passkeys-renewal
test('a login form that was open for long suggests passkeys with a new challenge', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  // The member chooses no suggestion. A virtual authenticator would answer at once.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => true
    navigator.credentials.get = (options) =>
      new Promise((_, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
      })
  })
  await page.clock.install()
  const challenges: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('/auth/passkey/options')) challenges.push((await response.json()).challenge)
  })
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Login' }).click()
  await expect.poll(() => challenges.length).toBe(1)
  await expect(async () => {
    await page.clock.fastForward('05:00')
    expect(new Set(challenges).size).toBeGreaterThanOrEqual(3)
  }).toPass({ timeout: 60_000 })
})

// covers: beyond-passkeys-offer
test('a login with the password offers a passkey once, beside no chat and no search', async ({
  newVisitor,
}) => {
  const asha = await newVisitor()
  const { page } = asha
  const { email } = await becomeMember(asha, ['Keys'])
  const offer = page.getByRole('region', { name: 'Passkeys' })
  const logIn = async () => {
    await logOut(asha)
    await logInByForm(page, email, PASSWORD)
    await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
  }

  await test.step('makes no offer where the device cannot keep a passkey', async () => {
    const loaded = page.waitForResponse(/passkey-offer/)
    await logIn()
    await loaded
    await expect(offer).toHaveCount(0)
  })

  await addAuthenticator(page)
  await test.step('ends the offer with the screen that shows it', async () => {
    await logIn()
    await expectAccessible(page, 'the offer of a passkey')
    await expect(offer).toBeVisible()
    await expectRoomOnPhone(page, 'the offer of a passkey')
    await expect(offer).toBeVisible()
    await page.getByRole('button', { name: /Find Match/ }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
    await expect(offer).toHaveCount(0)
  })

  await test.step('keeps quiet after "Not now"', async () => {
    await logIn()
    await offer.getByRole('button', { name: 'Not now' }).click()
    await expect(offer).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeFocused()
    await logIn()
    await expect(page.getByRole('button', { name: /Find Match/ })).toBeVisible()
    await expect(offer).toHaveCount(0)
  })

  await test.step('adds a passkey from the offer', async () => {
    await page.evaluate(() => localStorage.removeItem('passkey-offer'))
    await logIn()
    await offer.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Passkey added', { exact: true })).toBeVisible()
    await expect(offer).toHaveCount(0)
    await mailed(page, email, /A passkey was added/)
  })
})

// covers: beyond-passkeys-failures
test('a browser without passkeys logs in and shows the privacy centre as before', async ({ newVisitor }) => {
  const asha = await newVisitor()
  const { page } = asha
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  const { email } = await becomeMember(asha, ['Keys'])
  await logOut(asha)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await logInByForm(page, email, PASSWORD)
  await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
  await page.goto('/privacy-centre#passkeys')
  await expect(sectionOf(page)).toContainText("This browser or app can't use passkeys here.")
})

// covers: beyond-passkeys-second-factor
test('an administrator opens the console with a passkey instead of a code', async ({
  newVisitor,
  server,
}) => {
  const admin = await newVisitor()
  const { page } = admin
  await becomeStaff(admin, 'ADMIN', server)
  const authenticator = await addAuthenticator(page)
  await page.goto('/admin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const secret = (await page.locator('.factor-key').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from your app').fill(codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await addPasskey(page, 'Work laptop')

  await server.sql('UPDATE session SET factor_at = NULL')
  // The server caches a session for a second.
  await expect(async () => {
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible({ timeout: 3_000 })
  }).toPass()
  const button = page.getByRole('button', { name: 'Use a passkey instead' })
  await authenticator.verifies(false)
  const asked = page.waitForResponse('**/graphql')
  await button.click()
  await asked
  await expect(page.getByText('Real Data')).toHaveCount(0)
  await authenticator.verifies(true)
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Real Data')).toBeVisible()
})
