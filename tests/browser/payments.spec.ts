import type { Page } from '@playwright/test'
import { becomeMember, expect, logInByForm, mailsTo, PASSWORD, test, type Visitor } from '../kit/browser.ts'
import { freePort } from '../kit/redis-server.ts'
import { startServerProcess } from '../kit/server-process.ts'

const INDIA = { timezoneId: 'Asia/Kolkata' }
const BRAZIL = { timezoneId: 'America/Sao_Paulo' }
const AMERICA = { timezoneId: 'America/New_York' }

const switchSandbox = (page: Page, webhooks: 'once' | 'none') =>
  page.request.post('/dev/pay/switches', { form: { api: 'up', webhooks } })

async function choosePlan({ page }: Visitor, name: RegExp) {
  await page.goto('/pricing')
  await page.getByRole('button', { name }).click()
}

/** Acts inside the gateway's frame. */
async function payAtGateway({ page }: Visitor, bank: string) {
  await page
    .getByRole('dialog', { name: 'Complete Your Payment' })
    .getByRole('button', { name: /^(Pay|Try again)/ })
    .click()
  const gateway = page.frameLocator('iframe[title="Payment"]')
  await expect(gateway.getByText('TEST MODE')).toBeVisible()
  await gateway.getByLabel('What the bank does').selectOption({ label: bank })
  await gateway.getByRole('button', { name: /^Pay/ }).click()
}

async function openPremium({ page }: Visitor) {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Premium' }).click()
  return page.getByRole('dialog', { name: 'Premium' })
}

const home = ({ page }: Visitor) => page.getByRole('heading', { name: 'No Active Chat' })

test.beforeEach(async ({ page }) => {
  await switchSandbox(page, 'once')
})

// covers: 2.9-payment-dialog
test('a daily pass paid by card in rupees activates Premium and sends a receipt', async ({ newVisitor }) => {
  const asha = await newVisitor(INDIA)
  const { email } = await becomeMember(asha, ['Jazz'])
  await choosePlan(asha, /Pay Now ?, Daily Pass/)
  await payAtGateway(asha, 'Approves and pays')
  await expect(asha.page.getByRole('dialog', { name: 'Confirming your payment' })).toBeVisible()
  await expect(asha.page.getByRole('dialog', { name: 'Payment confirmed' })).toBeVisible()
  await expect(home(asha)).toBeVisible()
  await expect(asha.page.getByText('Unlock Chat History')).toBeHidden()
  const premium = await openPremium(asha)
  await expect(premium.getByText('Active', { exact: true })).toBeVisible()
  await expect(premium.getByRole('listitem')).toContainText(['Daily Pass'])
  await expect.poll(async () => (await mailsTo(asha.page, email))[0]?.subject).toContain('₹100')
})

test('an authorised payment for a daily pass is captured', async ({ newVisitor }) => {
  const asha = await newVisitor(INDIA)
  await becomeMember(asha, ['Jazz'])
  await switchSandbox(asha.page, 'none')
  await choosePlan(asha, /Pay Now ?, Daily Pass/)
  await payAtGateway(asha, 'Approves, but has not paid yet')
  await expect(asha.page.getByRole('dialog', { name: 'Payment confirmed' })).toBeVisible()
  await expect(home(asha)).toBeVisible()
})

// covers: 4.9-three-attempts
test('a payment succeeds at the third attempt, and continues after the gateway was closed', async ({
  newVisitor,
}) => {
  const asha = await newVisitor(INDIA)
  await becomeMember(asha, ['Jazz'])
  await choosePlan(asha, /Pay Now ?, Daily Pass/)
  const dialog = asha.page.getByRole('dialog', { name: 'Complete Your Payment' })
  await expect(dialog.getByText('Attempt #1 of 3')).toBeVisible()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await asha.page
    .frameLocator('iframe[title="Payment"]')
    .getByRole('button', { name: 'Cancel payment' })
    .click()
  await expect(dialog.getByText('Attempt #1 of 3')).toBeVisible()

  await payAtGateway(asha, 'Does not answer')
  await expect(dialog.getByText('Attempt #2 of 3')).toBeVisible()
  await expect(asha.page.getByRole('status').filter({ hasText: 'Payment Failed' })).toContainText(
    'Payment gateway error. Please try a different payment method or bank.',
  )
  await payAtGateway(asha, 'Reports an error')
  await expect(dialog.getByText('Attempt #3 of 3')).toBeVisible()
  await payAtGateway(asha, 'Approves and pays')
  await expect(home(asha)).toBeVisible()
  const premium = await openPremium(asha)
  await expect(premium.getByText('Failed', { exact: true })).toHaveCount(2)
  await expect(premium.getByText('Completed', { exact: true })).toHaveCount(1)
})

// covers: 4.9-paid-after-closing
test('a payment that succeeds after its dialog was closed by keyboard is confirmed', async ({
  newVisitor,
}) => {
  const asha = await newVisitor(INDIA)
  await becomeMember(asha, ['Jazz'])
  // Only the page itself can report this payment to the server.
  await switchSandbox(asha.page, 'none')
  await choosePlan(asha, /Subscribe Now ?, Weekly/)
  const dialog = asha.page.getByRole('dialog', { name: 'Complete Your Payment' })
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  const gateway = asha.page.frameLocator('iframe[title="Payment"]')
  await expect(gateway.getByText('TEST MODE')).toBeVisible()
  // The card page covers the dialog, but the keyboard still reaches it.
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(dialog).toBeHidden()
  await gateway.getByRole('button', { name: /^Pay/ }).click()
  await expect(asha.page.getByRole('dialog', { name: 'Payment confirmed' })).toBeVisible()
  await expect(home(asha)).toBeVisible()
  await expect(asha.page.getByText('Unlock Chat History')).toBeHidden()
})

test('a declined payment closes the dialog and shows the reason', async ({ newVisitor }) => {
  const asha = await newVisitor(INDIA)
  await becomeMember(asha, ['Jazz'])
  await choosePlan(asha, /Subscribe Now ?, Weekly/)
  await payAtGateway(asha, 'Declines')
  await expect(asha.page.getByRole('status').filter({ hasText: 'Payment Failed' })).toContainText(
    /Invalid payment details\. Please refresh the page and try again\.\s*Reason given: Payment was declined by the bank\./,
  )
  await expect(asha.page.getByRole('dialog')).toHaveCount(0)
})

// covers: 4.7-subscription-states
test('a subscription in rupees can be bought, cancelled with access retained, bought again, and ends', async ({
  newVisitor,
  server,
}) => {
  const asha = await newVisitor(INDIA)
  const { email } = await becomeMember(asha, ['Jazz'])
  await choosePlan(asha, /Subscribe Now ?, Monthly/)
  await payAtGateway(asha, 'Approves and pays')
  await expect(home(asha)).toBeVisible()
  await asha.page.goto('/pricing')
  await expect(home(asha)).toBeVisible()

  const premium = await openPremium(asha)
  await premium.getByRole('button', { name: 'Cancel subscription' }).click()
  await asha.page.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(premium.getByText('Cancelled (Access Retained)')).toBeVisible()
  await premium.getByRole('link', { name: 'Reactivate' }).click()
  await asha.page.getByRole('button', { name: /Subscribe Now ?, Weekly/ }).click()
  await payAtGateway(asha, 'Approves and pays')
  await expect(home(asha)).toBeVisible()
  const again = await openPremium(asha)
  await expect(again.getByText('Active', { exact: true })).toBeVisible()
  await expect(again.getByRole('listitem')).toHaveCount(2)

  await server.sql('UPDATE "user" SET premium_until = now() - interval \'1 second\' WHERE user_name = $1', [
    email,
  ])
  await asha.page.goto('/')
  await expect(asha.page.getByText('Unlock Chat History')).toBeVisible()
  await asha.page.goto('/pricing')
  await expect(asha.page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
})

// covers: 4.9-paypal-in-a-new-tab
test('a weekly plan paid with PayPal in a new tab activates Premium in both tabs', async ({ newVisitor }) => {
  const asha = await newVisitor(AMERICA)
  await becomeMember(asha, ['Jazz'])
  await switchSandbox(asha.page, 'none')
  await asha.page.goto('/pricing')
  await expect(asha.page.getByText('$5.99')).toBeVisible()
  const opening = asha.context.waitForEvent('page')
  await asha.page.getByRole('button', { name: /Subscribe Now ?, Weekly/ }).click()
  const paypal = await opening
  await expect(paypal.getByText('USD 5.99')).toBeVisible()
  await expect(asha.page.getByText('PayPal is open in a new tab.')).toBeVisible()
  await paypal.getByRole('button', { name: 'Complete Purchase' }).click()
  await expect(paypal.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expect(home({ ...asha, page: paypal })).toBeVisible()
  await paypal.close()
  await asha.page.bringToFront()
  await asha.page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(home(asha)).toBeVisible()
})

// covers: 4.9-paypal-charges-dollars
test('a currency that PayPal refuses is paid in dollars, after the member has seen that price', async ({
  newVisitor,
}) => {
  const asha = await newVisitor(BRAZIL)
  await becomeMember(asha, ['Jazz'])
  await asha.page.goto('/pricing')
  await expect(asha.page.getByText('R$32.44')).toBeVisible()
  await asha.page.getByRole('button', { name: /Subscribe Now ?, Weekly/ }).click()
  const dialog = asha.page.getByRole('dialog', { name: 'Complete Your Payment' })
  await expect(dialog.getByText('PayPal does not accept BRL. You pay $5.99 in USD.')).toBeVisible()
  await expect(dialog.locator('.payment-sum')).toContainText('$5.99')
  expect(asha.context.pages()).toHaveLength(1)
  const opening = asha.context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Continue to PayPal' }).press('Enter')
  const paypal = await opening
  await expect(paypal.getByText('USD 5.99')).toBeVisible()
  await paypal.getByRole('button', { name: 'Complete Purchase' }).click()
  await expect(home({ ...asha, page: paypal })).toBeVisible()
})

// covers: 2.1-payment-cancel
test('a PayPal payment that is left or declined charges nothing and says so', async ({ newVisitor }) => {
  const asha = await newVisitor(AMERICA)
  await becomeMember(asha, ['Jazz'])
  await asha.page.goto('/pricing')
  const buy = async () => {
    const opening = asha.context.waitForEvent('page')
    await asha.page.getByRole('button', { name: /Pay Now ?, Daily Pass/ }).click()
    return opening
  }
  const left = await buy()
  await left.getByRole('link', { name: /Cancel and return/ }).click()
  await expect(left.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible()
  await left.getByRole('link', { name: 'Try Again' }).click()
  await expect(left.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await left.close()
  await asha.page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()

  await switchSandbox(asha.page, 'none')
  const declined = await buy()
  await declined.getByLabel(/What PayPal does/).selectOption({ label: 'Declines' })
  await declined.getByRole('button', { name: 'Complete Purchase' }).click()
  await expect(declined.getByRole('alert')).toContainText(
    'PayPal declined this payment. You were not charged. Please try again, or pay another way.',
  )
  await declined.goto('/payment/success')
  await expect(declined.getByRole('alert')).toContainText('This link is incomplete')
})

// covers: 4.7-payment-pending
test('an undecided payment blocks a second one, and Premium starts when the bank confirms', async ({
  newVisitor,
}) => {
  const asha = await newVisitor(INDIA)
  await becomeMember(asha, ['Jazz'])
  await asha.page.clock.install()
  await choosePlan(asha, /Pay Now ?, Daily Pass/)
  await payAtGateway(asha, 'Is still reviewing it')
  await expect(asha.page.getByRole('dialog', { name: 'Confirming your payment' })).toBeVisible()
  await asha.page.clock.runFor(3_000)
  const unconfirmed = asha.page.getByRole('dialog', { name: 'Your payment is not confirmed yet' })
  await expect(unconfirmed).toContainText('wait up to 5 minutes')
  const paymentId = (await unconfirmed.getByText(/^pay_/).textContent()) ?? ''
  await unconfirmed.getByRole('button', { name: 'Close' }).first().click()

  // A second checkout is blocked and offers to check the first payment.
  await asha.page.getByRole('button', { name: /Subscribe Now ?, Weekly/ }).click()
  const earlier = asha.page.getByRole('dialog', { name: 'Your earlier payment' })
  await expect(earlier).toContainText(
    'Your earlier payment is still being processed. Please do not pay again.',
  )
  await expect(earlier).toContainText(paymentId)
  await earlier.getByRole('button', { name: 'Check this payment' }).click()
  await expect(earlier).toContainText('Your payment is still being processed.')
  await earlier.getByRole('button', { name: 'Close' }).first().click()
  await asha.page.getByRole('link', { name: 'Back to Home' }).click()

  const premium = await openPremium(asha)
  await expect(premium.getByText('This can take 30 seconds.')).toBeVisible()
  await asha.page.request.post('/dev/pay/decide', { form: { id: paymentId, outcome: 'completed' } })
  const details = async () => (await asha.page.request.get('/api/v1/subscription/details')).json()
  await expect.poll(details).toMatchObject({ isPremium: true })
  await asha.page.clock.runFor(30_000)
  await expect(premium.getByText('Active', { exact: true })).toBeVisible()
})

// covers: 8.2-server-without-keys
test('a server without payment keys shows that payments are unavailable', async ({ newVisitor, server }) => {
  const asha = await newVisitor(INDIA)
  const { email } = await becomeMember(asha, ['Jazz'])
  const port = String(await freePort())
  const production = startServerProcess({
    NODE_ENV: 'production',
    PORT: port,
    DATABASE_URL: await server.databaseUrl(),
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://rapport.example',
    // The test has no TLS, so its pages have another origin than the public one.
    ALLOWED_ORIGINS: `http://localhost:${port}`,
  })
  await production.ready
  const there = await newVisitor({ ...INDIA, baseURL: `http://localhost:${port}` })
  await logInByForm(there.page, email, PASSWORD)
  await expect(home(there)).toBeVisible()
  await there.page.goto('/pricing')
  const told = 'Payment service is temporarily unavailable. Please try again later or contact support.'
  await expect(there.page.getByRole('main').getByRole('status')).toContainText(told)
  await there.page.getByRole('button', { name: /Pay Now ?, Daily Pass/ }).click()
  await expect(there.page.getByRole('status').filter({ hasText: 'Payment Error' })).toContainText(told)
  await expect(there.page.getByText('TEST MODE')).toHaveCount(0)
  await there.context.close()
  await production.stop()
})
