import { beforeEach, describe, expect, it } from 'vitest'
import { assertNoEarlierPayment } from '#server/domains/billing/earlier-payments.ts'
import { createOrder } from '#server/domains/billing/orders.ts'
import { CurrencyRefusal, ProviderFailure } from '#server/domains/billing/providers/provider.ts'
import { openTestBilling, paymentOf } from '../../kit/test-billing.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60_000

const kit = useStarted(openTestBilling)
beforeEach(() => kit.forget())

describe('an order', () => {
  const order = (userId: string, asked: { amount: number; currency: string }) =>
    createOrder(kit, userId, asked, 'https://rapport.example')

  it('goes to Razorpay in rupees, and is stored before its id is returned', async () => {
    const userId = await kit.member()
    const made = await order(userId, { amount: 149_900, currency: 'INR' })
    expect(kit.razorpay.created).toEqual([
      {
        reference: made.id,
        charge: { amount: 149_900, currency: 'INR' },
        description: 'Monthly',
        origin: 'https://rapport.example',
      },
    ])
    expect(made).toEqual({
      id: made.id,
      orderId: `razorpay-${made.id}`,
      amount: 149_900,
      currency: 'INR',
      paymentProvider: 'razorpay',
    })
    expect(await kit.database.prisma.order.findUnique({ where: { id: made.id } })).toMatchObject({
      userId,
      provider: 'razorpay',
      providerOrderId: made.orderId,
      plan: 'monthly',
      amount: 149_900,
      currency: 'INR',
      chargedAmount: 149_900,
      chargedCurrency: 'INR',
      status: 'created',
      created: kit.now(),
      nextCheck: new Date(kit.clock.now() + 5 * 60_000),
    })
  })

  it('goes to PayPal in another currency, in dollars where PayPal does not support the currency', async () => {
    const userId = await kit.member()
    const inDollars = await order(userId, { amount: 599, currency: 'USD' })
    expect(inDollars).toMatchObject({
      paymentProvider: 'paypal',
      approveUrl: `https://paypal.example/${inDollars.id}`,
    })
    expect(inDollars).not.toHaveProperty('charged')
    const inDirhams = await order(await kit.member(), { amount: 2_196, currency: 'AED' })
    expect(inDirhams).toMatchObject({
      amount: 2_196,
      currency: 'AED',
      charged: { amount: 599, currency: 'USD' },
    })
    expect(await kit.database.prisma.order.findUnique({ where: { id: inDirhams.id } })).toMatchObject({
      amount: 2_196,
      currency: 'AED',
      chargedAmount: 599,
      chargedCurrency: 'USD',
    })
  })

  it('leaves the paid dollars in the ledger and the receipt', async () => {
    const userId = await kit.member()
    const { id } = await order(userId, { amount: 2_196, currency: 'AED' })
    const { prisma } = kit.database
    const stored = await prisma.order.findUniqueOrThrow({ where: { id } })
    kit.tell(stored, [paymentOf(stored)])
    await kit.settle(stored, { capture: false })
    const paid = { amount: 599, currency: 'USD' }
    expect(await prisma.transaction.findMany({ where: { userId } })).toMatchObject([paid])
    expect(kit.emitted).toContainEqual({
      name: 'premiumGranted',
      event: expect.objectContaining({ userId, ...paid }),
    })
  })

  it('goes again in dollars when the provider refuses its currency, and fails when it refuses dollars', async () => {
    const refusal = new CurrencyRefusal('paypal', 'creating an order', 422, 'CURRENCY_NOT_SUPPORTED')
    kit.paypal.failures.create = (charge) => (charge.currency === 'BRL' ? refusal : undefined)
    const userId = await kit.member()
    const made = await order(userId, { amount: 3_244, currency: 'BRL' })
    const dollars = { amount: 599, currency: 'USD' }
    expect(made).toMatchObject({ amount: 3_244, currency: 'BRL', charged: dollars })
    const [refused, accepted] = kit.paypal.created
    expect([refused?.charge, accepted?.charge]).toEqual([{ amount: 3_244, currency: 'BRL' }, dollars])
    expect(refused?.reference).not.toBe(accepted?.reference)
    expect(await kit.database.prisma.order.findMany({ where: { userId } })).toMatchObject([
      { id: accepted?.reference, amount: 3_244, chargedAmount: 599, chargedCurrency: 'USD' },
    ])
    kit.paypal.failures.create = () => refusal
    kit.paypal.created.length = 0
    for (const price of [{ amount: 3_244, currency: 'BRL' }, dollars])
      await expect(order(userId, price)).rejects.toBe(refusal)
    expect(kit.paypal.created.map(({ charge }) => charge.currency)).toEqual(['BRL', 'USD', 'USD'])
    kit.paypal.failures.create = () => new ProviderFailure('paypal', 'creating an order', 422, 'OTHER')
    kit.paypal.created.length = 0
    await expect(order(userId, { amount: 3_244, currency: 'BRL' })).rejects.toMatchObject({ issue: 'OTHER' })
    expect(kit.paypal.created).toHaveLength(1)
  })

  it('fails for any other amount or currency', async () => {
    const userId = await kit.member()
    for (const asked of [
      { amount: 49_899, currency: 'INR' },
      { amount: 0, currency: 'INR' },
      { amount: 599, currency: 'INR' },
    ])
      await expect(order(userId, asked)).rejects.toMatchObject({
        code: 'INVALID',
        fields: { amount: 'Invalid plan amount' },
      })
    await expect(order(userId, { amount: 599, currency: 'XXX' })).rejects.toMatchObject({
      code: 'INVALID',
      fields: { currency: 'Unknown currency' },
    })
    expect(await kit.database.prisma.order.count({ where: { userId } })).toBe(0)
  })
})

describe('an earlier payment', () => {
  const check = (userId: string) => assertNoEarlierPayment(kit, userId)
  const refused = async (userId: string, message: RegExp) => {
    const error = await check(userId).catch((reason) => reason)
    expect(error).toMatchObject({ code: 'EARLIER_PAYMENT', message: expect.stringMatching(message) })
    return error.paymentId
  }

  it('blocks a new order while it is undecided', async () => {
    for (const status of ['pending', 'authorized'] as const) {
      const order = await kit.order(await kit.member(), 'daily')
      const payment = paymentOf(order, { status, at: kit.now() })
      kit.tell(order, [payment])
      expect(await refused(order.userId, /still being processed/)).toBe(payment.id)
    }
  })

  it('blocks a new order and grants premium when it turns out to be complete', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    const payment = paymentOf(order)
    kit.tell(order, [payment])
    expect(await refused(order.userId, /just been completed/)).toBe(payment.id)
    expect(await kit.premiumOf(order.userId)).not.toBeNull()
    await check(order.userId)
  })

  it('blocks nothing when it failed, was refunded or was never attempted', async () => {
    for (const states of [['failed'], ['refunded'], []] as const) {
      const order = await kit.order(await kit.member(), 'daily')
      kit.tell(
        order,
        states.map((status) => paymentOf(order, { status })),
      )
      await expect(check(order.userId)).resolves.toBeUndefined()
    }
  })

  it("blocks nothing when it is another member's", async () => {
    const order = await kit.order(await kit.member(), 'daily')
    kit.tell(order, [paymentOf(order, { status: 'pending', at: kit.now() })])
    await expect(check(await kit.member())).resolves.toBeUndefined()
  })

  it.each([
    ['INR', HOUR],
    ['USD', 72 * HOUR],
  ])('blocks a new order in %s for %i milliseconds', async (currency, holds) => {
    const isStopped = async (age: number) => {
      const created = new Date(kit.clock.now() - age + 1)
      const order = await kit.order(await kit.member(), 'daily', { currency, created })
      kit.tell(order, [paymentOf(order, { status: 'pending', at: new Date(kit.clock.now() - age) })])
      await kit.settle(order, { capture: false })
      return check(order.userId).then(
        () => false,
        () => true,
      )
    }
    expect(await isStopped(holds - 1)).toBe(true)
    expect(await isStopped(holds)).toBe(false)
  })

  it('needs a check while its order is less than an hour old', async () => {
    const order = await kit.order(await kit.member(), 'daily', {
      created: new Date(kit.clock.now() - HOUR),
    })
    kit.tell(order, [paymentOf(order, { at: kit.now() })])
    await check(order.userId)
    const recent = await kit.order(await kit.member(), 'daily', {
      created: new Date(kit.clock.now() - HOUR + 1),
    })
    kit.tell(recent, [paymentOf(recent, { at: kit.now() })])
    await refused(recent.userId, /completed/)
  })

  it('blocks a new order when the provider refuses its capture; a provider outage fails the call', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    const payment = paymentOf(order, { status: 'authorized', at: kit.now() })
    kit.tell(order, [payment], payment.id)
    for (const status of [400, 404, 422]) {
      kit.razorpay.failures.capture = new ProviderFailure('razorpay', 'capturing', status, 'no')
      expect(await refused(order.userId, /processed/)).toBe(payment.id)
    }
    for (const status of [null, 500, 401]) {
      kit.razorpay.failures.capture = new ProviderFailure('razorpay', 'capturing', status, 'no')
      await expect(check(order.userId)).rejects.toBeInstanceOf(ProviderFailure)
    }
  })

  it('blocks nothing at a provider that is no longer configured', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    kit.tell(order, [paymentOf(order, { status: 'pending', at: kit.now() })])
    const providers = { razorpay: null, paypal: kit.paypal }
    await expect(assertNoEarlierPayment({ ...kit, providers }, order.userId)).resolves.toBeUndefined()
  })
})
