import { expectAccessible } from '../kit/accessibility.ts'
import { becomeMember, becomeStaff, expect, test } from '../kit/browser.ts'

// covers: 2.1-admin
test('an administrator sees the figures, finds people and emails the launch list once', async ({
  newVisitor,
  server,
}) => {
  const curious = await newVisitor()
  await curious.page.goto('/about')
  await curious.page.getByLabel('Tell me when the beta ends').fill('not an address')
  await curious.page.getByRole('button', { name: 'Tell me' }).click()
  await expect(curious.page.getByRole('alert')).toContainText('Must be a valid email address')
  await curious.page.getByLabel('Tell me when the beta ends').fill('curious@example.com')
  await curious.page.keyboard.press('Enter')
  await expect(curious.page.getByRole('status')).toContainText('We write once')

  const admin = await newVisitor()
  const { page } = admin
  const { displayName, email } = await becomeStaff(admin, 'ADMIN', server)
  await page.goto('/')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Admin panel' }).click()
  await expect(page.getByText('Real Data')).toBeVisible()
  await expect(page.getByText('Total users')).toBeVisible()
  await expectAccessible(page, 'admin dashboard')

  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByLabel('Find by name or email').fill(displayName)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('cell', { name: email })).toBeVisible()
  await expectAccessible(page, 'admin users')
  await page.getByLabel('Find by name or email').fill('nobody is called this')
  await expect(page.getByText('No one matches this name or email.')).toBeVisible()

  await page.getByRole('tab', { name: 'Launch Notifications' }).click()
  await expect(page.getByRole('row', { name: /curious@example.com/ })).toContainText('Pending')
  await page.getByRole('button', { name: 'Notify 1 pending' }).click()
  await page
    .getByRole('dialog', { name: 'Email 1 person now?' })
    .getByRole('button', { name: 'Send emails' })
    .click()
  await expect(page.getByRole('row', { name: /curious@example.com/ })).toContainText('Notified')
  await expect(page.getByRole('button', { name: 'Notify 0 pending' })).toBeDisabled()
  await expectAccessible(page, 'admin launch list')
})

// covers: beyond-console-lists-paged
test('users load page by page with a total, and overflowing tabs fade on a phone', async ({
  newVisitor,
  server,
}) => {
  const admin = await newVisitor()
  const { page } = admin
  const { email } = await becomeStaff(admin, 'ADMIN', server)
  await server.sql(
    `INSERT INTO "user" SELECT (jsonb_populate_record(staff, jsonb_build_object(
       'id', gen_random_uuid(), 'role', 'MEMBER', 'user_name', 'paged' || n || '@example.com',
       'display_name', 'Paged ' || n))).*
     FROM "user" staff, generate_series(1, 105) n WHERE staff.user_name = $1`,
    [email],
  )
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByLabel('Find by name or email').fill('paged')
  await expect(page.getByText('105 found')).toBeVisible()
  await expect(page.getByText('100 of 105 shown')).toBeVisible()
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(page.getByRole('row')).toHaveCount(106)
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  const table = page.getByRole('region', { name: 'Users, scrolls sideways' })
  await expect(table).toHaveAttribute('data-after')
  await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect(table).not.toHaveAttribute('data-after')
  await expect(table).toHaveAttribute('data-before')

  // Pressing the visible part of a tab scrolls it into view.
  await page.getByRole('tab', { name: 'Moderation' }).click()
  const held = page.getByRole('tab', { name: 'Held messages' })
  await held.waitFor()
  await expect(held).not.toBeInViewport({ ratio: 1 })
  const { x, y, height } = (await held.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  await page.mouse.click(x + 4, y + height / 2)
  await expect(held).toHaveAttribute('aria-selected', 'true')
  await expect(held).toBeInViewport({ ratio: 1 })
})

// covers: 2.10-data-badge, 6-admin-mock-data, 8.4-admin-data-failed
test('labelled mock data and a retry button appear when the server fails', async ({ newVisitor, server }) => {
  const admin = await newVisitor()
  const { page } = admin
  await becomeStaff(admin, 'ADMIN', server)
  await page.route('**/api/v1/admin/**', (route) => route.abort())
  await page.goto('/admin')
  await expect(page.getByText('Mock Data')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Failed to load admin data. Please try again.')
  await page.getByRole('tab', { name: 'Users' }).click()
  await expect(page.getByText('Example person 1')).toBeVisible()
  await page.unroute('**/api/v1/admin/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Real Data')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { name: 'No Active Chat' })).toBeVisible()
})

test('visitors and plain members see only the example data', async ({ newVisitor }) => {
  const visitor = await newVisitor()
  await visitor.page.goto('/admin')
  await expect(visitor.page.getByText('Mock Data')).toBeVisible()
  await visitor.page.getByRole('link', { name: 'Login' }).click()
  await expect(visitor.page.getByRole('button', { name: 'Login' })).toBeVisible()

  const member = await newVisitor()
  await becomeMember(member, ['Curiosity'])
  await member.page.goto('/admin')
  await expect(member.page.getByText('Mock Data')).toBeVisible()
  await expect(member.page.getByRole('alert')).toContainText('Failed to load admin data.')
})
