import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CURRENCIES } from '#schema/currencies.ts'
import { PLAN_IDS, type PlanId } from '#schema/plans.ts'
import { type PaymentSandbox, startPaymentSandbox } from '#server/local/index.ts'
import { startApp, type TestApp } from '../../kit/app.ts'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { call, join, type Person } from '../../kit/person.ts'
import {
  capture,
  capturePaypal,
  grantsOf,
  order,
  premiumUntil,
  priceOf,
  statusOf,
  subscribe,
} from '../../kit/shop.ts'

const DAY = 24 * 60 * 60_000

let sandbox: PaymentSandbox
let node: TestApp
beforeAll(async () => {
  sandbox = await startPaymentSandbox({ timeout: 2_000 })
  sandbox.simulation.webhooks = 'none'
  node = await startApp({ payments: sandbox })
})
afterEach(() => {
  sandbox.simulation.api = 'up'
})
afterAll(async () => {
  await node[Symbol.asyncDispose]()
  await sandbox[Symbol.asyncDispose]()
})

/** Pays at the checkout; answers the payment's id. */
function pay(orderId: string, outcome: Parameters<PaymentSandbox['payByCard']>[1] = 'captured') {
  const paid = sandbox.payByCard(orderId, outcome)
  if (!paid) throw new Error(`the sandbox knows no order ${orderId}`)
  return 'response' in paid ? paid.response.razorpay_payment_id : paid.error.metadata.payment_id
}

const createOrder = (person: Person, body: unknown, path = 'create-simple') =>
  person.call('POST', `/api/v1/orders/${path}`, body)

describe('an order', () => {
  it.each(PLAN_IDS)('for %s goes to the card provider in rupees, at the price of the table', async (plan) => {
    const asha = await join(node)
    for (const path of ['create-simple', 'create']) {
      const { status, body } = await createOrder(asha, priceOf(plan), path)
      expect(status).toBe(200)
      expect(body).toMatchObject({ ...priceOf(plan), paymentProvider: 'razorpay' })
      expect(body.orderId).toMatch(/^order_\w{14}$/)
      expect(body).not.toHaveProperty('approveUrl')
    }
  })

  it('goes to PayPal in every other currency, with the page to approve it on', async () => {
    const asha = await join(node)
    for (const { code } of CURRENCIES.filter(({ code }) => code !== 'INR')) {
      const { body } = await createOrder(asha, priceOf('weekly', code))
      expect(body).toMatchObject({ ...priceOf('weekly', code), paymentProvider: 'paypal' })
      expect(String(body.approveUrl)).toContain(`token=${body.orderId}`)
    }
  })

  it('says what is charged where PayPal does not take the currency', async () => {
    const asha = await join(node)
    expect(await order(asha, 'monthly', 'KRW')).toMatchObject({
      ...priceOf('monthly', 'KRW'),
      charged: priceOf('monthly', 'USD'),
    })
    expect(await order(asha, 'monthly', 'EUR')).not.toHaveProperty('charged')
  })

  it.each([
    ['one unit too little', { currency: 'INR', amount: 9999 }, 'Invalid plan amount'],
    ['one unit too much', { currency: 'INR', amount: 10_001 }, 'Invalid plan amount'],
    ['a price in another currency', { currency: 'USD', amount: 10_000 }, 'Invalid plan amount'],
    ['nothing', { currency: 'INR', amount: 0 }, 'Invalid plan amount'],
    ['less than nothing', { currency: 'INR', amount: -10_000 }, 'Invalid plan amount'],
    ['a fraction', { currency: 'INR', amount: 10_000.5 }, 'Invalid plan amount'],
    ['text', { currency: 'INR', amount: '10000' }, 'Invalid plan amount'],
    ['an unknown currency', { currency: 'XAU', amount: 10_000 }, 'Unknown currency'],
  ])('for %s is refused', async (_, body, message) => {
    const asha = await join(node)
    expect(await createOrder(asha, body)).toMatchObject({ status: 400, body: { code: 'INVALID', message } })
  })

  it('needs a session, as all that concerns money does', async () => {
    for (const [method, path] of [
      ['POST', '/api/v1/orders/create-simple'],
      ['POST', '/api/v1/orders/create'],
      ['GET', '/api/v1/payment/status/pay_1'],
      ['POST', '/api/v1/payment/capture/pay_1'],
      ['POST', '/api/v1/subscribe/weekly'],
      ['POST', '/api/v1/orders/paypal/capture'],
      ['GET', '/api/v1/payment/options'],
    ] as const)
      expect((await call(node.url, method, path)).status).toBe(401)
  })
})

describe('a card payment', () => {
  it('gives a day of premium, once, however often it is asked about', async () => {
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

  it('that is only authorised is taken by capture, which answers in text', async () => {
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

  it('that failed gives nothing, and the same order can be paid again', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'daily')
    const failed = pay(orderId, 'gateway')
    expect((await statusOf(asha, failed)).body).toMatchObject({ premiumActivated: false, status: 'failed' })
    expect((await capture(asha, failed)).body).toMatchObject({ success: 'false' })
    expect((await statusOf(asha, pay(orderId))).body).toMatchObject({ premiumActivated: true })
    const { body } = await asha.call('GET', '/api/v1/transactions')
    expect((body as unknown as { status: string }[]).map(({ status }) => status).sort()).toEqual([
      'completed',
      'failed',
    ])
  })

  it('is nobody else’s', async () => {
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
      // Neither before it is in the books nor after.
      if (before) expect((await subscribe(asha, 'weekly', paymentId)).status).toBe(200)
    }
  })

  it('that does not exist is not found', async () => {
    const asha = await join(node)
    for (const paymentId of ['pay_AAAAAAAAAAAAAA', 'nonsense', '../orders', 'pay_%2e%2e%2f'])
      expect((await statusOf(asha, encodeURIComponent(paymentId))).status).toBe(404)
  })
})

describe('a subscription', () => {
  const length: [PlanId, (from: Date) => void][] = [
    ['weekly', (date) => date.setUTCDate(date.getUTCDate() + 7)],
    ['annual', (date) => date.setUTCFullYear(date.getUTCFullYear() + 1)],
  ]
  it.each(length)('for %s lasts as long as it says', async (plan, add) => {
    const asha = await join(node)
    const paymentId = pay((await order(asha, plan)).orderId)
    expect(await subscribe(asha, plan, paymentId)).toMatchObject({
      status: 200,
      body: { success: true, premiumActivated: true },
    })
    const [grant] = await grantsOf(node, asha)
    const end = new Date(grant?.validFrom ?? 0)
    add(end)
    expect(grant?.validUntil).toEqual(end)
    expect(await premiumUntil(asha)).toBe(end.getTime())
  })

  it('takes an authorised payment', async () => {
    const asha = await join(node)
    const paymentId = pay((await order(asha, 'monthly')).orderId, 'authorized')
    expect((await subscribe(asha, 'monthly', paymentId)).body).toMatchObject({ premiumActivated: true })
  })

  it('bought again is added to what is left, and takes a cancellation back', async () => {
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

  it('is not had for the payment of another plan, nor for one that failed', async () => {
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

  it('is confirmed by a mail with what was paid', async () => {
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
  it('is taken once it was approved', async () => {
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

  it('in a currency without decimals, or one that PayPal does not take, is taken whole', async () => {
    for (const currency of ['JPY', 'HUF', 'IDR']) {
      const asha = await join(node)
      const { orderId } = await order(asha, 'weekly', currency)
      await sandbox.approveAtPaypal(orderId)
      expect((await capturePaypal(asha, orderId)).body).toEqual({ success: true })
    }
  })

  it('that is declined gives nothing', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly', 'USD')
    await sandbox.approveAtPaypal(orderId, 'declined')
    const { body } = await capturePaypal(asha, orderId)
    expect(body).toMatchObject({ success: false, error: expect.stringContaining('declined') })
    expect(await premiumUntil(asha)).toBeNull()
  })

  it('that PayPal reviews gives premium once it is through', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly', 'USD')
    await sandbox.approveAtPaypal(orderId, 'pending')
    expect((await capturePaypal(asha, orderId)).body).toMatchObject({ success: false })
    await sandbox.decide(orderId, 'completed')
    expect((await capturePaypal(asha, orderId)).body).toEqual({ success: true })
  })

  it('is nobody else’s', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const { id, orderId } = await order(asha, 'weekly', 'USD')
    await sandbox.approveAtPaypal(orderId)
    for (const reference of [id, orderId, 'nonsense'])
      expect((await capturePaypal(ben, reference)).status).toBe(404)
    expect(await premiumUntil(asha)).toBeNull()
  })

  it('leads back to the pages that the member is on, and to no others', async () => {
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

describe('a provider that is', () => {
  it.each(['down', 'slow', 'nonsense'] as const)('%s costs nothing: the retry works', async (state) => {
    const asha = await join(node)
    const [card, paypal] = [await order(asha, 'daily'), await order(asha, 'weekly', 'USD')]
    const paymentId = pay(card.orderId)
    await sandbox.approveAtPaypal(paypal.orderId)
    sandbox.simulation.api = state
    const unavailable = {
      status: 503,
      body: { code: 'UNAVAILABLE', message: expect.stringContaining('try again') },
    }
    const answers = await Promise.all([
      createOrder(asha, priceOf('daily', 'INR')),
      createOrder(asha, priceOf('daily', 'USD')),
      statusOf(asha, paymentId),
      capturePaypal(asha, paypal.orderId),
    ])
    for (const answer of answers) expect(answer).toMatchObject(unavailable)
    expect(await premiumUntil(asha)).toBeNull()
    sandbox.simulation.api = 'up'
    expect((await statusOf(asha, paymentId)).body).toMatchObject({ premiumActivated: true })
    expect((await capturePaypal(asha, paypal.orderId)).body).toEqual({ success: true })
    expect(await grantsOf(node, asha)).toHaveLength(2)
  })
})

describe('the payment options', () => {
  it('name the free conversations a day that the operator has set', async () => {
    const set = await startApp({ env: { FREE_CONVERSATIONS_A_DAY: '7' } })
    const { body } = await (await join(set)).call('GET', '/api/v1/payment/options')
    expect(body).toMatchObject({ freeConversationsADay: 7 })
    await set[Symbol.asyncDispose]()
  })
})

describe('without keys', () => {
  it('payments say that they are not configured', async () => {
    const shut = await startApp()
    const asha = await join(shut)
    const refused = {
      status: 503,
      body: { code: 'UNAVAILABLE', message: expect.stringContaining('not configured') },
    }
    for (const currency of ['INR', 'USD'])
      expect(await createOrder(asha, priceOf('daily', currency))).toMatchObject(refused)
    expect(await statusOf(asha, 'pay_AAAAAAAAAAAAAA')).toMatchObject(refused)
    expect((await asha.call('GET', '/api/v1/payment/options')).body).toEqual({
      testMode: false,
      card: null,
      paypal: false,
      freeConversationsADay: 20,
    })
    for (const provider of ['razorpay', 'paypal'])
      expect(await call(shut.url, 'POST', `/api/v1/webhooks/${provider}`, { body: {} })).toMatchObject(
        refused,
      )
    await shut[Symbol.asyncDispose]()
  })
})
