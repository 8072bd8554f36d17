import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPaymentSandbox, type Webhook } from '#server/local/index.ts'
import { call, join } from '../../kit/person.ts'
import {
  type CardOutcome,
  checkAllNow,
  grantsOf,
  isPremium,
  order,
  payByCard,
  premiumUntil,
  subscribe,
  webhookOf,
} from '../../kit/shop.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const sandbox = useStarted(() => startPaymentSandbox())
const node = useNode({ payments: sandbox })
beforeAll(async () => {
  sandbox.sendWebhooksTo(node.url)
})
beforeEach(() => {
  sandbox.simulation.webhooks = 'once'
  sandbox.simulation.api = 'up'
})

const pay = (orderId: string, outcome?: CardOutcome) => payByCard(sandbox, orderId, outcome)
const made = (event: string, orderId: string) => webhookOf(sandbox, event, orderId)

const post = (provider: string, { headers, body }: Pick<Webhook, 'headers' | 'body'>) =>
  call(node.url, 'POST', `/api/v1/webhooks/${provider}`, { headers, body })

/** Withholds the webhooks. */
async function unsent<Answer>(work: () => Promise<Answer>) {
  sandbox.simulation.webhooks = 'none'
  return work()
}

describe('webhooks alone', () => {
  it('give premium for a card payment after the browser was closed', async () => {
    const asha = await join(node)
    pay((await order(asha, 'weekly')).orderId)
    await sandbox.delivered()
    expect(await isPremium(asha)).toBe(true)
    expect(await grantsOf(node, asha)).toHaveLength(1)
  })

  it('capture a card payment that was only authorised', async () => {
    const asha = await join(node)
    pay((await order(asha, 'weekly')).orderId, 'authorized')
    await expect.poll(() => isPremium(asha)).toBe(true)
  })

  it('capture an approved PayPal order after the browser was closed', async () => {
    const asha = await join(node)
    await sandbox.approveAtPaypal((await order(asha, 'weekly', 'USD')).orderId)
    await expect.poll(() => isPremium(asha)).toBe(true)
    await sandbox.delivered()
    expect(await grantsOf(node, asha)).toHaveLength(1)
  })

  it.each(['twice', 'reversed'] as const)('give premium once when they come %s', async (how) => {
    sandbox.simulation.webhooks = how
    const asha = await join(node)
    const [byCard, byPaypal] = [await order(asha, 'weekly'), await order(asha, 'daily', 'USD')]
    pay(byCard.orderId)
    await sandbox.approveAtPaypal(byPaypal.orderId)
    await expect.poll(async () => (await grantsOf(node, asha)).length).toBe(2)
    await sandbox.delivered()
    expect(await grantsOf(node, asha)).toHaveLength(2)
  })
})

describe('a webhook', () => {
  // covers: design-webhooks-signed
  it('changes nothing when it is repeated', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly')
    pay(orderId)
    await sandbox.delivered()
    const until = await premiumUntil(asha)
    const captured = made('payment.captured', orderId)
    for (const _ of [1, 2, 3]) expect(await sandbox.deliver(captured)).toBe(200)
    expect(await premiumUntil(asha)).toBe(until)
  })

  // covers: design-webhooks-signed
  it('fails when it is forged, has one byte changed or no signature', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly')
    const captured = await unsent(async () => {
      pay(orderId)
      return made('payment.captured', orderId)
    })
    const { 'x-razorpay-signature': signature, ...unsigned } = captured.headers
    const forgeries = [
      { ...captured, body: captured.body.replace('captured', 'Captured') },
      { ...captured, body: `${captured.body} ` },
      { ...captured, headers: unsigned },
      { ...captured, headers: { ...unsigned, 'x-razorpay-signature': '' } },
      { ...captured, headers: { ...unsigned, 'x-razorpay-signature': 'zz'.repeat(32) } },
      { ...captured, headers: { ...unsigned, 'x-razorpay-signature': signature?.slice(2) ?? '' } },
    ]
    for (const forgery of forgeries)
      expect(await post('razorpay', forgery)).toMatchObject({ status: 400, body: { code: 'INVALID' } })
    expect(await isPremium(asha)).toBe(false)
    expect((await post('razorpay', captured)).status).toBe(200)
    expect(await isPremium(asha)).toBe(true)
  })

  it("signed with another secret, or with the other provider's, is refused", async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly')
    const captured = await unsent(async () => {
      pay(orderId)
      return made('payment.captured', orderId)
    })
    const { keySecret } = sandbox.settings.razorpay
    const { clientSecret, webhookId } = sandbox.settings.paypal
    for (const secret of [keySecret, clientSecret, webhookId, '']) {
      const signature = createHmac('sha256', secret).update(captured.body).digest('hex')
      const headers = { ...captured.headers, 'x-razorpay-signature': signature }
      expect((await post('razorpay', { headers, body: captured.body })).status).toBe(400)
    }
    expect((await post('paypal', captured)).status).toBe(400)
    expect(await isPremium(asha)).toBe(false)
  })

  it('fails from PayPal with one byte changed, with altered headers, or with a certificate from elsewhere', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly', 'USD')
    const approved = await unsent(async () => {
      await sandbox.approveAtPaypal(orderId)
      return made('CHECKOUT.ORDER.APPROVED', orderId)
    })
    const certificate = approved.headers['paypal-cert-url'] ?? ''
    const elsewhere = certificate.replace('127.0.0.1', 'localhost')
    const changed = [
      { ...approved, body: approved.body.replace('APPROVED', 'APPROVEd') },
      ...[
        { 'paypal-transmission-id': crypto.randomUUID() },
        { 'paypal-transmission-time': new Date(0).toISOString() },
        { 'paypal-transmission-sig': Buffer.from('forged').toString('base64') },
        { 'paypal-auth-algo': 'none' },
        { 'paypal-cert-url': elsewhere },
        { 'paypal-cert-url': 'file:///etc/passwd' },
        { 'paypal-cert-url': certificate.replace('/v1/', '@elsewhere.example/v1/') },
      ].map((header) => ({ ...approved, headers: { ...approved.headers, ...header } })),
    ]
    for (const [index, one] of changed.entries())
      expect([index, (await post('paypal', one as Webhook)).status]).toEqual([index, 400])
    expect((await post('razorpay', approved)).status).toBe(400)
    expect(await isPremium(asha)).toBe(false)
    expect((await post('paypal', approved)).status).toBe(200)
    expect(await isPremium(asha)).toBe(true)
  })

  it('gets 200 and changes nothing for an unknown order', async () => {
    const { webhookSecret } = sandbox.settings.razorpay
    const entity = { id: 'pay_AAAAAAAAAAAAAA', order_id: 'order_AAAAAAAAAAAAAA' }
    for (const body of [
      JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } }),
      JSON.stringify({ event: 'settlement.processed', payload: {} }),
      'not even JSON',
    ]) {
      const headers = {
        'x-razorpay-signature': createHmac('sha256', webhookSecret).update(body).digest('hex'),
      }
      expect((await post('razorpay', { headers, body })).status).toBe(200)
    }
  })

  it('gets 503 while the provider is unavailable, and succeeds when it is repeated', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly')
    const captured = await unsent(async () => {
      pay(orderId)
      return made('payment.captured', orderId)
    })
    sandbox.simulation.api = 'down'
    expect((await post('razorpay', captured)).status).toBe(503)
    sandbox.simulation.api = 'up'
    expect((await post('razorpay', captured)).status).toBe(200)
    expect(await isPremium(asha)).toBe(true)
  })
})

describe('a refund', () => {
  // covers: design-refund-revokes-premium
  it.each([
    ['INR', 'refund'],
    ['INR', 'reverse'],
    ['USD', 'refund'],
    ['USD', 'reverse'],
  ] as const)('takes premium back in %s by a %s', async (currency, how) => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'monthly', currency)
    if (currency === 'INR') pay(orderId)
    else await sandbox.approveAtPaypal(orderId)
    await expect.poll(() => isPremium(asha)).toBe(true)
    await sandbox.delivered()
    await sandbox[how](orderId)
    await expect.poll(() => isPremium(asha)).toBe(false)
    await sandbox.delivered()
    // Later checks do not restore premium.
    await checkAllNow(node)
    expect(await isPremium(asha)).toBe(false)
    const { body } = await asha.call('GET', '/api/v1/transactions')
    expect(body).toMatchObject([{ status: 'refunded' }])
    expect((await asha.call('GET', '/api/session')).body).toMatchObject({ user: { premiumUser: false } })
  })

  it('keeps premium when it covers a part', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'monthly')
    pay(orderId)
    await expect.poll(() => isPremium(asha)).toBe(true)
    const until = await premiumUntil(asha)
    await sandbox.refund(orderId, 1000)
    await sandbox.delivered()
    expect(await premiumUntil(asha)).toBe(until)
  })

  it('keeps the other plan in full when it covers one of two', async () => {
    const asha = await join(node)
    const [first, second] = [await order(asha, 'monthly'), await order(asha, 'weekly')]
    await subscribe(asha, 'monthly', pay(first.orderId))
    await subscribe(asha, 'weekly', pay(second.orderId))
    const refundedAt = Date.now()
    await sandbox.refund(first.orderId)
    await sandbox.delivered()
    const week = 7 * 24 * 60 * 60_000
    const until = (await premiumUntil(asha)) ?? 0
    expect(until).toBeGreaterThanOrEqual(refundedAt + week)
    expect(until).toBeLessThanOrEqual(Date.now() + week)
  })
})
