import { describe, expect, it } from 'vitest'
import { call, join, type Person } from '../../kit/person.ts'
import {
  PAYPAL_DECLINED,
  type PaypalCapture,
  paypalCapture,
  paypalCreated,
  paypalDispute,
  paypalEvent,
  paypalOrder,
  paypalRefund,
} from '../../kit/recorded/paypal.ts'
import { startPlayback } from '../../kit/recorded/playback.ts'
import {
  type RazorpayPayment,
  razorpayEvent,
  razorpayOrder,
  razorpayPayment,
  razorpayPayments,
} from '../../kit/recorded/razorpay.ts'
import {
  capture,
  capturePaypal,
  grantsOf,
  order,
  premiumUntil,
  priceOf,
  statusOf,
  transactionsOf,
} from '../../kit/shop.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const playback = useStarted(startPlayback)
const node = useNode({ payments: playback })

let orders = 0

async function postEvent(provider: 'razorpay' | 'paypal', event: object) {
  const body = JSON.stringify(event)
  const headers = { 'content-type': 'application/json', ...(await playback.sign(provider, body)) }
  const { status } = await call(node.url, 'POST', `/api/v1/webhooks/${provider}`, { body, headers })
  expect(status).toBe(200)
}

const ledgerOf = async (person: Person) => {
  const { prisma } = node.app.context.database
  const [row] = await prisma.order.findMany({ where: { userId: person.id }, include: { transactions: true } })
  return {
    order: row?.status,
    payments: row?.transactions.map(({ status, amount, currency }) => ({ status, amount, currency })),
  }
}

describe('recorded answers of Razorpay', () => {
  const price = priceOf('weekly')

  async function ordered() {
    orders += 1
    const orderId = `order_recorded${orders}`
    const asha = await join(node)
    playback.play('POST /v1/orders', razorpayOrder(orderId, price))
    expect((await order(asha, 'weekly')).orderId).toBe(orderId)
    const payment = (changes: Partial<RazorpayPayment> = {}): RazorpayPayment => ({
      id: `pay_recorded${orders}`,
      orderId,
      amount: price.amount,
      status: 'captured',
      ...changes,
    })
    const has = (...items: RazorpayPayment[]) => {
      playback.play(`GET /v1/orders/${orderId}/payments`, razorpayPayments(items))
      for (const one of items) playback.play(`GET /v1/payments/${one.id}`, razorpayPayment(one))
    }
    return { asha, orderId, payment, has, paymentId: `pay_recorded${orders}` }
  }

  it('gives premium for a payment that was captured in full', async () => {
    const { asha, payment, has, paymentId } = await ordered()
    has(payment())
    expect((await statusOf(asha, paymentId)).body).toMatchObject({
      status: 'completed',
      premiumActivated: true,
    })
    expect(await ledgerOf(asha)).toEqual({ order: 'paid', payments: [{ status: 'completed', ...price }] })
  })

  it('gives premium once for a failed payment with a captured one after it', async () => {
    const { asha, payment, has, paymentId } = await ordered()
    has(payment({ id: `${paymentId}first`, status: 'failed' }), payment())
    await postEvent('razorpay', razorpayEvent('payment.captured', payment()))
    await postEvent('razorpay', razorpayEvent('order.paid', payment()))
    expect(await grantsOf(node, asha)).toHaveLength(1)
    expect((await transactionsOf(asha)).map(({ status }) => status).sort()).toEqual(['completed', 'failed'])
  })

  it.each([
    ['created', 'pending', 'created'],
    ['failed', 'failed', 'failed'],
  ] as const)('gives no premium for a payment that is %s', async (status, told, state) => {
    const { asha, payment, has, paymentId } = await ordered()
    has(payment({ status }))
    expect((await statusOf(asha, paymentId)).body).toMatchObject({ status: told, premiumActivated: false })
    expect(await ledgerOf(asha)).toMatchObject({ order: state, payments: [{ status: told }] })
    expect(await premiumUntil(asha)).toBeNull()
  })

  it('captures an authorized payment, and gives premium when the capture is confirmed', async () => {
    const { asha, payment, has, paymentId } = await ordered()
    has(payment({ status: 'authorized' }))
    playback.play(`POST /v1/payments/${paymentId}/capture`, razorpayPayment(payment()))
    expect((await capture(asha, paymentId)).body).toMatchObject({ success: 'false' })
    expect(await ledgerOf(asha)).toMatchObject({ order: 'authorized' })
    has(payment())
    expect((await capture(asha, paymentId)).body).toMatchObject({ success: 'true' })
  })

  // covers: beyond-recorded-payments
  it.each([
    ['one paisa less than the price', { amount: price.amount - 1 }],
    ['one paisa more than the price', { amount: price.amount + 1 }],
    ['the same number in another currency', { currency: 'USD' }],
  ])('gives no premium for %s, and records what was paid', async (_, changes) => {
    const { asha, payment, has, paymentId } = await ordered()
    has(payment(changes))
    expect((await statusOf(asha, paymentId)).body).toEqual({
      status: 'completed',
      premiumActivated: false,
      message: 'This payment does not match the price of the plan. Please contact support.',
    })
    const paid = { status: 'completed', ...price, ...changes }
    expect(await ledgerOf(asha)).toEqual({ order: 'created', payments: [paid] })
    expect(await premiumUntil(asha)).toBeNull()
    // It does not stop the member from paying in full.
    playback.play('POST /v1/orders', razorpayOrder(`order_again${orders}`, price))
    expect((await order(asha, 'weekly')).orderId).toBe(`order_again${orders}`)
  })

  it('takes premium back for a full refund, and keeps it for a partial one', async () => {
    const { asha, payment, has, paymentId } = await ordered()
    has(payment())
    await statusOf(asha, paymentId)
    has(payment({ refunded: 100 }))
    await postEvent('razorpay', razorpayEvent('refund.processed', payment({ refunded: 100 })))
    expect(await premiumUntil(asha)).not.toBeNull()
    const whole = payment({ status: 'refunded', refunded: price.amount })
    has(whole)
    await postEvent('razorpay', razorpayEvent('refund.processed', whole))
    expect(await ledgerOf(asha)).toMatchObject({ order: 'refunded', payments: [{ status: 'refunded' }] })
    expect((await statusOf(asha, paymentId)).body).toMatchObject({ premiumActivated: false })
  })

  it('keeps premium while a dispute is open, and takes it back when the dispute is lost', async () => {
    const { asha, payment, has, paymentId } = await ordered()
    has(payment())
    await statusOf(asha, paymentId)
    await postEvent('razorpay', razorpayEvent('payment.dispute.created', payment()))
    expect((await statusOf(asha, paymentId)).body).toMatchObject({ premiumActivated: true })
    await postEvent('razorpay', razorpayEvent('payment.dispute.lost', payment()))
    expect((await statusOf(asha, paymentId)).body).toMatchObject({
      status: 'refunded',
      premiumActivated: false,
    })
  })
})

describe('recorded answers of PayPal', () => {
  const price = priceOf('weekly', 'USD')
  const value = (price.amount / 100).toFixed(2)

  async function ordered() {
    orders += 1
    const orderId = `5O19012700000${1000 + orders}`
    const asha = await join(node)
    playback.play('POST /v2/checkout/orders', paypalCreated(orderId))
    expect(await order(asha, 'weekly', 'USD')).toMatchObject({
      orderId,
      approveUrl: expect.stringContaining(`token=${orderId}`),
    })
    const captured = (changes: Partial<PaypalCapture> = {}): PaypalCapture => ({
      id: `3C67936600000${1000 + orders}`,
      orderId,
      value,
      status: 'COMPLETED',
      ...changes,
    })
    const has = (...captures: PaypalCapture[]) => {
      playback.play(`GET /v2/checkout/orders/${orderId}`, paypalOrder(orderId, 'COMPLETED', captures))
      for (const one of captures) playback.play(`GET /v2/payments/captures/${one.id}`, paypalCapture(one))
    }
    return { asha, orderId, captured, has, ask: () => capturePaypal(asha, orderId) }
  }

  it('gives premium for a capture that is completed', async () => {
    const { asha, captured, has, ask } = await ordered()
    has(captured())
    expect((await ask()).body).toEqual({ success: true })
    expect(await ledgerOf(asha)).toEqual({ order: 'paid', payments: [{ status: 'completed', ...price }] })
  })

  it('gives premium by the event alone, when the member never came back', async () => {
    const { asha, captured, has } = await ordered()
    has(captured())
    await postEvent('paypal', paypalEvent('PAYMENT.CAPTURE.COMPLETED', paypalCapture(captured())))
    expect(await grantsOf(node, asha)).toHaveLength(1)
  })

  it.each([
    ['PENDING', 'pending', 'created', 'Your payment is still being processed.'],
    ['DECLINED', 'failed', 'failed', 'This payment failed. You were not charged.'],
    ['FAILED', 'failed', 'failed', 'This payment failed. You were not charged.'],
  ] as const)('gives no premium for a capture that is %s', async (status, told, state, error) => {
    const { asha, captured, has, ask } = await ordered()
    has(captured({ status }))
    expect((await ask()).body).toEqual({ success: false, error })
    expect(await ledgerOf(asha)).toMatchObject({ order: state, payments: [{ status: told }] })
    expect(await premiumUntil(asha)).toBeNull()
  })

  it('gives no premium when PayPal refuses to capture an approved order', async () => {
    const { asha, orderId, ask } = await ordered()
    playback.play(`GET /v2/checkout/orders/${orderId}`, paypalOrder(orderId, 'APPROVED', []))
    playback.play(`POST /v2/checkout/orders/${orderId}/capture`, PAYPAL_DECLINED, 422)
    expect((await ask()).body).toEqual({
      success: false,
      error: 'PayPal declined this payment. You were not charged. Please try again, or pay another way.',
    })
    expect(await premiumUntil(asha)).toBeNull()
  })

  // covers: beyond-recorded-payments
  it.each([
    ['one cent less than the price', { value: ((price.amount - 1) / 100).toFixed(2) }],
    ['one cent more than the price', { value: ((price.amount + 1) / 100).toFixed(2) }],
    ['the same number in another currency', { currency: 'CAD' }],
  ])('gives no premium for %s, and says so', async (_, changes) => {
    const { asha, captured, has, ask } = await ordered()
    has(captured(changes))
    expect((await ask()).body).toEqual({
      success: false,
      error: 'This payment does not match the price of the plan. Please contact support.',
    })
    expect(await premiumUntil(asha)).toBeNull()
    const { payments } = await ledgerOf(asha)
    expect(payments).toMatchObject([
      {
        amount: 'value' in changes ? Math.round(Number(changes.value) * 100) : price.amount,
        currency: 'currency' in changes ? changes.currency : 'USD',
      },
    ])
  })

  it('keeps premium for a partial refund and takes it back for a full one', async () => {
    const { asha, captured, has, ask } = await ordered()
    has(captured())
    await ask()
    has(captured({ status: 'PARTIALLY_REFUNDED' }))
    await postEvent(
      'paypal',
      paypalEvent('PAYMENT.CAPTURE.REFUNDED', paypalRefund(captured({ value: '1.00' }))),
    )
    expect(await ledgerOf(asha)).toMatchObject({ order: 'paid' })
    has(captured({ status: 'REFUNDED' }))
    await postEvent('paypal', paypalEvent('PAYMENT.CAPTURE.REFUNDED', paypalRefund(captured())))
    expect(await ledgerOf(asha)).toMatchObject({ order: 'refunded', payments: [{ status: 'refunded' }] })
    expect((await ask()).body).toMatchObject({ success: false })
  })

  it('keeps premium while a dispute is open, and takes it back when the capture is reversed', async () => {
    const { asha, captured, has, ask } = await ordered()
    has(captured())
    await ask()
    await postEvent('paypal', paypalEvent('CUSTOMER.DISPUTE.CREATED', paypalDispute(captured())))
    expect((await ask()).body).toEqual({ success: true })
    await postEvent('paypal', paypalEvent('PAYMENT.CAPTURE.REVERSED', paypalRefund(captured())))
    expect(await ledgerOf(asha)).toMatchObject({ order: 'refunded', payments: [{ status: 'refunded' }] })
  })
})
