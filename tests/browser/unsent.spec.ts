import type { Page } from '@playwright/test'
import { aProfile, composer, expect, register, type Server, say, test, type Visitor } from '../kit/browser.ts'
import { goOffline } from '../kit/go-offline.ts'
import { meet } from '../kit/meet.ts'
import { readStorages } from '../kit/read-storages.ts'

// Each test opens two browsers.
test.setTimeout(180_000)

const log = (page: Page) => page.getByRole('log')
const notSent = (page: Page) => page.getByText('Not sent yet. We’ll keep trying.')

/** Closes the page, as a crash or the end of the app would, and opens the app again. */
async function reopen(visitor: Visitor): Promise<Visitor> {
  await visitor.page.close()
  await visitor.context.setOffline(false)
  const page = await visitor.context.newPage()
  await page.goto('/')
  return { ...visitor, page }
}

/** Waits until everything that was written is kept. */
const kept = (page: Page, text: string) => expect.poll(() => readStorages(page)).toContain(text)

async function expectInOrder(page: Page, texts: readonly string[]) {
  for (const text of texts) await expect(log(page).getByText(text, { exact: true })).toHaveCount(1)
  const heard = (await log(page).textContent()) ?? ''
  const places = texts.map((text) => heard.indexOf(text))
  expect(places).toEqual([...places].sort((one, other) => one - other))
}

// covers: beyond-outbox-lasts, beyond-outbox-order
test('messages that were written offline survive the end of the page and arrive once, in order', async ({
  newVisitor,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await meet(asha, ben, 'Deep tunnels')
  await goOffline(ben)
  await say(ben, 'First underground')
  await say(ben, 'Second underground')
  await expect(notSent(ben.page)).toHaveCount(2)
  await kept(ben.page, 'Second underground')

  const again = await reopen(ben)
  await say(again, 'Third above ground')
  const all = ['First underground', 'Second underground', 'Third above ground']
  for (const page of [asha.page, again.page]) await expectInOrder(page, all)
  await expect(notSent(again.page)).toHaveCount(0)
  // The ids of unsent messages. The messages themselves are part of the open chat, which is kept.
  await expect.poll(() => readStorages(again.page)).not.toContain('temp-')
})

// covers: beyond-outbox-tabs
test('messages that wait in one tab wait in the other too, and are sent once, in the order of writing', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await meet(asha, ben, 'Two windows')
  const second = { ...ben, page: await ben.context.newPage() }
  await second.page.goto('/')
  await composer(second).waitFor()
  await goOffline(ben)
  const mixed = ['One', 'Two', 'Three', 'Four'].map((number) => `${number} from the tabs`)
  for (const [index, text] of mixed.entries()) await say(index % 2 === 0 ? ben : second, text)
  await ben.context.setOffline(false)
  for (const page of [asha.page, ben.page, second.page]) await expectInOrder(page, mixed)

  await goOffline(ben)
  await say(ben, 'From the first tab')
  await expect(notSent(second.page)).toHaveCount(1)
  await say(second, 'From the second tab')
  await expect(notSent(ben.page)).toHaveCount(2)

  // The tab that wrote the first one is gone.
  await ben.page.close()
  await ben.context.setOffline(false)
  const all = [...mixed, 'From the first tab', 'From the second tab']
  for (const page of [asha.page, second.page]) await expectInOrder(page, all)
  const stored = await server.sql("SELECT body FROM message WHERE body ~ 'rom the .*tabs?$' ORDER BY id")
  expect(stored).toEqual(all.map((body) => ({ body })))
})

// covers: beyond-outbox-late
test('a message that is older than the end of its chat says so and can be copied and deleted', async ({
  newVisitor,
  server,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const { email } = await meet(asha, ben, 'Lost trains')
  await goOffline(ben)
  await say(ben, 'Too late for you')
  await kept(ben.page, 'Too late for you')
  await asha.page.getByRole('button', { name: 'Find Another' }).click()
  await asha.page.getByRole('button', { name: 'Are you sure?' }).click()
  const ended = `SELECT 1 FROM conversation WHERE ended_at IS NOT NULL AND ended_by = (SELECT id FROM "user" WHERE user_name = $1)`
  await expect.poll(() => server.sql(ended, [email])).toHaveLength(1)

  const { page } = await reopen(ben)
  const message = log(page).getByRole('alert')
  await expect(message).toContainText('Not sent. The chat had ended.')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await message.getByRole('button', { name: 'Copy' }).click()
  await expect(message.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Too late for you')
  await message.getByRole('button', { name: 'Delete' }).click()
  await expect(log(page)).not.toContainText('Too late for you')
  await expect.poll(() => readStorages(page)).not.toContain('Too late for you')
  expect(await server.sql("SELECT 1 FROM message WHERE body = 'Too late for you'")).toEqual([])
})

// covers: beyond-drafts-last
test('a draft survives a reload and a visit to the FAQ, shows in another tab, and ends with its message', async ({
  newVisitor,
}) => {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await meet(asha, ben, 'Half sentences')
  await composer(ben).fill('What I wanted to')
  await ben.page.reload()
  await expect(composer(ben)).toHaveValue('What I wanted to')
  await ben.page.goto('/faq')
  await ben.page.goto('/')
  await expect(composer(ben)).toHaveValue('What I wanted to')

  const second = { ...ben, page: await ben.context.newPage() }
  await second.page.goto('/')
  await expect(composer(second)).toHaveValue('What I wanted to')
  await say(second, 'What I wanted to say')
  await expect(composer(ben)).toHaveValue('')
  await expect(log(asha.page)).toContainText('What I wanted to say')
  await ben.page.reload()
  await expect(log(ben.page)).toContainText('What I wanted to say')
  await expect(composer(ben)).toHaveValue('')
})

interface LoggedIn {
  page: Page
  other: Page
  email: string
  server: Server
}

const logOut = async (page: Page) => {
  page.once('dialog', (dialog) => dialog.accept())
  await page.bringToFront()
  await page.getByRole('button', { name: 'Log out' }).first().click()
}

interface Journey {
  newVisitor(): Promise<Visitor>
  server: Server
}

/** Writes texts in two tabs, ends the session, and expects that no storage has anything of them or of their member. */
async function expectNothingLeft({ newVisitor, server }: Journey, end: (member: LoggedIn) => Promise<void>) {
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const { email, displayName } = await meet(asha, ben, 'Shared computers')
  const { page } = asha
  const texts = ['Never sent', 'Half written', 'Half written elsewhere']
  await page.route('**/api/v1/message', (route) => route.abort())
  await say(asha, 'Never sent')
  await composer(asha).fill('Half written')
  const second = { ...asha, page: await asha.context.newPage() }
  await second.page.route('**/api/v1/message', (route) => route.abort())
  await second.page.goto('/')
  await expect(composer(second)).toHaveValue('Half written')
  await composer(second).fill('Half written elsewhere')
  for (const text of texts.slice(0, 2)) await kept(page, text)

  await end({ page, other: second.page, email, server })
  const left = async () => {
    const stored = await readStorages(page)
    return [...texts, email, displayName].filter((secret) => stored.includes(secret))
  }
  await expect.poll(left).toEqual([])
  // Nothing is written when the page ends.
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  expect(await left()).toEqual([])
}

const expectLogin = (...pages: Page[]) =>
  Promise.all(pages.map((page) => expect(page.getByRole('button', { name: 'Login' })).toBeVisible()))

// covers: beyond-unsent-cleared
test('a logout leaves no text of the member in any storage', ({ newVisitor, server }) =>
  expectNothingLeft({ newVisitor, server }, async ({ page, other }) => {
    await logOut(page)
    await expectLogin(page, other)
  }))

// covers: beyond-unsent-cleared
test('a logout in another tab leaves no text of the member in any storage', ({ newVisitor, server }) =>
  expectNothingLeft({ newVisitor, server }, async ({ page, other }) => {
    await logOut(other)
    await expectLogin(page, other)
  }))

// covers: beyond-unsent-cleared
test('a session that the server has ended leaves no text of the member in any storage', ({
  newVisitor,
  server,
}) =>
  expectNothingLeft({ newVisitor, server }, async ({ page, other, email }) => {
    const of = 'SELECT id FROM "user" WHERE user_name = $1'
    await server.sql(`DELETE FROM session WHERE user_id = (${of})`, [email])
    await page.reload()
    await expectLogin(page, other)
  }))

// covers: beyond-unsent-cleared
test('another member finds no text of the one before them, whose session was lost without a logout', ({
  newVisitor,
  server,
}) =>
  expectNothingLeft({ newVisitor, server }, async ({ page, other }) => {
    await other.close()
    const token = await register(page, aProfile(['Shared computers']))
    await page.evaluate((opened) => localStorage.setItem('authToken', opened), token)
    await page.reload()
    await expect(page.getByRole('button', { name: /Find Match/ })).toBeVisible()
  }))
