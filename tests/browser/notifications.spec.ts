import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import {
  becomeMember,
  composer,
  expect,
  findMatch,
  mailsTo,
  type Profile,
  say,
  test,
  type Visitor,
} from '../kit/browser.ts'

type Sql = (text: string, values?: unknown[]) => Promise<unknown[]>

const bell = (page: Page, count = '') =>
  page.getByRole('button', { name: count ? `Notifications, ${count}` : 'Notifications', exact: true })
const inbox = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** Stores a notification in the database. */
const storeNotification = (sql: Sql, { email }: Profile, heading: string, path: string | null = null) =>
  sql(
    `INSERT INTO notification (id, user_id, kind, heading, body, path)
     SELECT gen_random_uuid(), id, 'report_decided', $2, 'We have looked at it.', $3 FROM "user" WHERE user_name = $1`,
    [email, heading, path],
  )

/** Ben writes to Asha, who has just left, and leaves as well. */
async function writeToAbsentMember(sql: Sql, asha: Visitor, ben: Visitor) {
  await findMatch(asha)
  await asha.page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await findMatch(ben)
  await composer(asha).waitFor()
  await composer(ben).waitFor()
  await asha.page.goto('about:blank')
  const sent = ben.page.waitForResponse((answer) => answer.url().endsWith('/api/v1/message') && answer.ok())
  await say(ben, 'There you are, and gone')
  await sent
  await ben.page.getByRole('button', { name: 'Find Another' }).click()
  await ben.page.getByRole('button', { name: 'Are you sure?' }).click()
  await ben.page.getByRole('button', { name: 'Cancel Search' }).click()
  await sql(`UPDATE message SET time = now() - interval '16 minutes'`)
}

/**
 * Makes the reminder of a member due, once the member is offline: a check that finds the member online puts it off by a
 * quarter of an hour. Later changes could meet a check that is under way.
 */
const makeReminderDue = (sql: Sql, { email }: Profile) =>
  expect
    .poll(() =>
      sql(
        `UPDATE conversation_member SET unread_since = now() - interval '16 minutes' FROM "user", member_presence away
         WHERE user_name = $1 AND conversation_member.user_id = "user".id AND away.user_id = "user".id
           AND away_since IS NOT NULL
         RETURNING unread_since`,
        [email],
      ),
    )
    .toHaveLength(1)

// covers: beyond-bell
test('a message to an absent member leads to an email and a notification that opens the chat', async ({
  newVisitor,
  server,
}) => {
  // The server checks every ten seconds.
  test.setTimeout(120_000)
  const [asha, ben] = [await newVisitor(), await newVisitor()]
  const profile = await becomeMember(asha, ['Away for a while'])
  const other = await becomeMember(ben, ['Away for a while'])
  await writeToAbsentMember(server.sql, asha, ben)
  const mail = async () =>
    (await mailsTo(ben.page, profile.email)).find(({ subject }) => /waiting for you/.test(subject))
  await makeReminderDue(server.sql, profile)
  await expect.poll(mail, { timeout: 60_000 }).toBeTruthy()
  const text = (await mail())?.text ?? ''
  expect(text).not.toContain('There you are')

  const { page } = asha
  await page.goto('/')
  await bell(page, '1 unread').click()
  const row = inbox(page).getByRole('button', { name: `${other.displayName} wrote while you were away` })
  await expect(row).toContainText('One message is waiting.')
  await expectAccessible(page, 'notifications')
  await row.click()
  await expect(page.getByRole('log')).toContainText('There you are, and gone')
  await expect(inbox(page)).toHaveCount(0)
  await expect(bell(page)).toBeVisible()

  // Opens the mail's link in a browser without a session.
  const reader = (await newVisitor()).page
  await reader.goto(/\/unsubscribe\S+/.exec(text)?.[0] ?? '')
  await expect(reader.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible()
  await expectAccessible(reader, 'unsubscribe')
  await reader.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(reader.getByRole('heading', { name: 'You won’t get these emails any more' })).toBeVisible()
  await page.reload()
  await bell(page).click()
  await expect(inbox(page).getByRole('switch', { name: 'Email me about missed messages' })).not.toBeChecked()
  await reader.reload()
  await reader.getByRole('button', { name: 'Start them again' }).click()
  await expect(reader.getByRole('heading', { name: 'You get these emails again' })).toBeVisible()
  await reader.goto('/unsubscribe?user=nobody&token=none')
  await expect(reader.getByRole('heading', { name: "This link doesn't work" })).toBeVisible()
})

// covers: beyond-bell-by-keyboard
test('the inbox can be opened, read, followed and closed by keyboard', async ({ newVisitor, server }) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const profile = await becomeMember(visitor, ['Keys only'])
  await storeNotification(server.sql, profile, 'The older one')
  await storeNotification(server.sql, profile, 'The newer one', '/privacy')
  await page.reload()
  const { keyboard } = page
  await expect(bell(page, '2 unread')).toBeVisible()
  const focused = (name: string | RegExp) => page.locator(':focus').and(page.getByRole('button', { name }))
  const tabTo = async (name: string | RegExp) => {
    for (let presses = 0; presses < 30 && (await focused(name).count()) === 0; presses += 1)
      await keyboard.press('Tab')
    await expect(focused(name)).toHaveCount(1)
  }
  await tabTo('Notifications, 2 unread')
  await keyboard.press('Enter')
  await expect(inbox(page)).toBeVisible()
  await tabTo(/The older one/)
  await keyboard.press('Enter')
  // It has no target: it is marked as read, and the list stays open.
  await expect(
    page.getByRole('button', { name: 'Notifications, 1 unread', includeHidden: true }),
  ).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(inbox(page)).toHaveCount(0)
  await expect(bell(page, '1 unread')).toBeFocused()
  await keyboard.press('Space')
  await tabTo(/The newer one/)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  await expect(bell(page)).toBeVisible()
})

test('the inbox loads page by page, can be marked as read at once, and is a sheet on a phone', async ({
  newVisitor,
  server,
}) => {
  const visitor = await newVisitor({ viewport: { width: 390, height: 844 } })
  const { page } = visitor
  const profile = await becomeMember(visitor, ['Many things'])
  await bell(page).click()
  await expect(inbox(page).getByText('No notifications yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeFocused()
  for (let index = 1; index <= 12; index += 1)
    await storeNotification(server.sql, profile, `Number ${index} of 12`)
  await page.reload()
  await bell(page, '12 unread').click()
  const rows = inbox(page).getByRole('listitem')
  await expect(rows).toHaveCount(10)
  await expectAccessible(page, 'notifications on a phone')
  await inbox(page).getByRole('button', { name: 'Load More' }).click()
  await expect(rows).toHaveCount(12)
  await inbox(page).getByRole('button', { name: 'Mark all read' }).click()
  await expect(inbox(page).getByText('Unread:')).toHaveCount(0)
  await expect(inbox(page).getByRole('button', { name: 'Mark all read' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeVisible()
})

test('a failed inbox shows an error and loads on retry', async ({ newVisitor, server }) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const profile = await becomeMember(visitor, ['Out of reach'])
  await storeNotification(server.sql, profile, 'Here after all')
  await page.reload()
  await expect(bell(page, '1 unread')).toBeVisible()
  await page.route('**/graphql', (route) => route.abort())
  await bell(page, '1 unread').click()
  await expect(inbox(page).getByRole('alert')).toContainText("We couldn't load your notifications")
  await page.unroute('**/graphql')
  await inbox(page).getByRole('button', { name: 'Try again' }).click()
  await expect(inbox(page).getByText('Here after all')).toBeVisible()
})

// covers: beyond-bell-live
test('new notifications raise the count and are announced; a warning also shows a toast', async ({
  newVisitor,
  server,
}) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const profile = await becomeMember(visitor, ['All ears'])
  const userId = await page.evaluate(async () => {
    const token = localStorage.getItem('authToken')
    const answer = await fetch('/api/session', { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()).user.id as string
  })
  // A stream response as the server writes it.
  let send = (_: string) => {}
  const arrive = (kind: string, heading: string) => {
    const note = { id: crypto.randomUUID(), userId, kind, heading, body: 'Please read this.', read: false }
    const none = { path: null, userData: null, image: null, candidateId: null, conversationId: null }
    const data = JSON.stringify({ ...note, ...none, created: new Date().toISOString() })
    send(`event: notification\ndata: ${data}\n\n`)
  }
  await page.route('**/subscribe/**', async (route) => {
    const body = await new Promise<string>((resolve) => {
      send = resolve
    })
    await route.fulfill({ headers: { 'content-type': 'text/event-stream' }, body }).catch(() => undefined)
  })
  const listening = () => page.waitForRequest('**/subscribe/**')
  let stream = listening()
  await page.reload()
  await bell(page).waitFor()
  await stream
  await storeNotification(server.sql, profile, 'We reviewed your report')
  stream = listening()
  arrive('report_decided', 'We reviewed your report')
  await expect(bell(page, '1 unread')).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: 'New notification: We reviewed your report' }),
  ).toHaveCount(1)
  await stream
  await storeNotification(server.sql, profile, 'A warning from our moderators')
  arrive('warning', 'A warning from our moderators')
  await expect(page.getByText('Please read this.').first()).toBeVisible()
  await expect(bell(page, '2 unread')).toBeVisible()
})

// covers: beyond-bell-without-inbox
test('the app works when the inbox cannot be loaded, and the inbox loads on retry', async ({
  newVisitor,
}) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const files = /assets\/(inbox-box|graphql)-.*\.js/
  await page.route(files, (route) => route.abort())
  await becomeMember(visitor, ['No bell'])
  await bell(page).click()
  const failure = page.getByRole('alert').filter({ hasText: "We couldn't load this part" })
  await expect(failure).toBeVisible()
  await failure.getByRole('button', { name: 'Close' }).click()
  await expect(failure).toHaveCount(0)
  await findMatch(visitor)
  await expect(page.getByRole('heading', { name: 'Finding a match...' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
  await page.unroute(files)
  await bell(page).click()
  await expect(inbox(page).getByText('No notifications yet')).toBeVisible()
})
