import { expectAccessible } from '../kit/accessibility.ts'
import { becomeMember, expect, findMatch, test } from '../kit/browser.ts'
import { goBack } from '../kit/go-back.ts'

// covers: design-accessibility
test("the visitors' pages have no accessibility violations", async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Name one thing to start. You can add more later.').waitFor()
  await expectAccessible(page, 'first question')
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Login' }).waitFor()
  await expectAccessible(page, 'login')
  await page.getByRole('tab', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Select a gender').waitFor()
  await expectAccessible(page, 'register')
})

// covers: design-accessibility
test("a member's dialogs have no accessibility violations", async ({ newVisitor }) => {
  const visitor = await newVisitor()
  const { page } = visitor
  await becomeMember(visitor, ['Seen by everyone'])
  await expectAccessible(page, 'idle')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
  await expectAccessible(page, 'settings')
  await page.getByRole('button', { name: 'Email support' }).click()
  await page.getByRole('dialog', { name: 'Email support' }).waitFor()
  await expectAccessible(page, 'support')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('dialog', { name: 'Edit Profile' }).waitFor()
  await expectAccessible(page, 'profile')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Premium' }).click()
  await page.getByRole('dialog', { name: 'Premium' }).waitFor()
  await expectAccessible(page, 'premium')
})

// covers: design-accessibility
test('the pages from the plans to the payment have no accessibility violations', async ({ newVisitor }) => {
  const visitor = await newVisitor({ timezoneId: 'Asia/Kolkata' })
  const { page } = visitor
  await becomeMember(visitor, ['Seen by everyone'])
  await page.goto('/pricing')
  await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor()
  await expectAccessible(page, 'plans')
  await page.getByRole('button', { name: /Subscribe Now ?, Weekly/ }).click()
  await page.getByText('Attempt #1 of 3').waitFor()
  await expectAccessible(page, 'payment')
})

// covers: design-accessibility
test('a chat has no accessibility violations', async ({ newVisitor }) => {
  const visitor = await newVisitor()
  const { page } = visitor
  await becomeMember(visitor, ['Seen by everyone'])
  const partner = await newVisitor()
  await becomeMember(partner, ['Seen by everyone'])
  await findMatch(visitor)
  await page.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await findMatch(partner)
  await page.getByPlaceholder('Type your message...').waitFor()
  await expectAccessible(page, 'chat')
  await page.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page, 'report')
  await page.keyboard.press('Escape')
  await goBack(page, { from: 1 })
  await page.getByRole('heading', { name: 'Your chat is still open' }).waitFor()
  await expectAccessible(page, 'home, with a chat set aside')
})

for (const path of [
  '/terms',
  '/privacy',
  '/contact',
  '/refund-policy',
  '/cancellation-policy',
  '/talk-to-strangers',
  '/faq',
  '/about',
  '/password-reset',
  '/password-reset-confirm',
  '/password-reset-confirm?token=unknown',
  '/password/change-after-reset?token=unknown&username=a@b.example',
  '/password/reset-success',
  '/password/reset-failed',
  '/verification-complete',
  '/verification-failed',
  '/not-me?code=unknown&email=somebody@example.com',
  '/open-app',
  '/open-app#/reset-password?token=unknown&email=somebody%40example.com',
  '/email-verified',
  '/location-debug',
  '/payment/success',
  '/payment/cancel',
  '/?passwordReset=success&userName=a@b.example&token=unknown',
  '/nowhere',
]) {
  test(`${path} has no accessibility violations`, async ({ newVisitor }) => {
    const { page } = await newVisitor()
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expectAccessible(page, path)
  })
}
