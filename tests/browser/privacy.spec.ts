import type { Locator } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { expectAccessible } from '../kit/accessibility.ts'
import {
  becomeMember,
  composer,
  expect,
  findMatch,
  logInByForm,
  mailed,
  PASSWORD,
  saveDownload,
  say,
  test,
  type Visitor,
} from '../kit/browser.ts'

const section = ({ page }: Visitor, name: string) => page.getByRole('region', { name })

async function openPrivacyCentre({ page }: Visitor) {
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('link', { name: 'Privacy centre' }).click()
  await page.getByRole('heading', { name: 'Privacy centre', level: 1 }).waitFor()
}

/** Confirms a dialog with the password. */
async function confirmByPassword({ page }: Visitor, title: string, action: string) {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: action }).click()
}

/** Downloads the ready export, and returns the name of the archive and its files. */
async function downloadExport(visitor: Visitor, button: Locator) {
  await button.click()
  const { name, bytes } = await saveDownload(visitor.page, () =>
    confirmByPassword(visitor, 'Download your data?', 'Download'),
  )
  return { name, files: unzipSync(bytes) }
}

/** Two members with a shared interest, in a conversation. */
async function meet(one: Visitor, other: Visitor, interest: string) {
  const profiles = [await becomeMember(one, [interest]), await becomeMember(other, [interest])] as const
  await findMatch(one)
  await findMatch(other)
  for (const visitor of [one, other]) await composer(visitor).waitFor()
  return profiles
}

// covers: beyond-export-contents-listed, beyond-export-in-browser
test('a member requests an export, sees its progress and downloads it', async ({ newVisitor, server }) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const [{ email }, bens] = await meet(asha, ben, 'Taken away')
  await say(ben, 'Bring your own umbrella')
  await asha.page.getByRole('log').getByText('Bring your own umbrella').waitFor()
  await say(asha, 'I have two')
  await ben.page.getByRole('log').getByText('I have two').waitFor()
  // Enough messages for the export to take a moment.
  await server.sql(
    `INSERT INTO message (id, conversation_id, sender_id, body)
     SELECT gen_random_uuid(), conversation_id, user_id, 'Earlier message ' || n
     FROM conversation_member JOIN "user" ON "user".id = user_id, generate_series(1, 60000) n WHERE user_name = $1`,
    [email],
  )
  await asha.page.goto('/privacy-centre')
  const data = section(asha, 'Download my data')
  await expect(
    data.getByRole('listitem').filter({ hasText: 'Your chats with all messages you can see' }),
  ).toBeVisible()
  await expectAccessible(asha.page, 'the privacy centre')
  await data.getByRole('button', { name: 'Gather my data' }).click()
  const dialog = asha.page.getByRole('dialog', { name: 'Gather your data?' })
  await expect(dialog.locator('[autocomplete=username]')).toHaveValue(email)
  await dialog.getByLabel('Password', { exact: true }).fill('Not-mine-1')
  await asha.page.keyboard.press('Enter')
  await expect(dialog.getByText('This password is not right. Please try again.')).toBeVisible()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(asha.page, 'the password for an export')
  await confirmByPassword(asha, 'Gather your data?', 'Gather my data')
  await expect(data.getByRole('progressbar', { name: 'Gathering your data' })).toBeVisible()
  await expect(data.getByRole('heading', { name: 'Download my data' })).toBeFocused()
  const download = data.getByRole('button', { name: /^Download/ })
  await download.waitFor()
  await expect(data.getByRole('progressbar')).toHaveCount(0)
  await expectAccessible(asha.page, 'the privacy centre with a download')

  const { name, files } = await downloadExport(asha, download)
  expect(name).toMatch(/^rapport-data-\d{4}-\d\d-\d\d\.zip$/)
  const [conversation] = JSON.parse(strFromU8(files['conversations.json'] ?? new Uint8Array()))
  expect(conversation.with).toBe(bens.displayName)
  expect(conversation.messages).toContainEqual(
    expect.objectContaining({ from: 'them', message: 'Bring your own umbrella' }),
  )
  expect(conversation.messages).toContainEqual(expect.objectContaining({ from: 'me', message: 'I have two' }))
  expect(conversation.messages).toHaveLength(60_002)

  await expect(data.getByText('You can ask again in 24 hours.')).toBeVisible()
  await expect(data.getByRole('button', { name: 'Gather my data' })).toHaveCount(0)
})

// covers: beyond-deletion-cancelled-by-login
test('a member who logs in within the deadline gets the deleted account back', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const [{ email }, { displayName }] = await meet(asha, ben, 'Deleted in haste')
  await say(asha, 'I may have to go')
  await ben.page.getByRole('log').getByText('I may have to go').waitFor()
  await server.sql(`UPDATE "user" SET premium_until = now() + interval '90 days' WHERE user_name = $1`, [
    email,
  ])
  await asha.page.goto('/privacy-centre')
  const leaving = section(asha, 'Delete account')
  await expect(leaving.getByText(/You lose the time that is left/)).toBeVisible()
  await leaving.getByRole('button', { name: 'Delete account' }).click()
  const dialog = asha.page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Password', { exact: true }).fill('Not-mine-1')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('This password is not right. Please try again.')).toBeVisible()
  await expectAccessible(asha.page, 'deleting an account')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete account' }).click()

  await asha.page.getByRole('button', { name: 'Login' }).waitFor()
  await expect(asha.page.getByText('Your account will be deleted').first()).toBeVisible()
  await expect(ben.page.getByText(/disconnected|has left/i).first()).toBeVisible()
  await mailed(asha.page, email, /will be deleted on/)

  await logInByForm(asha.page, email, PASSWORD)
  await expect(asha.page.getByText('Your account is open again', { exact: false }).first()).toBeVisible()
  await mailed(asha.page, email, /account stays/)
  const recent = asha.page.getByRole('region', { name: 'Recent Conversations' })
  await recent.getByText(displayName).click()
  await expect(asha.page.getByRole('log').getByText('I may have to go')).toBeVisible()
})

test('a closed account opens again at the next login', async ({ newVisitor }) => {
  const asha = await newVisitor()
  const { email } = await becomeMember(asha, ['Closed for a while'])
  await openPrivacyCentre(asha)
  await section(asha, 'Close account').getByRole('button', { name: 'Close account' }).click()
  const dialog = asha.page.getByRole('dialog', { name: 'Close your account?' })
  await dialog.getByRole('button', { name: 'Close account' }).click()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Password', { exact: true }).press('Enter')
  await expect(asha.page.getByText('Your account is closed').first()).toBeVisible()
  await asha.page.getByRole('button', { name: 'Login' }).waitFor()
  await logInByForm(asha.page, email, PASSWORD)
  await expect(asha.page.getByText('Welcome back', { exact: true }).first()).toBeVisible()
  await asha.page.getByRole('button', { name: /Find Match/ }).waitFor()
})

// covers: beyond-session-revoked-at-once
test('ending another session logs that browser out at once', async ({ newVisitor }) => {
  const here = await newVisitor()
  const { email } = await becomeMember(here, ['On two devices'])
  const there = await newVisitor({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  })
  await logInByForm(there.page, email, PASSWORD)
  await there.page.getByRole('button', { name: /Find Match/ }).waitFor()

  await openPrivacyCentre(here)
  const sessions = section(here, 'Devices and sessions')
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await expect(section(here, 'Sign-ins').getByText('Logged in with Safari on iOS')).toBeVisible()
  await sessions.getByRole('button', { name: 'End the session of Safari on iOS' }).click()
  await expect(here.page.getByText('Session ended').first()).toBeVisible()
  await expect(sessions.getByText('Safari on iOS')).toHaveCount(0)
  await expect(there.page.getByText('Session Expired').first()).toBeVisible()
  await there.page.getByRole('button', { name: 'Login' }).waitFor()
})

// covers: beyond-receipts-hidden, beyond-missed-message-mails-off
test('emails about missed messages and read receipts can be turned off, and a failed change shows an error', async ({
  newVisitor,
}) => {
  const asha = await newVisitor()
  await becomeMember(asha, ['Mailed rarely'])
  await openPrivacyCentre(asha)
  const mails = asha.page.getByRole('switch', { name: /Email me about missed messages/ })
  const receipts = asha.page.getByRole('switch', { name: /Show when messages arrive and are read/ })
  for (const setting of [mails, receipts]) {
    await expect(setting).toBeChecked()
    await setting.click()
    await expect(setting).not.toBeChecked()
  }
  await asha.page.reload()
  for (const setting of [mails, receipts]) await expect(setting).not.toBeChecked()

  await asha.page.route('**/graphql', (route) => route.abort())
  await mails.click()
  await expect(asha.page.getByText("We couldn't change this setting").first()).toBeVisible()
  await expect(mails).not.toBeChecked()
  await asha.page.reload()
  const sessions = section(asha, 'Devices and sessions')
  await expect(sessions.getByText(/We couldn't load your sessions/)).toBeVisible()
  await expectAccessible(asha.page, 'the privacy centre without its server')
  await asha.page.unroute('**/graphql')
  await sessions.getByRole('button', { name: 'Try again' }).click()
  await expect(sessions.getByText('This device')).toBeVisible()
})

// covers: beyond-suspended-members-can-leave
test('a suspended member can still download data and delete the account', async ({ newVisitor, server }) => {
  const asha = await newVisitor()
  const { email } = await becomeMember(asha, ['Suspended meanwhile'])
  await server.sql(`UPDATE "user" SET suspended_until = now() + interval '7 days' WHERE user_name = $1`, [
    email,
  ])
  await asha.page.goto('/')
  await asha.page.getByRole('link', { name: 'download or delete it' }).click()
  const data = section(asha, 'Download my data')
  await data.getByRole('button', { name: 'Gather my data' }).click()
  await confirmByPassword(asha, 'Gather your data?', 'Gather my data')
  const { files } = await downloadExport(asha, data.getByRole('button', { name: /^Download/ }))
  expect(strFromU8(files['profile.json'] ?? new Uint8Array())).toContain(email)
  await expect(section(asha, 'Devices and sessions').getByText('This device')).toBeVisible()
})

// covers: 2.2-visitors-go-to-auth
test('a visitor is redirected to the login', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/privacy-centre')
  await page.getByRole('button', { name: 'Login' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/auth')
})
