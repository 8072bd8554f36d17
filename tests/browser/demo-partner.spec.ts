import { composer, expect, findMatch, say, test } from '../kit/browser.ts'

test.use({ demo: true })

test('a demo partner replies to a member who is alone, and says that it is a demo', async ({
  newVisitor,
}) => {
  const asha = await newVisitor()
  await asha.page.goto('/auth')
  await asha.page.getByLabel('Email').fill('asha@demo.test')
  await asha.page.getByLabel('Password', { exact: true }).fill('Demo-pass1!')
  await asha.page.getByRole('button', { name: 'Login' }).click()
  await findMatch(asha)
  await expect(asha.page.getByRole('heading', { name: 'Match Found!' })).toBeVisible()
  await expect(composer(asha)).toBeVisible()
  await expect(asha.page.getByRole('heading', { name: '(demo)' })).toBeVisible()
  await expect(asha.page.getByRole('log')).toContainText('I am a demo partner')
  await say(asha, 'Are you human?')
  await expect(asha.page.getByRole('log')).toContainText('not a person')
})

test('a premium member opens a conversation from the history', async ({ newVisitor }) => {
  const ben = await newVisitor()
  await ben.page.goto('/auth')
  await ben.page.getByLabel('Email').fill('ben@demo.test')
  await ben.page.getByLabel('Password', { exact: true }).fill('Demo-pass1!')
  await ben.page.getByRole('button', { name: 'Login' }).click()
  await ben.page
    .getByRole('region', { name: 'Recent Conversations' })
    .getByRole('button', { name: /Juniper/ })
    .click()
  await expect(ben.page.getByRole('log')).toContainText('Nine is a lot, honestly.')
})
