import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PaymentProvider, ProviderFailure } from '#server/domains/billing/providers/provider.ts'
import { createRazorpay } from '#server/domains/billing/providers/razorpay.ts'
import { startPlayback } from '../../kit/recorded/playback.ts'
import {
  type RazorpayPayment,
  razorpayEvent,
  razorpayOrder,
  razorpayPayment,
  razorpayPayments,
} from '../../kit/recorded/razorpay.ts'
import { useStarted } from '../../kit/use-started.ts'

const ORDER = 'order_answers1'
const PAYMENTS = `GET /v1/orders/${ORDER}/payments`
const PRICE = { amount: 49_900, currency: 'INR' }
const REFUSAL = { error: { code: 'BAD_REQUEST_ERROR', description: 'The id does not exist.' } }

const playback = useStarted(startPlayback)
let razorpay: PaymentProvider
beforeAll(async () => {
  if (!playback.settings.razorpay) throw new Error('the playback has settings for Razorpay')
  razorpay = createRazorpay(playback.settings.razorpay)
})
beforeEach(() => {
  playback.requests.length = 0
})

const payment = (changes: Partial<RazorpayPayment> = {}): RazorpayPayment => ({
  id: 'pay_answers1',
  orderId: ORDER,
  amount: PRICE.amount,
  status: 'captured',
  ...changes,
})
const plays = (...items: RazorpayPayment[]) => playback.play(PAYMENTS, razorpayPayments(items))
const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

describe('an order at Razorpay', () => {
  const create = () =>
    razorpay.createOrder({
      reference: 'our-id',
      charge: PRICE,
      description: 'Weekly',
      origin: 'https://rapport.example',
    })

  it('goes out for the price, with our id and the plan', async () => {
    playback.play('POST /v1/orders', razorpayOrder(ORDER, PRICE))
    expect(razorpay.chargeFor(PRICE, { amount: 599, currency: 'USD' })).toEqual(PRICE)
    expect(await create()).toEqual({ providerOrderId: ORDER, approveUrl: null })
    expect(playback.requests).toMatchObject([
      {
        request: 'POST /v1/orders',
        body: { ...PRICE, receipt: 'our-id', notes: { order: 'our-id', plan: 'Weekly' } },
      },
    ])
  })

  it.each([{ amount: 49_901 }, { currency: 'USD' }])('fails when created with %j', async (changes) => {
    playback.play('POST /v1/orders', razorpayOrder(ORDER, { ...PRICE, ...changes }))
    expect(await failure(create())).toMatchObject({
      provider: 'razorpay',
      status: null,
      issue: 'another amount',
      message: 'razorpay: creating an order failed (no answer, another amount)',
    })
  })

  it('fails with the status and the description of a refusal', async () => {
    playback.play('POST /v1/orders', REFUSAL, 400)
    const refused = await failure(create())
    expect(refused).toBeInstanceOf(ProviderFailure)
    expect(refused).toMatchObject({
      name: 'ProviderFailure',
      provider: 'razorpay',
      status: 400,
      issue: 'The id does not exist.',
      message: 'razorpay: creating an order failed (400, The id does not exist.)',
    })
    playback.play('POST /v1/orders', { error: { code: 'SERVER_ERROR' } }, 500)
    expect(await failure(create())).toMatchObject({ status: 500, issue: 'SERVER_ERROR' })
    playback.play('POST /v1/orders', { id: 7 })
    expect(await failure(create())).toMatchObject({ status: null, issue: 'unreadable response' })
  })
})

describe('the payments of an order at Razorpay', () => {
  it.each([
    [{ status: 'created' }, 'pending'],
    [{ status: 'authorized' }, 'authorized'],
    [{ status: 'captured' }, 'completed'],
    [{ status: 'captured', refunded: 100 }, 'completed'],
    [{ status: 'captured', refunded: PRICE.amount }, 'refunded'],
    [{ status: 'refunded', refunded: PRICE.amount }, 'refunded'],
    [{ status: 'failed' }, 'failed'],
  ] as const)('count with %j as %s', async (changes, status) => {
    const row = razorpayPayment(payment(changes))
    playback.play(PAYMENTS, { items: [{ ...row, created_at: 1_763_640_000 }] })
    const { payments } = await razorpay.order(ORDER)
    expect(payments).toEqual([
      { id: 'pay_answers1', status, money: PRICE, at: new Date('2025-11-20T12:00:00Z') },
    ])
  })

  it.each([
    [[], null],
    [['created', 'authorized'], 'pay_2'],
    [['failed', 'authorized', 'authorized'], 'pay_2'],
    [['authorized', 'captured'], null],
    [['refunded', 'authorized'], null],
    [['failed', 'created'], null],
  ] as const)('offer with the states %j the capturable payment %s', async (states, promise) => {
    plays(...states.map((status, index) => payment({ id: `pay_${index + 1}`, status })))
    expect(await razorpay.order(ORDER)).toMatchObject({ capturable: promise })
  })

  it('fail as unreadable with a number or a status that Razorpay does not have', async () => {
    for (const changes of [{ amount: 1.5 }, { status: 'unknown' }, { created_at: 'today' }]) {
      playback.play(PAYMENTS, { items: [{ ...razorpayPayment(payment()), ...changes }] })
      expect(await failure(razorpay.order(ORDER))).toMatchObject({ issue: 'unreadable response' })
    }
  })
})

describe('a capture at Razorpay', () => {
  const capture = () => razorpay.capture(ORDER, 'pay_answers1', PRICE)
  const CAPTURE = 'POST /v1/payments/pay_answers1/capture'

  it('captures the charge once', async () => {
    playback.play(CAPTURE, razorpayPayment(payment()))
    await capture()
    expect(playback.requests).toMatchObject([{ request: CAPTURE, body: PRICE }])
  })

  it('succeeds after a refusal if the payment was captured before', async () => {
    playback.play(CAPTURE, REFUSAL, 400)
    plays(payment())
    await capture()
    expect(playback.requests.map(({ request }) => request)).toEqual([CAPTURE, PAYMENTS])
    plays(payment({ id: 'pay_answers0', status: 'failed' }), payment())
    await capture()
    for (const items of [
      [payment({ status: 'authorized' })],
      [payment({ id: 'pay_answers2' }), payment({ status: 'failed' })],
    ]) {
      plays(...items)
      expect(await failure(capture())).toMatchObject({
        provider: 'razorpay',
        status: 400,
        message: 'razorpay: capturing a payment failed (400, The id does not exist.)',
      })
    }
  })
})

describe('the order of a payment at Razorpay', () => {
  it('matches what Razorpay returns, and is null for an unknown payment', async () => {
    const id = `pay_${'a'.repeat(60)}`
    playback.play(`GET /v1/payments/${id}`, razorpayPayment(payment({ id })))
    expect(await razorpay.orderOf?.(id)).toBe(ORDER)
    expect(await razorpay.orderOf?.('pay_unknown')).toBeNull()
    for (const status of [400, 404]) {
      playback.play('GET /v1/payments/pay_refused', REFUSAL, status)
      expect(await razorpay.orderOf?.('pay_refused')).toBeNull()
    }
  })

  it('fails when Razorpay fails', async () => {
    playback.play('GET /v1/payments/pay_broken', REFUSAL, 500)
    expect(await failure(Promise.resolve(razorpay.orderOf?.('pay_broken')))).toMatchObject({
      status: 500,
      message: 'razorpay: fetching a payment failed (500, The id does not exist.)',
    })
  })

  it.each(['pay_', `pay_${'a'.repeat(61)}`, 'order_1', ' pay_1', 'pay_1/refunds', 'pay_1?x'])(
    'needs no request for %j, which is not a payment id',
    async (id) => {
      expect(await razorpay.orderOf?.(id)).toBeNull()
      expect(playback.requests).toEqual([])
    },
  )
})

describe('a webhook of Razorpay', () => {
  const body = (event: object | string) => (typeof event === 'string' ? event : JSON.stringify(event))
  const read = async (event: object | string, changes: Record<string, string | string[]> = {}) =>
    razorpay.readWebhook(body(event), { ...(await playback.sign('razorpay', body(event))), ...changes })

  it('names its order, and its payment only for a lost dispute', async () => {
    const id = { 'x-razorpay-event-id': 'event-1' }
    expect(await read(razorpayEvent('payment.captured', payment()), id)).toEqual({
      eventId: 'event-1',
      providerOrderId: ORDER,
      reversedPaymentId: null,
    })
    expect(await read(razorpayEvent('payment.dispute.lost', payment()), id)).toEqual({
      eventId: 'event-1',
      providerOrderId: ORDER,
      reversedPaymentId: 'pay_answers1',
    })
    expect(await read(razorpayEvent('payment.dispute.won', payment()))).toMatchObject({
      reversedPaymentId: null,
    })
    const paid = { event: 'order.paid', payload: { order: { entity: { id: 'order_2' } } } }
    expect(await read(paid)).toMatchObject({ providerOrderId: 'order_2' })
    expect(await read({ event: 'payment.dispute.lost', payload: {} })).toMatchObject({
      providerOrderId: null,
      reversedPaymentId: null,
    })
  })

  it('takes its identity from its event id, or else from its body', async () => {
    const digest = createHash('sha256').update('no event').digest('hex')
    const nothing = { providerOrderId: null, reversedPaymentId: null }
    expect(await read('no event', { 'x-razorpay-event-id': '' })).toEqual({ eventId: digest, ...nothing })
    const { 'x-razorpay-event-id': _, ...signature } = await playback.sign('razorpay', 'no event')
    expect(await razorpay.readWebhook('no event', signature)).toEqual({ eventId: digest, ...nothing })
    expect(await read('no event', { 'x-razorpay-event-id': ['first', 'second'] })).toEqual({
      eventId: 'first',
      ...nothing,
    })
  })

  it.each([
    ['no signature', ''],
    ['half a signature', '00'.repeat(16)],
    ['another signature', '00'.repeat(32)],
    ['no hexadecimal digits', 'signature'],
  ])('fails with %s', async (_, signature) => {
    const event = razorpayEvent('payment.captured', payment())
    expect(await read(event, { 'x-razorpay-signature': signature })).toBeNull()
  })

  it('fails with the signature of another body', async () => {
    expect(await razorpay.readWebhook('{}', await playback.sign('razorpay', '{ }'))).toBeNull()
  })
})
