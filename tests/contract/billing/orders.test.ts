import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CURRENCIES } from '#schema/currencies.ts'
import { PLAN_IDS } from '#schema/plans.ts'
import { startPaymentSandbox } from '#server/local/index.ts'
import { LOG_SERIALIZERS } from '#server/platform/logging/log.ts'
import { isSecurityLine, startApp } from '../../kit/app.ts'
import { ask } from '../../kit/graphql.ts'
import { call, join } from '../../kit/person.ts'
import {
  capturePaypal,
  createOrder,
  grantsOf,
  order,
  payByCard,
  premiumUntil,
  priceOf,
  statusOf,
  transactionsOf,
} from '../../kit/shop.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const sandbox = useStarted(() => startPaymentSandbox({ timeout: 2_000 }))
const node = useNode({ payments: sandbox })
beforeAll(async () => {
  sandbox.simulation.webhooks = 'none'
})
afterEach(() => {
  sandbox.simulation.api = 'up'
})

describe('an order', () => {
  // covers: 1-payment-providers, 7-create-order
  it.each(PLAN_IDS)('goes to the card provider in rupees for %s, at the price of the table', async (plan) => {
    const asha = await join(node)
    for (const path of ['create-simple', 'create']) {
      const { status, body } = await createOrder(asha, priceOf(plan), path)
      expect(status).toBe(200)
      expect(body).toMatchObject({ ...priceOf(plan), paymentProvider: 'razorpay' })
      expect(body.orderId).toMatch(/^order_\w{14}$/)
      expect(body).not.toHaveProperty('approveUrl')
    }
  })

  // covers: 1-payment-providers
  it('goes to PayPal in every other currency, with the page to approve it on', async () => {
    const asha = await join(node)
    for (const { code } of CURRENCIES.filter(({ code }) => code !== 'INR')) {
      const { body } = await createOrder(asha, priceOf('weekly', code))
      expect(body).toMatchObject({ ...priceOf('weekly', code), paymentProvider: 'paypal' })
      expect(String(body.approveUrl)).toContain(`token=${body.orderId}`)
    }
  })

  it('names the charged currency where PayPal does not support the chosen one', async () => {
    const asha = await join(node)
    expect(await order(asha, 'monthly', 'KRW')).toMatchObject({
      ...priceOf('monthly', 'KRW'),
      charged: priceOf('monthly', 'USD'),
    })
    expect(await order(asha, 'monthly', 'EUR')).not.toHaveProperty('charged')
  })

  // covers: 4.9-paypal-charges-dollars
  it.each(['BRL', 'CNY', 'MYR'])(
    'charges dollars for %s, which PayPal takes from its own country only',
    async (currency) => {
      const asha = await join(node)
      const placed = await order(asha, 'weekly', currency)
      expect(placed).toMatchObject({ ...priceOf('weekly', currency), charged: priceOf('weekly', 'USD') })
      expect(String(placed.approveUrl)).toContain(`token=${placed.orderId}`)
      await sandbox.approveAtPaypal(placed.orderId)
      expect((await capturePaypal(asha, placed.orderId)).body).toEqual({ success: true })
      expect(await transactionsOf(asha)).toMatchObject([priceOf('weekly', 'USD')])
    },
  )

  it('names the rounded amount where PayPal takes whole amounts only', async () => {
    const asha = await join(node)
    expect(priceOf('weekly', 'HUF').amount).toBe(214_570)
    expect(await order(asha, 'weekly', 'HUF')).toMatchObject({
      ...priceOf('weekly', 'HUF'),
      charged: { amount: 214_600, currency: 'HUF' },
    })
    expect(await order(asha, 'daily', 'HUF')).not.toHaveProperty('charged')
  })

  // covers: 5-payment-input
  it.each([
    ['one unit too little', { currency: 'INR', amount: 9999 }, 'Invalid plan amount'],
    ['one unit too much', { currency: 'INR', amount: 10_001 }, 'Invalid plan amount'],
    ['a price in another currency', { currency: 'USD', amount: 10_000 }, 'Invalid plan amount'],
    ['an amount of zero', { currency: 'INR', amount: 0 }, 'Invalid plan amount'],
    ['a negative amount', { currency: 'INR', amount: -10_000 }, 'Invalid plan amount'],
    ['a fraction', { currency: 'INR', amount: 10_000.5 }, 'Invalid plan amount'],
    ['text', { currency: 'INR', amount: '10000' }, 'Invalid plan amount'],
    ['an unknown currency', { currency: 'XAU', amount: 10_000 }, 'Unknown currency'],
  ])('fails for %s', async (_, body, message) => {
    const asha = await join(node)
    expect(await createOrder(asha, body)).toMatchObject({ status: 400, body: { code: 'INVALID', message } })
  })

  it('needs a session, as does every payment call', async () => {
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

describe('payments during a failure of the provider', () => {
  // covers: design-provider-failures
  it.each(['down', 'slow', 'nonsense'] as const)(
    'answer 503 and charge nothing, and a retry succeeds: %s',
    async (state) => {
      const asha = await join(node)
      const [card, paypal] = [await order(asha, 'daily'), await order(asha, 'weekly', 'USD')]
      const paymentId = payByCard(sandbox, card.orderId)
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
    },
  )
})

describe('the payment options', () => {
  it("contain the operator's limit of free conversations a day", async () => {
    const set = await startApp({ env: { FREE_CONVERSATIONS_A_DAY: '7' } })
    const { body } = await (await join(set)).call('GET', '/api/v1/payment/options')
    expect(body).toMatchObject({ freeConversationsADay: 7 })
    await set[Symbol.asyncDispose]()
  })
})

describe('a server without payment keys', () => {
  it('answers 503 to payment calls, saying that payments are not configured', async () => {
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

  it('logs one line without a stack, however often REST and GraphQL are asked', async () => {
    const lines: string[] = []
    const log = pino(
      { level: 'warn', serializers: LOG_SERIALIZERS },
      { write: (line) => void lines.push(line) },
    )
    const shut = await startApp({ log })
    const asha = await join(shut)
    for (const _ of [1, 2]) {
      await createOrder(asha, priceOf('daily', 'INR'))
      const { codes } = await ask(
        shut,
        asha,
        'mutation { createOrder(amount: 10000, currency: "INR") { id } }',
      )
      expect(codes).toEqual(['UNAVAILABLE'])
    }
    expect(lines.filter((line) => !isSecurityLine(line)).map((line) => JSON.parse(line))).toEqual([
      {
        level: 40,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        method: 'POST',
        path: '/api/v1/orders/create-simple',
        requestId: expect.any(String),
        reason: 'Payments are not configured on this server.',
        msg: 'request failed',
      },
    ])
    await shut[Symbol.asyncDispose]()
  })
})
