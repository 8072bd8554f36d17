import { becomeMember, expect, test } from '../kit/browser.ts'

test('a checkout of another origin takes a payment, and can open a page of the bank', async ({
  newVisitor,
  server,
}) => {
  const foreign = server.url.replace('localhost', '127.0.0.1')
  // The policy of the page allows the scripts of the configured provider, which is here.
  const asha = await newVisitor({ timezoneId: 'Asia/Kolkata', bypassCSP: true })
  await becomeMember(asha, ['Jazz'])
  await asha.page.route(/\/(api|graphql)/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const body = text.replaceAll('/dev/pay/checkout.js', `${foreign}/dev/pay/checkout.js`)
    await route.fulfill({ response, body })
  })
  await asha.page.goto('/pricing')
  await asha.page.getByRole('button', { name: /Pay Now ?, Daily Pass/ }).click()
  await asha.page
    .getByRole('dialog', { name: 'Complete Your Payment' })
    .getByRole('button', { name: /^Pay/ })
    .click()
  const gateway = asha.page.frameLocator('iframe[title="Payment"]')
  await expect(gateway.getByText('TEST MODE')).toBeVisible()
  const frame = asha.page.frames().find((one) => one.url().startsWith(foreign))
  const opened = await frame?.evaluate(() => {
    const bank = window.open('/dev/pay')
    return bank !== null && !bank.closed
  })
  expect(opened).toBe(true)
  await gateway.getByRole('button', { name: /^Pay/ }).click()
  await expect(asha.page.getByRole('dialog', { name: 'Payment confirmed' })).toBeVisible()
})
