import { becomeMember, expect, test } from '../kit/browser.ts'

test.use({ settings: { MESSAGE_RETENTION_MONTHS: '24' }, apart: 'messages are deleted after 24 months' })

// covers: beyond-pages-name-retention
test('the pages say after how many months this server deletes messages', async ({ newVisitor }) => {
  const visitor = await newVisitor()
  const { page } = visitor
  await page.goto('/faq')
  await page.getByText('How long do you keep my chats?').click()
  await expect(page.getByText('We delete each message when it is 24 to 25 months old')).toBeVisible()
  await expect(page.getByText('We keep each message until')).toHaveCount(0)
  await page.goto('/de/faq')
  await page.getByText('Wie lange behaltet ihr meine Chats?').click()
  await expect(page.getByText('wenn sie 24 bis 25 Monate alt ist')).toBeVisible()
  await page.goto('/privacy')
  await expect(page.getByText('We delete each message when it is 24 to 25 months old')).toBeVisible()

  await becomeMember(visitor, ['Kept for a while'])
  await page.goto('/pricing')
  await expect(page.getByRole('row', { name: 'History in an open chat' })).toContainText('24 months')
  await page.goto('/privacy-centre')
  const closing = page.getByRole('region', { name: 'Close account' })
  await expect(closing.getByText('Messages are deleted when they are 24 to 25 months old')).toBeVisible()
})
