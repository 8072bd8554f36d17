import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CURRENCIES } from '#schema/currencies.ts'
import { createPaypal } from '#server/domains/billing/providers/paypal.ts'
import {
  CurrencyRefusal,
  type PaymentProvider,
  ProviderFailure,
} from '#server/domains/billing/providers/provider.ts'
import {
  PAYPAL_DECLINED,
  paypalCapture,
  paypalCreated,
  paypalEvent,
  paypalOrder,
  paypalRefund,
} from '../../kit/recorded/paypal.ts'
import { startPlayback } from '../../kit/recorded/playback.ts'
import { useStarted } from '../../kit/use-started.ts'

const ORDER = 'ORDER0000000ANSWERS'
const CAPTURE = 'CAPTURE00000ANSWERS'
const ASK = `GET /v2/checkout/orders/${ORDER}`
const TAKE = `POST /v2/checkout/orders/${ORDER}/capture`
const SHOW = `GET /v2/payments/captures/${CAPTURE}`
const EVENT = '0198a000-0000-7000-8000-000000000001'
const PRICE = { amount: 599, currency: 'USD' }
const BODY = { id: CAPTURE, orderId: ORDER, value: '5.99', status: 'COMPLETED' as const }

const playback = useStarted(startPlayback)
let paypal: PaymentProvider
beforeAll(async () => {
  if (!playback.settings.paypal) throw new Error('the playback has settings for PayPal')
  paypal = createPaypal(playback.settings.paypal)
})
beforeEach(() => {
  playback.requests.length = 0
})

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

describe('an order at PayPal', () => {
  const create = (charge = PRICE) =>
    paypal.createOrder({
      reference: 'our-id',
      charge,
      description: 'Weekly',
      origin: 'https://rapport.example',
    })

  it('succeeds once for our id, and returns its approval page', async () => {
    playback.play('POST /v2/checkout/orders', paypalCreated(ORDER), 201)
    expect(await create()).toEqual({
      providerOrderId: ORDER,
      approveUrl: `https://www.sandbox.paypal.com/checkoutnow?token=${ORDER}`,
    })
    const [{ headers, body } = { headers: {}, body: null }] = playback.requests
    expect(headers).toMatchObject({ 'paypal-request-id': 'our-id', 'accept-encoding': 'identity' })
    expect(body).toMatchObject({
      intent: 'CAPTURE',
      purchase_units: [
        { custom_id: 'our-id', description: 'Weekly', amount: { currency_code: 'USD', value: '5.99' } },
      ],
      application_context: {
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        return_url: 'https://rapport.example/payment/success',
        cancel_url: 'https://rapport.example/payment/cancel',
      },
    })
  })

  it('finds its approval page by either of two link names, and fails without a web page', async () => {
    const links = (rel: string) => ({ id: ORDER, links: [{ rel, href: 'https://paypal.example/approve' }] })
    playback.play('POST /v2/checkout/orders', links('payer-action'))
    expect(await create()).toMatchObject({ approveUrl: 'https://paypal.example/approve' })
    playback.play('POST /v2/checkout/orders', links('self'))
    expect(await failure(create())).toMatchObject({
      message: 'paypal: creating an order failed (no answer, no address to approve it)',
      provider: 'paypal',
      issue: 'no address to approve it',
    })
    const script = { id: ORDER, links: [{ rel: 'approve', href: 'javascript:alert(1)' }] }
    playback.play('POST /v2/checkout/orders', script)
    expect(await failure(create())).toMatchObject({ issue: 'no address to approve it' })
    playback.play('POST /v2/checkout/orders', PAYPAL_DECLINED, 422)
    expect(await failure(create())).toMatchObject({
      message: 'paypal: creating an order failed (422, INSTRUMENT_DECLINED)',
    })
  })

  it.each([
    'CURRENCY_NOT_SUPPORTED',
    'CURRENCY_NOT_SUPPORTED_FOR_COUNTRY',
    'CURRENCY_NOT_ALLOWED',
    'INVALID_CURRENCY_CODE',
    'UNSUPPORTED_PAYEE_CURRENCY',
  ])('reports the issue %s as a refusal of the currency', async (issue) => {
    for (const call of ['POST /v2/checkout/orders', TAKE])
      playback.play(call, { ...PAYPAL_DECLINED, details: [{ issue }] }, 422)
    for (const call of [create({ amount: 3_244, currency: 'BRL' }), paypal.capture(ORDER, ORDER, PRICE)])
      expect(await failure(call)).toMatchObject({ constructor: CurrencyRefusal, status: 422, issue })
    playback.play('POST /v2/checkout/orders', PAYPAL_DECLINED, 422)
    expect(await failure(create())).not.toBeInstanceOf(CurrencyRefusal)
  })

  it('charges its currency, in whole units for currencies without decimals, or else dollars', () => {
    const dollars = { amount: 120, currency: 'USD' }
    const charge = (amount: number, currency: string) => paypal.chargeFor({ amount, currency }, dollars)
    expect(charge(549, 'EUR')).toEqual({ amount: 549, currency: 'EUR' })
    expect(charge(17_951, 'JPY')).toEqual({ amount: 18_000, currency: 'JPY' })
    expect(charge(440, 'AED')).toBe(dollars)
  })

  it('charges dollars for each of our currencies that PayPal does not take', () => {
    const dollars = { amount: 120, currency: 'USD' }
    const inDollars = CURRENCIES.filter(
      ({ code }) => paypal.chargeFor({ amount: 1_000, currency: code }, dollars) === dollars,
    )
    expect(inDollars.map(({ code }) => code)).toEqual([
      'INR',
      'AED',
      'BDT',
      'IDR',
      'KRW',
      'LKR',
      'NPR',
      'ZAR',
    ])
  })

  it.each([
    ['JPY', 17_951, 18_000, '180'],
    ['HUF', 149, 100, '1'],
    ['TWD', 150, 200, '2'],
    ['EUR', 549, 549, '5.49'],
    ['GBP', 500, 500, '5.00'],
  ])('charges %s over %i hundredths as %i, written as %s', async (currency, amount, charged, value) => {
    const charge = paypal.chargeFor({ amount, currency }, PRICE)
    expect(charge).toEqual({ amount: charged, currency })
    playback.play('POST /v2/checkout/orders', paypalCreated(ORDER), 201)
    await create(charge)
    expect(playback.requests[0]?.body).toMatchObject({
      purchase_units: [{ amount: { currency_code: currency, value } }],
    })
  })

  it.each([
    ['0.29', 'USD', 29],
    ['1.15', 'EUR', 115],
    ['180', 'JPY', 18_000],
    ['143.99', 'USD', 14_399],
  ])('counts a capture of %s %s as a paid amount of %i hundredths', async (value, currency, amount) => {
    playback.play(ASK, paypalOrder(ORDER, 'COMPLETED', [{ ...BODY, value, currency }]))
    expect((await paypal.order(ORDER)).payments).toMatchObject([{ money: { amount, currency } }])
  })

  it("offers a capturable payment only after the payer's approval", async () => {
    playback.play(ASK, paypalOrder(ORDER, 'APPROVED', []))
    expect(await paypal.order(ORDER)).toEqual({ payments: [], capturable: ORDER })
    playback.play(ASK, paypalOrder(ORDER, 'COMPLETED', [BODY]))
    expect(await paypal.order(ORDER)).toMatchObject({ payments: [{ id: CAPTURE }], capturable: null })
  })

  it.each([
    ['COMPLETED', 'completed'],
    ['PARTIALLY_REFUNDED', 'completed'],
    ['PENDING', 'pending'],
    ['DECLINED', 'failed'],
    ['FAILED', 'failed'],
    ['REFUNDED', 'refunded'],
  ] as const)('shows a capture that is %s as a payment that is %s', async (state, status) => {
    const capture = { ...paypalCapture({ ...BODY, status: state }), create_time: '2026-11-20T12:00:00Z' }
    playback.play(ASK, {
      id: ORDER,
      status: 'COMPLETED',
      purchase_units: [{ payments: { captures: [capture] } }, { payments: {} }],
    })
    expect((await paypal.order(ORDER)).payments).toEqual([
      { id: CAPTURE, status, money: PRICE, at: new Date('2026-11-20T12:00:00Z') },
    ])
  })

  it.each([
    ['a refusal with an issue', PAYPAL_DECLINED, 422, { status: 422, issue: 'INSTRUMENT_DECLINED' }],
    ['a refusal with a name', { name: 'NOT_FOUND' }, 404, { status: 404, issue: 'NOT_FOUND' }],
    ['a refusal without issues', { name: 'ODD', details: [] }, 400, { status: 400, issue: 'ODD' }],
    ['a refusal that is no JSON', '<html>', 502, { status: 502, issue: null }],
    ['an answer that is no JSON', '<html>', 200, { status: null, issue: 'unreadable response' }],
    ['an answer of another form', { id: 7 }, 200, { status: null, issue: 'unreadable response' }],
  ])('fails with %s', async (_, body, status, expected) => {
    playback.play(ASK, body, status)
    const refused = await failure(paypal.order(ORDER))
    expect(refused).toBeInstanceOf(ProviderFailure)
    expect(refused).toMatchObject({ provider: 'paypal', ...expected })
    expect((refused as Error).message).toMatch(/^paypal: fetching an order failed \(/)
  })
})

describe('a capture at PayPal', () => {
  const capture = () => paypal.capture(ORDER, ORDER, PRICE)

  it('uses one request id for every attempt, and succeeds when it was captured before', async () => {
    playback.play(TAKE, { status: 'COMPLETED' }, 201)
    await capture()
    playback.play(TAKE, { ...PAYPAL_DECLINED, details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] }, 422)
    await capture()
    expect(playback.requests.map(({ headers }) => headers['paypal-request-id'])).toEqual([
      `capture-${ORDER}`,
      `capture-${ORDER}`,
    ])
  })

  it('fails when PayPal declines', async () => {
    playback.play(TAKE, PAYPAL_DECLINED, 422)
    expect(await failure(capture())).toMatchObject({ status: 422, issue: 'INSTRUMENT_DECLINED' })
  })
})

describe('a webhook of PayPal', () => {
  const read = async (body: object | string, changes: Record<string, string> = {}) => {
    const raw = typeof body === 'string' ? body : JSON.stringify(body)
    return paypal.readWebhook(raw, { ...(await playback.sign('paypal', raw)), ...changes })
  }

  const about = (providerOrderId: string | null, reversedPaymentId: string | null = null) => ({
    providerOrderId,
    reversedPaymentId,
  })

  it('names the order that it is about', async () => {
    expect(await read(paypalEvent('CHECKOUT.ORDER.APPROVED', { id: ORDER }, EVENT))).toEqual({
      eventId: `WH-${EVENT}`,
      ...about(ORDER),
    })
    expect(await read(paypalEvent('CHECKOUT.ORDER.APPROVED', {}))).toMatchObject({ providerOrderId: null })
  })

  it('names the order that PayPal relates to its capture', async () => {
    const told = paypalEvent('PAYMENT.CAPTURE.COMPLETED', paypalCapture(BODY))
    expect(await read(told)).toMatchObject(about(ORDER))
    for (const related of [{}, { supplementary_data: {} }, { supplementary_data: { related_ids: {} } }])
      expect(await read(paypalEvent('PAYMENT.CAPTURE.COMPLETED', related))).toMatchObject(about(null))
    expect(playback.requests).toEqual([])
  })

  it.each([
    ['REFUNDED', null],
    ['REVERSED', CAPTURE],
  ])('fetches the order of a capture that was %s, and reverses %s', async (state, reversedPaymentId) => {
    const told = paypalEvent(`PAYMENT.CAPTURE.${state}`, paypalRefund(BODY))
    const { supplementary_data: _, ...withoutRelated } = paypalCapture(BODY)
    for (const shown of [paypalCapture(BODY), withoutRelated, { ...paypalCapture(BODY), links: [] }]) {
      playback.play(SHOW, shown)
      expect(await read(told)).toMatchObject(about(ORDER, reversedPaymentId))
    }
    playback.play(SHOW, { links: [] })
    expect(await read(told)).toMatchObject({ providerOrderId: null })
    playback.requests.length = 0
    for (const links of [[], [{ rel: 'up', href: '' }], [{ rel: 'self', href: `/captures/${CAPTURE}` }]])
      expect(await read(paypalEvent(`PAYMENT.CAPTURE.${state}`, { id: 'R1', links }))).toMatchObject(
        about(null),
      )
    expect(playback.requests).toEqual([])
  })

  it.each(['PAYMENT.CAPTURE.DENIED', 'PAYMENT.CAPTURE.REFUNDED.LATER', 'OTHER.PAYMENT.CAPTURE.REFUNDED'])(
    'fetches nothing when it has the type %s',
    async (type) => {
      expect(await read(paypalEvent(type, paypalRefund(BODY)))).toMatchObject({ providerOrderId: null })
      expect(playback.requests).toEqual([])
    },
  )

  it('fails when it is about an unknown capture, and names the failed call', async () => {
    playback.play(SHOW, { name: 'NOT_FOUND' }, 404)
    expect(await failure(read(paypalEvent('PAYMENT.CAPTURE.REFUNDED', paypalRefund(BODY))))).toMatchObject({
      message: 'paypal: fetching a capture failed (404, NOT_FOUND)',
    })
  })

  it('finds its capture in a link that ends in a slash', async () => {
    playback.play(SHOW, paypalCapture(BODY))
    const links = [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${CAPTURE}/` }]
    expect(await read(paypalEvent('PAYMENT.CAPTURE.REVERSED', { links }))).toMatchObject(
      about(ORDER, CAPTURE),
    )
  })

  it('concerns no order when it is unreadable, and is refused without a signature', async () => {
    expect(await read('no event')).toEqual({ eventId: expect.any(String), ...about(null) })
    expect(await read('{}', { 'paypal-transmission-id': 'another' })).toBeNull()
  })
})
