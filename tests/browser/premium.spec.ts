import type { Locator } from '@playwright/test'
import { aProfile, becomeMember, expect, registerDirectly, test } from '../kit/browser.ts'

// covers: 2.8-premium-panel-of-free-members
test('a free member sees what Premium offers and where to get it', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await registerDirectly(page, aProfile(['Thinks about it']))
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Premium' }).click()
  const panel = page.getByRole('dialog', { name: 'Premium' })
  for (const feature of ['Flexible plans', 'Cancel anytime', 'Premium support'])
    await expect(panel.getByText(feature)).toBeVisible()
  await panel.getByRole('link', { name: 'View Premium Plans' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
})

// covers: 2.8-premium-panel, design-payment-history-times
test('a premium member sees payments, cancels, keeps access and can reactivate', async ({
  newVisitor,
  server,
}) => {
  const visitor = await newVisitor({ timezoneId: 'Asia/Kolkata' })
  const { page } = visitor
  const { email } = await becomeMember(visitor, ['Pays'])
  await server.sql(
    `WITH member AS (
       UPDATE "user" SET premium_until = '2999-12-18T12:00Z' WHERE user_name = $1 RETURNING id
     ), paid AS (
       INSERT INTO "order" (id, user_id, provider, provider_order_id, plan, amount, currency, charged_amount, charged_currency, status, updated)
       SELECT gen_random_uuid(), id, 'razorpay', 'order_1', 'weekly', 49900, 'INR', 49900, 'INR', 'paid', now() FROM member
       RETURNING id, user_id
     )
     INSERT INTO transaction (id, user_id, order_id, provider, provider_payment_id, status, description, type, amount, currency, date)
     SELECT gen_random_uuid(), user_id, id, 'razorpay', 'pay_1', 'completed', 'Weekly', 'subscription', 49900, 'INR', '2020-11-20T08:35:00Z' FROM paid`,
    [email],
  )
  await page.reload()
  const open = async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page
      .getByRole('dialog', { name: 'Settings' })
      .getByRole('button', { name: /Premium/ })
      .click()
  }
  await open()
  const panel = page.getByRole('dialog', { name: 'Premium' })
  await expect(panel.getByText('Active', { exact: true })).toBeVisible()
  await expect(panel.getByText('18 December 2999', { exact: true })).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Weekly' })).toContainText(
    /20 Nov 2020, 14:05.*₹499/,
  )

  await panel.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await panel.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(page.getByText('Subscription Cancelled').first()).toBeVisible()
  await expect(panel.getByText('Cancelled (Access Retained)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Yes, cancel' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const badge = settings.getByRole('button', { name: /^Premium/ })
  await expect(badge).toHaveText('PremiumCancelled (Access Retained)')
  await badge.click()
  await panel.getByRole('link', { name: 'Reactivate' }).click()
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await page.goto('/pricing')
  await expect(page.getByRole('button', { name: /Find Match/ })).toBeVisible()
})

// covers: 7-subscription-details
test('details of the subscription that fail to load are said to be missing, and can be loaded again', async ({
  newVisitor,
  server,
}) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const { email } = await becomeMember(visitor, ['Loads twice'])
  await server.sql(
    `UPDATE "user" SET premium_until = '2999-12-18T12:00Z', premium_cancelled = true WHERE user_name = $1`,
    [email],
  )
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  let answers = false
  await page.route('**/api/v1/subscription/details', (route) => (answers ? route.fallback() : route.abort()))
  await page.reload()
  await page.getByRole('button', { name: 'Settings' }).click()
  const badge = page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: /^Premium/ })
  await badge.click()
  const panel = page.getByRole('dialog', { name: 'Premium' })
  const failure = panel.getByRole('alert').filter({ hasText: "We couldn't load your subscription." })
  await expect(failure).toBeVisible()
  await expect(panel.getByText('Active', { exact: true })).toHaveCount(0)
  expect(errors.filter((text) => text.startsWith('Loading the subscription failed'))).not.toEqual([])
  answers = true
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(panel.getByText('Cancelled (Access Retained)')).toBeVisible()
  await expect(failure).toHaveCount(0)
})

// covers: 9-premium-support
test('support answers a premium member sooner, and the draft of the mail names the plan', async ({
  newVisitor,
  server,
}) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const { email } = await becomeMember(visitor, ['Writes in'])
  const openSupport = async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page
      .getByRole('dialog', { name: 'Settings' })
      .getByRole('button', { name: 'Email support' })
      .click()
  }
  const draftIn = async (dialog: Locator) => {
    const href = await dialog.getByRole('link', { name: 'Open in mail app' }).getAttribute('href')
    const { searchParams } = new URL(String(href))
    return { subject: searchParams.get('subject'), body: searchParams.get('body') }
  }
  const help = page.getByRole('dialog', { name: 'How can we help?' })

  await openSupport()
  const general = page.getByRole('dialog', { name: 'Email support' })
  await expect(general).toContainText('We answer within 24 to 48 hours.')
  expect(await draftIn(general)).toEqual({
    subject: 'Rapport support',
    body: `\n\nAccount: ${email}\nPlan: Free`,
  })
  await page.keyboard.press('Escape')
  const button = page.getByRole('button', { name: 'Help', exact: true })
  const rightEdge = (locator: Locator) => locator.evaluate((box) => box.getBoundingClientRect().right)
  const footerEnd = await rightEdge(page.getByRole('contentinfo'))
  expect(footerEnd - (await rightEdge(button))).toBeLessThan(40)
  await button.click()
  await expect(help).toContainText('We answer within 24 to 48 hours.')
  expect(footerEnd - (await rightEdge(button))).toBeLessThan(40)

  await server.sql(`UPDATE "user" SET premium_until = '2999-12-18T12:00Z' WHERE user_name = $1`, [email])
  await page.reload()
  await openSupport()
  const premium = page.getByRole('dialog', { name: 'Premium support' })
  await expect(premium).toContainText(
    'With Premium, we answer within 12 to 24 hours, and technical and urgent questions within 2 to 6.',
  )
  await premium.getByLabel('Subject').fill('My chats & lists')
  await premium.getByLabel('Message').fill('They are gone.')
  expect(await draftIn(premium)).toEqual({
    subject: '[Premium] My chats & lists',
    body: `They are gone.\n\nAccount: ${email}\nPlan: Premium`,
  })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect(help).toContainText('We answer within 12 to 24 hours.')
})
