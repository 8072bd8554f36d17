import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { becomeStaff, expect, type Server, test } from '../kit/browser.ts'
import { type TranslatorBehaviour, translatorScript } from '../kit/translator-double.ts'

test.use({ apart: 'moderation languages' })

const [GERMAN, HINDI, HELD] = ['Lass mich in Ruhe', 'उसने मुझे डराया', 'Schick mir Bilder']

/**
 * A member who reads German is reported by one who reads Hindi. The first one also has a held message, and an appeal
 * against a warning.
 */
const prepare = ({ sql }: Server, like: string, name: string) =>
  sql(
    `WITH person AS (
       INSERT INTO "user" SELECT (jsonb_populate_record(staff, jsonb_build_object(
         'id', gen_random_uuid(), 'role', 'MEMBER', 'user_name', replace(lower(named.name), ' ', '-') || '@example.com',
         'display_name', named.name, 'language', named.language))).*
       FROM "user" staff, (VALUES ($5::text, 'de'), ($5 || ' reporter', 'hi')) AS named(name, language)
       WHERE staff.user_name = $1 RETURNING id, display_name
     ), pair AS (
       SELECT one.id AS author, other.id AS reporter FROM person one, person other
       WHERE one.display_name = $5 AND other.display_name = $5 || ' reporter'
     ), reported AS (
       INSERT INTO report (id, reporter_id, reported_id, reason, evidence)
       SELECT gen_random_uuid(), reporter, author, $3, jsonb_build_array(jsonb_build_object(
         'id', gen_random_uuid(), 'senderId', author, 'message', $2::text, 'time', now())) FROM pair RETURNING id
     ), warned AS (
       INSERT INTO moderation_action (id, kind, subject_id, reason)
       SELECT gen_random_uuid(), 'WARN', author, 'Rude' FROM pair RETURNING id
     ), appealed AS (
       INSERT INTO appeal (id, user_id, action_id, text) SELECT gen_random_uuid(), author, warned.id, $2 FROM pair, warned
     )
     INSERT INTO held_message (id, conversation_id, sender_id, body, rule)
     SELECT gen_random_uuid(), gen_random_uuid(), author, $4, 'slur' FROM pair`,
    [like, GERMAN, HINDI, HELD, name],
  )

const BEHAVIOUR: TranslatorBehaviour = {
  languages: [
    [GERMAN, 'de'],
    [HELD, 'de'],
    [HINDI, 'hi'],
  ],
  detector: 'downloadable',
  translator: 'downloadable',
  unsupported: ['hi en'],
}

/** The addresses that the page sends a text to. */
function addressesOf(page: Page, text: string) {
  const addresses: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes(text) || decodeURIComponent(request.url()).includes(text))
      addresses.push(request.url())
  })
  return addresses
}

// covers: beyond-moderators-translate
test('a moderator sees the interface languages, and the browser translates texts by keyboard', async ({
  newVisitor,
  server,
}) => {
  const moderator = await newVisitor()
  const { page } = moderator
  const { email } = await becomeStaff(moderator, 'MODERATOR', server)
  await prepare(server, email, 'Lena')
  await page.addInitScript(translatorScript(BEHAVIOUR))
  const sent = [addressesOf(page, GERMAN), addressesOf(page, HINDI)]
  await page.goto('/admin')

  await page.getByRole('button', { name: /^Lena/ }).press('Enter')
  const line = page.getByRole('listitem').filter({ hasText: GERMAN }).last()
  await expect(line.getByText('Interface in German')).toBeVisible()
  await expect(page.getByText('Interface in Hindi')).toBeVisible()
  await expect(line.getByText(GERMAN)).toHaveAttribute('dir', 'auto')
  const translate = line.getByRole('button', { name: 'Translate' })
  await translate.focus()
  // The detector's download uses up the first press.
  await page.keyboard.press('Enter')
  await expect(line.getByRole('status')).toContainText('Press the button again')
  await expect(translate).toBeFocused()
  await page.keyboard.press('Enter')
  const translation = line.getByText(`[de en] ${GERMAN}`)
  await expect(translation).toBeVisible()
  await expect(translation).toHaveAttribute('lang', 'en')
  await expect(translation).toHaveAttribute('dir', 'ltr')
  await expect(line.getByRole('status')).toHaveText('Translated by your browser from German')
  await expectAccessible(page, 'a translated message')
  await expect(line.getByRole('button', { name: 'Hide translation' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(translation).toHaveCount(0)
  await expect(translate).toBeFocused()

  const reason = page.locator('.translate').first()
  await reason.getByRole('button', { name: 'Translate' }).press('Enter')
  await expect(reason.getByRole('status')).toHaveText("Your browser can't translate from Hindi to English.")

  for (const [tab, text] of [
    ['Held messages', HELD],
    ['Appeals', GERMAN],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    const item = page.getByRole('tabpanel', { name: tab }).getByRole('listitem', { name: 'Lena' })
    await expect(item.getByText('Interface in German')).toBeVisible()
    await item.getByRole('button', { name: 'Translate' }).press('Enter')
    await expect(item.getByText(`[de en] ${text}`)).toBeVisible()
  }
  await page.getByRole('tabpanel').getByRole('button', { name: 'See the person' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Lena' }).getByText('Interface in German')).toBeVisible()
  await expectAccessible(page, 'a person with another language')
  expect(sent).toEqual([[], []])
})

// covers: beyond-moderators-translate
test('a browser without the Translator API shows the languages alone', async ({ newVisitor, server }) => {
  const moderator = await newVisitor()
  const { page } = moderator
  const { email } = await becomeStaff(moderator, 'MODERATOR', server)
  await prepare(server, email, 'Lotte')
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Translator')
  })
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Held messages' }).click()
  const item = page.getByRole('listitem', { name: 'Lotte' })
  await expect(item.getByText('Interface in German')).toBeVisible()
  await expect(item.getByText(HELD)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Translate' })).toHaveCount(0)
})
