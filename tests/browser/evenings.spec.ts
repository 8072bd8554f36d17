import { expectAccessible } from '../kit/accessibility.ts'
import { becomeMember, becomeStaff, expect, test } from '../kit/browser.ts'

// covers: beyond-evenings-schedule, beyond-evenings-screen, beyond-evenings-why
test('an administrator schedules an evening, and two members search within it and see why they met', async ({
  newVisitor,
  server,
}) => {
  const admin = await newVisitor()
  await becomeStaff(admin, 'ADMIN', server)
  await admin.page.goto('/admin')
  await admin.page.getByRole('tab', { name: 'Evenings' }).click()
  await admin.page.getByRole('button', { name: 'Schedule an evening' }).click()
  const form = admin.page.getByRole('dialog', { name: 'Schedule an evening' })
  await form.getByLabel('Topic, one interest').fill('Lighthouses')
  await form.getByLabel('Day').fill('2020-01-01')
  await form.getByLabel('Time zone').fill('Asia/Kolkata')
  await form.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(form.getByText('An evening cannot begin in the past.')).toBeVisible()
  await expectAccessible(admin.page, 'evening form')
  await form.getByLabel('Day').fill(new Date(Date.now() + 2 * 24 * 60 * 60_000).toISOString().slice(0, 10))
  await form.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(admin.page.getByRole('row', { name: /Lighthouses/ })).toContainText('Asia/Kolkata')
  await expectAccessible(admin.page, 'evenings of the console')

  const [asha, ben] = [await newVisitor(), await newVisitor()]
  await becomeMember(asha, [`Only ${crypto.randomUUID().slice(0, 8)}`])
  const remind = asha.page.getByRole('button', { name: 'Remind me' })
  await remind.click()
  await expect(asha.page.getByRole('button', { name: 'Reminder set' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectAccessible(asha.page, 'home with an evening')

  // The evening begins now.
  await server.sql(
    `UPDATE evening SET starts_at = now() - interval '1 minute' WHERE topic = 'Lighthouses'`,
    [],
  )
  await asha.page.reload()
  await asha.page.getByRole('button', { name: 'Search within Lighthouses' }).click()
  await expect(asha.page.getByText("You're searching within an evening: Lighthouses")).toBeVisible()
  await becomeMember(ben, [`Only ${crypto.randomUUID().slice(0, 8)}`])
  await ben.page.getByRole('button', { name: 'Search within Lighthouses' }).click()
  for (const { page } of [asha, ben]) {
    await expect(page.getByPlaceholder('Type your message...')).toBeVisible()
    await page.getByRole('button', { name: 'Lighthouses' }).click()
    await expect(page.getByText('What brought you together: the evening about Lighthouses.')).toBeVisible()
  }
})
