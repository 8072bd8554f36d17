import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Billing, createBilling, type PaymentSettings } from '#server/domains/billing/index.ts'
import { ProviderFailure } from '#server/domains/billing/providers/provider.ts'
import { paypalCreated, paypalOrder } from '../../kit/recorded/paypal.ts'
import { startPlayback } from '../../kit/recorded/playback.ts'
import {
  type RazorpayPayment,
  razorpayEvent,
  razorpayOrder,
  razorpayPayment,
  razorpayPayments,
} from '../../kit/recorded/razorpay.ts'
import { openTestBilling } from '../../kit/test-billing.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ORIGINS = ['https://rapport.example', 'https://www.rapport.example'] as const
const DAILY_IN_DOLLARS = { amount: 120, currency: 'USD' }
const MISTAKE = { error: { code: 'SERVER_ERROR' } }
const ADDRESS = '203.0.113.7'
const code = (expected: string) => expect.objectContaining({ code: expected })

const kit = useStarted(openTestBilling)
const playback = useStarted(startPlayback)
const failures: unknown[] = []
beforeEach(() => {
  kit.forget()
  playback.requests.length = 0
  failures.length = 0
})
afterEach(() => void vi.useRealTimers())

/** Billing with the clients of both providers, answered by the playback. `factor` multiplies all rate limits. */
const open = ({ settings = playback.settings as PaymentSettings, factor = 1_000 } = {}): Billing =>
  createBilling(
    testPlatform({
      database: kit.database,
      clock: kit.clock,
      events: kit.events,
      rateLimitFactor: factor,
      onFailure: (error) => void failures.push(error),
    }),
    { payments: settings, freeConversationsADay: 3, origins: ORIGINS },
  )

/** An order at Razorpay with one payment, as Razorpay returns it. */
async function paidByCard(status: RazorpayPayment['status'] = 'captured') {
  const order = await kit.order(await kit.member(), 'weekly')
  const id = `pay_${crypto.randomUUID().replaceAll('-', '')}`
  const payment = { id, orderId: order.providerOrderId, amount: order.chargedAmount, status }
  const asked = `GET /v1/orders/${order.providerOrderId}/payments`
  const captured = `POST /v1/payments/${id}/capture`
  playback.play(`GET /v1/payments/${id}`, razorpayPayment(payment))
  playback.play(asked, razorpayPayments([payment]))
  return { order, payment, asked, captured, userId: order.userId }
}

describe('the checkout options', () => {
  const live = { keyId: 'rzp_live_1' }
  const settingsOf = (razorpay: object | null, paypal: object | null): PaymentSettings => ({
    razorpay: playback.settings.razorpay && razorpay && { ...playback.settings.razorpay, ...razorpay },
    paypal: playback.settings.paypal && paypal && { ...playback.settings.paypal, ...paypal },
  })

  it('contain only the key and the script of the card checkout', () => {
    expect(open({ settings: settingsOf(live, { testMode: false }) }).options()).toEqual({
      testMode: false,
      card: { keyId: 'rzp_live_1', script: playback.settings.razorpay?.checkoutScript },
      paypal: true,
      freeConversationsADay: 3,
    })
  })

  it('contain neither card nor PayPal without settings', () => {
    expect(open({ settings: { razorpay: null, paypal: null } }).options()).toEqual({
      testMode: false,
      card: null,
      paypal: false,
      freeConversationsADay: 3,
    })
  })

  it.each([
    ['a test key of Razorpay', { keyId: 'rzp_test_1' }, null, true],
    ['the sandbox of PayPal', null, { testMode: true }, true],
    ['a live key beside the sandbox', live, { testMode: true }, true],
    ['a live key alone', live, null, false],
    ['the live PayPal alone', null, { testMode: false }, false],
  ])('state with %s whether real money is charged', (_, razorpay, paypal, testMode) => {
    expect(open({ settings: settingsOf(razorpay, paypal) }).options().testMode).toBe(testMode)
  })
})

describe('an order', () => {
  it.each([
    ['their own origin, when it is one of ours', ORIGINS[1], ORIGINS[1]],
    ['our first origin, when the request names an unknown one', 'https://elsewhere.example', ORIGINS[0]],
    ['our first origin, when they name none', undefined, ORIGINS[0]],
  ])('returns the member to %s', async (_, origin, expected) => {
    const providerOrderId = `ORDER${crypto.randomUUID()}`
    playback.play('POST /v2/checkout/orders', paypalCreated(providerOrderId), 201)
    const userId = await kit.member()
    const made = await open().createOrder(userId, DAILY_IN_DOLLARS, origin)
    expect(made).toMatchObject({ orderId: providerOrderId, paymentProvider: 'paypal' })
    expect(playback.requests[0]?.body).toMatchObject({
      application_context: { return_url: `${expected}/payment/success` },
    })
    expect(await kit.database.prisma.order.findMany({ where: { userId } })).toMatchObject([
      { id: made.id, providerOrderId, plan: 'daily' },
    ])
  })

  it('fails while an earlier payment of the member is undecided', async () => {
    const { userId, payment } = await paidByCard('created')
    const billing = open()
    await expect(billing.createOrder(userId, DAILY_IN_DOLLARS, undefined)).rejects.toMatchObject({
      code: 'EARLIER_PAYMENT',
      paymentId: payment.id,
    })
    expect(playback.requests.map(({ request }) => request)).not.toContain('POST /v2/checkout/orders')
  })
})

describe('a card payment', () => {
  it('needs a capture request, because a status request captures nothing', async () => {
    const { userId, payment, asked, captured } = await paidByCard('authorized')
    const billing = open()
    expect(await billing.paymentStatus(userId, payment.id)).toMatchObject({ status: 'authorized' })
    expect(playback.requests.map(({ request }) => request)).toEqual([`GET /v1/payments/${payment.id}`, asked])
    playback.play(captured, razorpayPayment({ ...payment, status: 'captured' }))
    expect(await billing.capture(userId, payment.id)).toMatchObject({ status: 'authorized' })
    expect(playback.requests.map(({ request }) => request)).toContain(captured)
    playback.play(asked, razorpayPayments([{ ...payment, status: 'captured' }]))
    expect(await billing.capture(userId, payment.id)).toMatchObject({ premiumActivated: true })
  })

  it('starts the subscription of its order, and no other', async () => {
    const { userId, payment } = await paidByCard()
    await expect(open().subscribe(userId, 'annual', payment.id)).rejects.toEqual(code('CONFLICT'))
    expect(await open().subscribe(userId, 'weekly', payment.id)).toMatchObject({ premiumActivated: true })
    expect(await kit.premiumOf(userId)).not.toBeNull()
  })
})

describe('a PayPal payment', () => {
  it('does not succeed without approval', async () => {
    const order = await kit.order(await kit.member(), 'weekly', { currency: 'USD' })
    const shown = { ...paypalOrder(order.providerOrderId, 'COMPLETED', []), status: 'CREATED' }
    playback.play(`GET /v2/checkout/orders/${order.providerOrderId}`, shown)
    expect(await open().captureOrder(order.userId, 'paypal', order.providerOrderId)).toEqual({
      success: false,
      error: {
        english: 'This payment was not approved at {provider}. You were not charged.',
        values: { provider: 'PayPal' },
      },
    })
  })
})

describe('a webhook', () => {
  it("settles its order with its provider's signature", async () => {
    const { userId, payment } = await paidByCard()
    const raw = JSON.stringify(razorpayEvent('payment.captured', payment))
    await open().webhook('razorpay', ADDRESS, raw, await playback.sign('razorpay', raw))
    expect(await kit.premiumOf(userId)).not.toBeNull()
  })

  it("fails without its provider's signature", async () => {
    await expect(open().webhook('razorpay', ADDRESS, '{}', {})).rejects.toEqual(code('INVALID'))
    expect(failures).toEqual([])
  })
})

describe('a provider failure', () => {
  type Paid = Awaited<ReturnType<typeof paidByCard>>
  it.each([
    [
      'an order',
      ({ userId }: Paid) => open().createOrder(userId, { amount: 10_000, currency: 'INR' }, undefined),
    ],
    ['the state of a payment', ({ userId, payment }: Paid) => open().paymentStatus(userId, payment.id)],
    ['a capture', ({ userId, payment }: Paid) => open().capture(userId, payment.id)],
    ['a subscription', ({ userId, payment }: Paid) => open().subscribe(userId, 'weekly', payment.id)],
    [
      'a webhook',
      async ({ payment }: Paid) => {
        const raw = JSON.stringify(razorpayEvent('payment.captured', payment))
        await open().webhook('razorpay', ADDRESS, raw, await playback.sign('razorpay', raw))
      },
    ],
  ])('can be retried by the member during %s, and is reported to the operator', async (_, act) => {
    const paid = await paidByCard()
    playback.play(paid.asked, MISTAKE, 500)
    await expect(act(paid)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'We cannot reach the payment provider. Please try again in a few minutes.',
    })
    expect(failures).toEqual([expect.objectContaining({ name: 'ProviderFailure', status: 500 })])
    expect(failures[0]).toBeInstanceOf(ProviderFailure)
  })

  it('can be retried by the member during a capture at PayPal', async () => {
    const order = await kit.order(await kit.member(), 'weekly', { currency: 'USD' })
    playback.play(`GET /v2/checkout/orders/${order.providerOrderId}`, MISTAKE, 503)
    await expect(open().captureOrder(order.userId, 'paypal', order.id)).rejects.toEqual(code('UNAVAILABLE'))
    expect(failures).toEqual([expect.objectContaining({ provider: 'paypal', status: 503 })])
  })

  it('does not include an unknown payment, which is not reported', async () => {
    await expect(open().paymentStatus(await kit.member(), 'pay_unknown')).rejects.toEqual(code('NOT_FOUND'))
    expect(failures).toEqual([])
  })
})

describe('the rate limits of billing', () => {
  /** Each limit allows one action. */
  const narrow = () => open({ factor: 1e-9 })
  const isLimited = (call: Promise<unknown>) =>
    call.then(
      () => false,
      (error: { code?: string }) => error.code === 'RATE_LIMITED',
    )

  it('count the orders of each member, and refuse before calling the provider', async () => {
    const [asha, ben] = [await kit.member(), await kit.member()]
    const billing = narrow()
    const order = (userId: string) => {
      playback.play(
        'POST /v1/orders',
        razorpayOrder(`order_${crypto.randomUUID()}`, { amount: 10_000, currency: 'INR' }),
      )
      return billing.createOrder(userId, { amount: 10_000, currency: 'INR' }, undefined)
    }
    await order(asha)
    playback.requests.length = 0
    expect(await isLimited(order(asha))).toBe(true)
    expect(playback.requests).toEqual([])
    await order(ben)
  })

  it('count all payment queries of a member together', async () => {
    const { userId, payment } = await paidByCard()
    const billing = narrow()
    await billing.paymentStatus(userId, payment.id)
    for (const call of [
      billing.paymentStatus(userId, payment.id),
      billing.capture(userId, payment.id),
      billing.subscribe(userId, 'weekly', payment.id),
      billing.captureOrder(userId, 'paypal', 'unknown'),
    ])
      expect(await isLimited(call)).toBe(true)
    await expect(billing.capture(await kit.member(), payment.id)).rejects.toEqual(code('NOT_FOUND'))
  })

  it('count the webhooks of each address', async () => {
    const billing = narrow()
    const receive = (address: string) => billing.webhook('razorpay', address, '{}', {})
    await expect(receive(ADDRESS)).rejects.toEqual(code('INVALID'))
    expect(await isLimited(receive(ADDRESS))).toBe(true)
    await expect(receive('203.0.113.8')).rejects.toEqual(code('INVALID'))
  })

  it('count the cancellations of each member', async () => {
    const premiumUntil = new Date(kit.clock.now() + DAY)
    const userId = await kit.member({ premiumUntil })
    const billing = narrow()
    await billing.cancel(userId)
    expect(await billing.subscription(userId)).toMatchObject({ isPremium: true, premiumCancelled: true })
    expect(await isLimited(billing.cancel(userId))).toBe(true)
    await expect(billing.cancel(await kit.member())).rejects.toEqual(code('CONFLICT'))
  })
})

describe('a node with billing', () => {
  it('checks due orders every minute from its start, until it stops', async () => {
    await kit.database.pool.query('UPDATE "order" SET next_check = NULL')
    const { userId, order } = await paidByCard()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const billing = open()
    billing.start()
    vi.advanceTimersByTime(MINUTE)
    await billing[Symbol.asyncDispose]()
    expect(await kit.premiumOf(userId)).not.toBeNull()
    expect(vi.getTimerCount()).toBe(0)
    expect(await kit.database.prisma.order.findUnique({ where: { id: order.id } })).toMatchObject({
      status: 'paid',
    })
  })

  it('can be stopped without having been started', async () => {
    await expect(open()[Symbol.asyncDispose]()).resolves.toBeUndefined()
  })
})
