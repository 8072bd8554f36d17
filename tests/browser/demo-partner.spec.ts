import { aProfile, composer, expect, findMatch, mailed, registerDirectly, say, test } from '../kit/browser.ts'
import { settledHistory } from '../kit/go-back.ts'
import { showTab } from '../kit/show-tab.ts'

test.use({ demo: true })

// covers: design-demo-partners
test('a demo partner answers a member who searches alone, and says that it is a demo', async ({
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

// covers: 4.6-opening-a-conversation
test('premium members open a conversation from their history', async ({ newVisitor }) => {
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

// covers: beyond-first-steps
test('a new member verifies, looks at their own card, changes it and tries a chat with a demo partner', async ({
  newVisitor,
}) => {
  const cleo = await newVisitor()
  const { page } = cleo
  const profile = aProfile(['Small boats'])
  await registerDirectly(page, profile)
  const steps = page.getByRole('region', { name: 'While you wait for the email' })
  await expect(steps.getByText('Try a chat')).toBeVisible()
  await expect(page.getByText(`Sent to ${profile.email}`)).toBeVisible()
  await page.getByRole('button', { name: 'Resend Verification Email' }).click()
  await expect(page.getByText(`Sent again to ${profile.email}`)).toBeVisible()
  await expect(steps.getByRole('button', { name: 'Try it' })).toHaveCount(0)

  // The link opens in another tab, and the member returns to this one.
  await showTab(page, false)
  const { path } = await mailed(page, profile.email, /Verify/)
  await page.request.get(`/api${path}`, { failOnStatusCode: true })
  await showTab(page, true)
  const ready = page.getByRole('region', { name: 'Before your first chat' })
  await expect(ready.getByText('Your email is verified')).toBeVisible()
  await expect(page.getByText('Email verification required')).toHaveCount(0)

  await ready.getByRole('button', { name: 'Show my card' }).press('Enter')
  const card = page.getByRole('dialog', { name: 'What a match sees of you' })
  await expect(card).toContainText(`${profile.displayName}Female, 31`)
  await expect(card).toContainText('Small boats')
  await expect(card).not.toContainText(profile.email)
  await card.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Display Name').fill('Cleo of the boats')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await settledHistory(page, 0)
  await page.reload()
  await expect(
    ready.getByRole('listitem').filter({ hasText: 'See what a match sees of you, done' }),
  ).toBeVisible()

  await ready.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('log')).toContainText('I am a demo partner')
  await page.getByRole('button', { name: 'Find Another' }).click()
  await page.getByRole('button', { name: 'Are you sure?' }).click()
  await page.getByRole('button', { name: 'Cancel Search' }).click()
  await expect(page.getByRole('button', { name: /Find Match/ })).toBeVisible()
  await expect(ready).toHaveCount(0)
})
