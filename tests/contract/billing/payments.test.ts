import { beforeAll, describe, expect, it } from 'vitest'
import type { PlanId } from '#schema/plans.ts'
import { planEnd } from '#server/domains/billing/index.ts'
import { startPaymentSandbox } from '#server/local/index.ts'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { call, join } from '../../kit/person.ts'
import {
  type CardOutcome,
  capture,
  capturePaypal,
  grantsOf,
  order,
  payByCard,
  premiumUntil,
  priceOf,
  statusOf,
  subscribe,
  transactionsOf,
} from '../../kit/shop.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000

const sandbox = useStarted(() => startPaymentSandbox({ timeout: 2_000 }))
const node = useNode({ payments: sandbox })
beforeAll(async () => {
  sandbox.simulation.webhooks = 'none'
})

const pay = (orderId: string, outcome?: CardOutcome) => payByCard(sandbox, orderId, outcome)

describe('a card payment', () => {
  // covers: 7-payment-status
  it('gives a day of premium once, however often its status is requested', async () => {
    const asha = await join(node)
    const before = Date.now()
    const paymentId = pay((await order(asha, 'daily')).orderId)
    for (const _ of [1, 2, 3])
      expect((await statusOf(asha, paymentId)).body).toMatchObject({
        premiumActivated: true,
        status: 'completed',
      })
    expect((await asha.call('GET', '/api/session')).body).toMatchObject({ user: { premiumUser: true } })
    const until = (await premiumUntil(asha)) ?? 0
    expect(until).toBeGreaterThanOrEqual(before + DAY)
    expect(until).toBeLessThanOrEqual(Date.now() + DAY)
    expect(await grantsOf(node, asha)).toHaveLength(1)
  })

  // covers: 3-capture-success-is-text, 7-payment-capture
  it('gives premium once the client captures an authorised payment, with an answer in text', async () => {
    const asha = await join(node)
    const paymentId = pay((await order(asha, 'daily')).orderId, 'authorized')
    expect((await statusOf(asha, paymentId)).body).toMatchObject({
      premiumActivated: false,
      status: 'authorized',
    })
    expect(await premiumUntil(asha)).toBeNull()
    for (const _ of [1, 2]) expect((await capture(asha, paymentId)).body).toMatchObject({ success: 'true' })
    expect(await grantsOf(node, asha)).toHaveLength(1)
  })

  it('gives nothing when it failed, and the same order can be paid again', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'daily')
    const failed = pay(orderId, 'gateway')
    expect((await statusOf(asha, failed)).body).toMatchObject({ premiumActivated: false, status: 'failed' })
    expect((await capture(asha, failed)).body).toMatchObject({ success: 'false' })
    expect((await statusOf(asha, pay(orderId))).body).toMatchObject({ premiumActivated: true })
    const states = (await transactionsOf(asha)).map(({ status }) => status)
    expect(states.sort()).toEqual(['completed', 'failed'])
  })

  // covers: 6-own-payments
  it('cannot be used by another member', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const paymentId = pay((await order(asha, 'weekly')).orderId)
    for (const before of [true, false]) {
      for (const answer of [
        await statusOf(ben, paymentId),
        await capture(ben, paymentId),
        await subscribe(ben, 'weekly', paymentId),
      ])
        expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(await premiumUntil(ben)).toBeNull()
      // Neither before the payment is recorded nor afterwards.
      if (before) expect((await subscribe(asha, 'weekly', paymentId)).status).toBe(200)
    }
  })

  it('cannot be found when it does not exist', async () => {
    const asha = await join(node)
    for (const paymentId of ['pay_AAAAAAAAAAAAAA', 'nonsense', '../orders', 'pay_%2e%2e%2f'])
      expect((await statusOf(asha, encodeURIComponent(paymentId))).status).toBe(404)
  })
})

describe('a subscription', () => {
  // covers: 7-subscribe
  it.each<PlanId>(['weekly', 'annual'])('lasts as long as its plan: %s', async (plan) => {
    const asha = await join(node)
    const paymentId = pay((await order(asha, plan)).orderId)
    expect(await subscribe(asha, plan, paymentId)).toMatchObject({
      status: 200,
      body: { success: true, premiumActivated: true },
    })
    const [grant] = await grantsOf(node, asha)
    const end = planEnd(plan, grant?.validFrom ?? new Date(0))
    expect(grant?.validUntil).toEqual(end)
    expect(await premiumUntil(asha)).toBe(end.getTime())
  })

  it('captures an authorised payment', async () => {
    const asha = await join(node)
    const paymentId = pay((await order(asha, 'monthly')).orderId, 'authorized')
    expect((await subscribe(asha, 'monthly', paymentId)).body).toMatchObject({ premiumActivated: true })
  })

  it('bought again extends the remaining time, and undoes a cancellation', async () => {
    const asha = await join(node)
    await subscribe(asha, 'weekly', pay((await order(asha, 'weekly')).orderId))
    const first = (await premiumUntil(asha)) ?? 0
    await asha.call('POST', '/api/v1/subscription/cancel')
    await statusOf(asha, pay((await order(asha, 'daily')).orderId))
    expect(await premiumUntil(asha)).toBe(first + DAY)
    expect((await asha.call('GET', '/api/v1/subscription/details')).body).toMatchObject({
      premiumCancelled: false,
    })
  })

  // covers: 7-subscribe
  it('fails for the payment of another plan, and for a failed payment', async () => {
    const asha = await join(node)
    const orders = [await order(asha, 'daily'), await order(asha, 'annual')] as const
    const daily = pay(orders[0].orderId)
    const failed = pay(orders[1].orderId, 'declined')
    for (const paymentId of [daily, failed])
      expect(await subscribe(asha, 'annual', paymentId)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      })
    expect(await premiumUntil(asha)).toBeNull()
    expect((await subscribe(asha, 'daily', daily)).status).toBe(400)
    expect((await subscribe(asha, 'weekly', '')).body).toMatchObject({ message: 'Payment ID not received' })
  })

  it('sends a mail with the amount paid', async () => {
    const asha = await join(node)
    const paymentId = pay((await order(asha, 'monthly')).orderId)
    await subscribe(asha, 'monthly', paymentId)
    await subscribe(asha, 'monthly', paymentId)
    const { text } = await mailed(node, asha.user.userName, /receipt/)
    expect(text).toContain('₹1,499')
    expect(mailsTo(node, asha.user.userName).filter(({ subject }) => /receipt/.test(subject))).toHaveLength(1)
  })
})

describe('a PayPal payment', () => {
  // covers: 7-paypal-capture
  it('waits for the approval before its capture, and gives premium once', async () => {
    const asha = await join(node)
    const { id, orderId } = await order(asha, 'weekly', 'USD')
    expect((await capturePaypal(asha, orderId)).body).toMatchObject({
      success: false,
      error: 'This payment was not approved at PayPal. You were not charged.',
    })
    await sandbox.approveAtPaypal(orderId)
    for (const reference of [orderId, orderId, id])
      expect((await capturePaypal(asha, reference)).body).toEqual({ success: true })
    expect(await grantsOf(node, asha)).toHaveLength(1)
  })

  it('captures the full amount in a currency without decimals, or one that PayPal does not support', async () => {
    for (const currency of ['JPY', 'HUF', 'IDR']) {
      const asha = await join(node)
      const { orderId } = await order(asha, 'weekly', currency)
      await sandbox.approveAtPaypal(orderId)
      expect((await capturePaypal(asha, orderId)).body).toEqual({ success: true })
    }
  })

  it('gives nothing when it is declined', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly', 'USD')
    await sandbox.approveAtPaypal(orderId, 'declined')
    const { body } = await capturePaypal(asha, orderId)
    expect(body).toMatchObject({ success: false, error: expect.stringContaining('declined') })
    expect(await premiumUntil(asha)).toBeNull()
  })

  it('gives premium once PayPal completes its review', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly', 'USD')
    await sandbox.approveAtPaypal(orderId, 'pending')
    expect((await capturePaypal(asha, orderId)).body).toMatchObject({ success: false })
    await sandbox.decide(orderId, 'completed')
    expect((await capturePaypal(asha, orderId)).body).toEqual({ success: true })
  })

  // covers: 6-own-payments
  it('cannot be captured by another member', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const { id, orderId } = await order(asha, 'weekly', 'USD')
    await sandbox.approveAtPaypal(orderId)
    for (const reference of [id, orderId, 'nonsense'])
      expect((await capturePaypal(ben, reference)).status).toBe(404)
    expect(await premiumUntil(asha)).toBeNull()
  })

  it('returns to the site of the request, and to no other', async () => {
    const asha = await join(node)
    const approveUrl = async (origin: string) => {
      const { token } = asha
      const answer = await call(node.url, 'POST', '/api/v1/orders/create-simple', {
        token,
        body: priceOf('weekly', 'USD'),
        headers: { origin },
      })
      return new URL(String(answer.body.approveUrl)).origin
    }
    expect(await approveUrl('http://127.0.0.1:0')).toBe(new URL('http://127.0.0.1:0').origin)
    expect(await approveUrl('https://elsewhere.example')).toBe(new URL('http://localhost:0').origin)
  })
})
