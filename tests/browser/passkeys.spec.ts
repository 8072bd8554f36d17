import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { becomeMember, expect, mailed, PASSWORD, test, type Visitor } from '../kit/browser.ts'

test.use({ apart: 'passkeys' })

/** Gives the page an authenticator that checks its owner without asking. Returns how to change what it does. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    presses: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

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

async function addPasskey(page: Page, name: string) {
  await page.goto('/privacy-centre#passkeys')
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name of the passkey').fill(name)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await expectAccessible(page, 'the dialog that adds a passkey')
  await page.keyboard.press('Enter')
  await expect(section.getByRole('listitem')).toContainText(name)
  return section
}

// covers: beyond-passkeys-screens
test('a member adds a passkey, logs in with it, and removes it', async ({ newVisitor }) => {
  const asha = await newVisitor()
  const { page } = asha
  const { email } = await becomeMember(asha, ['Keys'])
  const authenticator = await addAuthenticator(page)
  await addPasskey(page, 'My laptop')
  await expectAccessible(page, 'the passkeys in the privacy centre')
  await mailed(page, email, /A passkey was added/)

  await test.step('logs in with the button', async () => {
    await authenticator.presses(false)
    await logOut(asha)
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
    await authenticator.presses(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'No Active Chat' }).waitFor()
  })

  await test.step('removes it', async () => {
    await page.goto('/privacy-centre#passkeys')
    const section = page.getByRole('region', { name: 'Passkeys' })
    await expect(section.getByRole('listitem')).toContainText('last used')
    await section.getByRole('button', { name: 'Remove the passkey My laptop' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the passkey My laptop?' })
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
