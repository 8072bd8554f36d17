import type { Page, WebSocketRoute } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { becomeStaff, expect, type Server, test, type Visitor } from '../kit/browser.ts'

test.use({ apart: 'moderation queues' })

/** Creates `count` reported members with this name; the first report is the oldest. */
async function reported({ sql }: Server, like: string, name: string, count: number) {
  await sql(
    `WITH person AS (
       INSERT INTO "user" SELECT (jsonb_populate_record(staff, jsonb_build_object(
         'id', gen_random_uuid(), 'role', 'MEMBER', 'user_name', lower($2) || n || '@example.com',
         'display_name', $2 || ' ' || n))).*
       FROM "user" staff, generate_series(1, $3::int) n WHERE staff.user_name = $1
       RETURNING id, display_name
     )
     INSERT INTO report (id, kind, reporter_id, reported_id, reason, evidence, created)
     SELECT gen_random_uuid(), 'REPEATED', NULL, id, 'About ' || display_name,
       jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'senderId', id,
         'message', 'Said by ' || display_name, 'time', now())),
       now() + split_part(display_name, ' ', 2)::int * interval '1 ms' - interval '1 minute'
     FROM person`,
    [like, name, count],
  )
}

/** Warns each of them for the report, and has them appeal. */
const appealed = ({ sql }: Server, name: string) =>
  sql(
    `WITH warned AS (
       INSERT INTO moderation_action (id, kind, subject_id, report_id, reason)
       SELECT gen_random_uuid(), 'WARN', reported_id, report.id, 'Rude' FROM report
       JOIN "user" ON "user".id = reported_id WHERE display_name LIKE $1 || ' %'
       RETURNING *
     )
     INSERT INTO appeal (id, user_id, action_id, text, created)
     SELECT gen_random_uuid(), subject_id, warned.id, display_name || ' did not', now() + split_part(display_name, ' ', 2)::int * interval '1 ms' - interval '1 minute'
     FROM warned JOIN "user" ON "user".id = subject_id`,
    [name],
  )

const rows = (page: Page) => page.locator('.report-row')
const rowOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}\\b`) })
const reason = (page: Page) => page.getByLabel('Reason (the person will read this)')

/** Fails requests with this operation name until the returned function is called. */
async function failing(page: Page, operation: string) {
  const matches = (body: string | null) => body?.includes(`query ${operation}(`) ?? false
  await page.route('**/graphql', (route) =>
    matches(route.request().postData()) ? route.abort() : route.continue(),
  )
  return () => page.unroute('**/graphql')
}

// covers: beyond-console-keeps-work, beyond-queue-counts-and-templates
test("loaded rows and drafts survive failed requests and other moderators' decisions", async ({
  newVisitor,
  server,
}) => {
  const moderator = await newVisitor()
  const { page } = moderator
  const { email } = await becomeStaff(moderator, 'MODERATOR', server)
  await reported(server, email, 'Reported', 25)
  await page.clock.install()
  await page.goto('/admin')
  await expect(rows(page)).toHaveCount(20)

  let mend = await failing(page, 'Reports')
  await page.getByRole('button', { name: 'Load More' }).press('Enter')
  await expect(page.getByText("We couldn't load more", { exact: true })).toBeVisible()
  await mend()
  await server.sql(
    `UPDATE report SET status = 'DISMISSED', decided_at = now()
     WHERE reason IN ('About Reported 1', 'About Reported 2', 'About Reported 3')`,
  )
  await page.getByRole('button', { name: 'Load More' }).press('Enter')
  await expect(page.getByText('We removed 3 cases from the list', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(22)
  await expect(rowOf(page, 'Reported 21')).toBeFocused()

  await page.keyboard.press('Enter')
  await reason(page).fill('Only rude')
  await page.getByRole('button', { name: 'Dismiss', exact: true }).press('Enter')
  await expect(rows(page)).toHaveCount(21)
  // The next case opens by itself.
  await expect(rowOf(page, 'Reported 22')).toBeFocused()
  await expect(page.getByText('Said by Reported 22')).toBeVisible()
  await reason(page).fill('Half written')
  mend = await failing(page, 'Reports')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert')).toContainText('We cannot reach the server')
  await expect(rows(page)).toHaveCount(21)
  await mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await reported(server, email, 'Later', 2)
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('status').filter({ hasText: '2 new reports' })).toBeVisible()
  await expect(rows(page)).toHaveCount(21)
  await page.getByRole('button', { name: 'Show new reports' }).click()
  await expect(rows(page)).toHaveCount(23)

  await page.getByRole('tab', { name: 'Audit log' }).click()
  await page.getByRole('tab', { name: 'Open reports' }).click()
  await expect(reason(page)).toHaveValue('Half written')

  // The list must not load again before the decision.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await server.sql(
    `UPDATE report SET status = 'DISMISSED', decided_at = now() WHERE reason = 'About Reported 22'`,
  )
  await page.getByRole('button', { name: 'Warn' }).press('Enter')
  await expect(
    page.getByText('Another moderator has already decided this report.', { exact: true }),
  ).toBeVisible()
  await expect(rowOf(page, 'Reported 22')).toHaveCount(0)
  await expect(rowOf(page, 'Reported 23')).toBeFocused()
})

test('the focus moves to the next case when a refresh removes the focused one', async ({
  newVisitor,
  server,
}) => {
  const moderator = await newVisitor()
  const { page } = moderator
  const { email } = await becomeStaff(moderator, 'MODERATOR', server)
  await server.sql(`UPDATE report SET status = 'DISMISSED', decided_at = now() WHERE status = 'OPEN'`)
  await reported(server, email, 'Shown', 3)
  await page.goto('/admin')
  await rowOf(page, 'Shown 2').press('Enter')
  await page.getByRole('tab', { name: 'Audit log' }).click()
  const released = Promise.withResolvers<void>()
  const asked = page.waitForRequest((request) => request.postData()?.includes('query Reports(') ?? false)
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('query Reports(')) await released.promise
    await route.continue()
  })
  await page.getByRole('tab', { name: 'Open reports' }).click()
  await reason(page).focus()
  await asked
  await server.sql(
    `UPDATE report SET status = 'DISMISSED', decided_at = now() WHERE reason = 'About Shown 2'`,
  )
  released.resolve()
  await expect(rowOf(page, 'Shown 2')).toHaveCount(0)
  await expect(rowOf(page, 'Shown 3')).toBeFocused()
})

// covers: beyond-console-appeals
test('deciding one appeal with its evidence keeps the draft answer to another', async ({
  newVisitor,
  server,
}) => {
  const moderator = await newVisitor()
  const { page } = moderator
  const { email } = await becomeStaff(moderator, 'MODERATOR', server)
  await reported(server, email, 'Appellant', 2)
  await appealed(server, 'Appellant')
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Appeals' }).click()
  const first = page.getByRole('listitem', { name: 'Appellant 1' })
  const second = page.getByRole('listitem', { name: 'Appellant 2' })
  await second.getByLabel('Answer (the person will read this)').fill('Half an answer')

  await first.getByRole('button', { name: 'What was reported' }).press('Enter')
  await expect(first.getByText('Said by Appellant 1')).toBeVisible()
  await first.getByRole('button', { name: 'See the person' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Appellant 1' })
  await expect(sheet.getByText('About Appellant 1')).toBeVisible()
  await sheet.getByRole('button', { name: 'Show the messages' }).press('Enter')
  await expect(sheet.getByText('Said by Appellant 1')).toBeVisible()
  await expectAccessible(page, 'a person with reports')
  await page.keyboard.press('Escape')
  await expect(first.getByRole('button', { name: 'See the person' })).toBeFocused()

  await first.getByLabel('Answer (the person will read this)').fill('You did')
  await first.getByRole('button', { name: 'Uphold decision' }).press('Enter')
  await expect(first).toHaveCount(0)
  await expect(second).toBeFocused()
  await expect(second.getByLabel('Answer (the person will read this)')).toHaveValue('Half an answer')
  await second.getByRole('button', { name: 'Reverse decision' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Appeals' })).toBeFocused()
})

/** Delays the first response about a member until the returned function is called. */
async function holdPerson(page: Page) {
  const released = Promise.withResolvers<void>()
  let isFirst = true
  await page.route('**/graphql', async (route) => {
    if (!isFirst || !route.request().postData()?.includes('query Person(')) return route.fallback()
    isFirst = false
    const response = await route.fetch()
    await released.promise
    await route.fulfill({ response })
  })
  return released.resolve
}

// covers: beyond-decided-reports-order, beyond-queue-counts-and-templates
test("two moderators see each other's work, dismiss reports in bulk and find entries of the log", async ({
  newVisitor,
  server,
}) => {
  const [one, two] = [await newVisitor(), await newVisitor()]
  const { email, displayName } = await becomeStaff(one, 'MODERATOR', server)
  await becomeStaff(two, 'MODERATOR', server)
  // Earlier tests' cases would come first in the lists.
  await server.sql(`UPDATE report SET status = 'DISMISSED', decided_at = now() WHERE status = 'OPEN'`)
  await reported(server, email, 'Shared', 4)
  await one.page.goto('/admin')
  await two.page.goto('/admin')
  const openTab = (page: Page) => page.getByRole('tab', { name: /^Open reports/ })
  const shared = one.page.locator('.report-row', { hasText: 'Shared' })
  await expect(shared).toHaveCount(4)
  const before = Number((await openTab(two.page).locator('.count').textContent()) ?? 0)

  await rowOf(one.page, 'Shared 1').press('Enter')
  await expect(rowOf(two.page, 'Shared 1')).toContainText(`${displayName} is looking`)
  await expect(one.page.getByText('Said by Shared 1')).toBeVisible()
  await expect(one.page.locator('mark')).toHaveCount(0)
  const answerPerson = await holdPerson(two.page)
  await rowOf(two.page, 'Shared 1').press('Enter')
  await one.page.getByLabel('New note (only moderators can read it)').fill('Seen before')
  await one.page.getByRole('button', { name: 'Add note' }).press('Enter')
  const note = ({ page }: Visitor) =>
    page
      .getByRole('region', { name: 'Internal notes' })
      .getByRole('listitem')
      .filter({ hasText: 'Seen before' })
  await expect(note(one)).toBeVisible()
  // The response requested before the note was written does not hide the note.
  answerPerson()
  await expect(note(two)).toBeVisible()
  await one.page.getByLabel('Use a template').selectOption('Insults')
  await expect(reason(one.page)).toHaveValue(/insulted another member/)
  await expectAccessible(two.page, 'a case that two look at')

  await one.page.getByRole('button', { name: 'Warn' }).press('Enter')
  await expect(two.page.getByText(`${displayName} has just decided this case.`)).toBeVisible()
  await expect(openTab(two.page).locator('.count')).toHaveText(String(before - 1))
  await two.page.getByRole('button', { name: 'Remove from the list' }).press('Enter')
  await expect(rowOf(two.page, 'Shared 1')).toHaveCount(0)

  await two.page.getByRole('button', { name: 'Dismiss several reports' }).press('Enter')
  for (const name of ['Shared 2', 'Shared 3'])
    await two.page.getByLabel(`Select the report about ${name}`).check()
  await two.page.getByLabel('Reason (for the audit log)').fill('A wave without ground')
  await expectAccessible(two.page, 'a bulk dismissal')
  await two.page.getByRole('button', { name: 'Dismiss 2' }).press('Enter')
  await expect(two.page.getByText('2 reports dismissed', { exact: true })).toBeVisible()
  await expect(rowOf(one.page, 'Shared 2')).toContainText('Decided by')

  await two.page.getByRole('tab', { name: 'Audit log' }).click()
  await two.page.getByLabel('Reason or name').fill('wave without')
  await expect(two.page.getByRole('row')).toHaveCount(3)
  await two.page.getByRole('button', { name: 'Shared 3', exact: true }).press('Enter')
  await expect(two.page.getByRole('row')).toHaveCount(2)
  await expectAccessible(two.page, 'a filtered log')
  await two.page.getByRole('tab', { name: 'Decided', exact: true }).click()
  await expect(rowOf(two.page, 'Shared 1')).toContainText('Warned')
})

// covers: beyond-console-figures-not-live
test('the live figures show when they are outdated, and recover', async ({ newVisitor, server }) => {
  const admin = await newVisitor()
  const { page } = admin
  await becomeStaff(admin, 'ADMIN', server)
  let down = false
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket('**/graphql', async (socket) => {
    if (down) return socket.close({ code: 1001 })
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.goto('/admin')
  const card = page.getByRole('region', { name: 'Right now' })
  await expect(card.getByRole('status')).toHaveText('Live')
  down = true
  for (const socket of sockets) await socket.close({ code: 1001 })
  await expect(card.getByRole('status')).toContainText('Not live right now')
  const asked = page.waitForRequest((request) => request.postData()?.includes('query FiguresNow') ?? false)
  await page.getByRole('button', { name: 'Refresh Data' }).click()
  await asked
  down = false
  await expect(card.getByRole('status')).toHaveText('Live', { timeout: 20_000 })
})
