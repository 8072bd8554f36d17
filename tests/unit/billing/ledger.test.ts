import { describe, expect, it } from 'vitest'
import { planEnd } from '#server/domains/billing/index.ts'
import { recordPayments } from '#server/domains/billing/ledger.ts'
import type { ProviderPayment } from '#server/domains/billing/providers/provider.ts'
import { openTestBilling, paymentOf } from '../../kit/test-billing.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const kit = useStarted(openTestBilling)

const write = (orderId: string, ...payments: ProviderPayment[]) => recordPayments(kit, orderId, payments)
const grantsOf = (userId: string) =>
  kit.database.prisma.premiumGrant.findMany({ where: { userId }, orderBy: { validFrom: 'asc' } })

describe('a payment', () => {
  it('grants the plan once for the full amount, however often it is reported', async () => {
    const userId = await kit.member()
    const order = await kit.order(userId, 'weekly')
    const payment = paymentOf(order)
    const first = await write(order.id, payment)
    const until = planEnd('weekly', kit.now())
    expect(first.granted).toEqual([
      {
        userId,
        plan: 'weekly',
        amount: 49_900,
        currency: 'INR',
        until,
        email: `${userId}@example.com`,
        displayName: 'Asha',
      },
    ])
    expect(first).toMatchObject({ revoked: false, order: { status: 'paid' } })
    const again = await write(order.id, payment, payment)
    expect(again).toMatchObject({ granted: [], revoked: false, order: { status: 'paid' } })
    expect(await kit.premiumOf(userId)).toEqual(until)
    expect(await grantsOf(userId)).toMatchObject([
      { plan: 'weekly', validFrom: kit.now(), validUntil: until, revokedAt: null },
    ])
    expect(again.order.transactions).toMatchObject([
      {
        provider: 'razorpay',
        providerPaymentId: payment.id,
        status: 'completed',
        description: 'Weekly',
        type: 'subscription',
        date: payment.at,
        amount: 49_900,
        currency: 'INR',
      },
    ])
  })

  it.each([
    ['one hundredth less', { amount: 49_899, currency: 'INR' }],
    ['one hundredth more', { amount: 49_901, currency: 'INR' }],
    ['an amount of zero', { amount: 0, currency: 'INR' }],
    ['the same number in another currency', { amount: 49_900, currency: 'USD' }],
  ])('grants nothing with an amount of %s', async (_, money) => {
    const userId = await kit.member()
    const order = await kit.order(userId, 'weekly')
    expect(await write(order.id, paymentOf(order, { money }))).toMatchObject({
      granted: [],
      order: { status: 'created' },
    })
    expect(await kit.premiumOf(userId)).toBeNull()
    expect(await grantsOf(userId)).toEqual([])
  })

  it.each([
    ['pending', 'created'],
    ['failed', 'failed'],
    ['authorized', 'authorized'],
    ['refunded', 'refunded'],
  ] as const)('grants nothing while it is %s, and the order is %s', async (status, orderStatus) => {
    const userId = await kit.member()
    const order = await kit.order(userId, 'daily')
    const written = await write(order.id, paymentOf(order, { status }))
    expect(written).toMatchObject({ granted: [], revoked: false, order: { status: orderStatus } })
    expect(written.order.transactions).toMatchObject([{ status, type: 'payment' }])
    expect(await kit.premiumOf(userId)).toBeNull()
  })

  it('grants the plan after a failed one, and is recorded separately', async () => {
    const order = await kit.order(await kit.member(), 'weekly')
    await write(order.id, paymentOf(order, { status: 'failed' }))
    const second = await write(order.id, paymentOf(order))
    expect(second.order.transactions.map(({ status }) => status).sort()).toEqual(['completed', 'failed'])
    expect(second.granted).toHaveLength(1)
    expect(second.order.nextCheck).toEqual(new Date(kit.clock.now() + DAY))
  })

  it('never returns to an earlier status', async () => {
    const order = await kit.order(await kit.member(), 'daily')
    const { id } = paymentOf(order)
    const states = ['pending', 'failed', 'authorized', 'completed', 'refunded'] as const
    for (const [index, status] of states.entries()) {
      await write(order.id, paymentOf(order, { id, status }))
      for (const earlier of states.slice(0, index + 1)) {
        const { order: after } = await write(order.id, paymentOf(order, { id, status: earlier }))
        expect(after.transactions.map((one) => one.status)).toEqual([status])
      }
    }
  })

  it('determines the status of its order together with the other payments', async () => {
    const statusOf = async (...states: ProviderPayment['status'][]) => {
      const order = await kit.order(await kit.member(), 'daily')
      return (await write(order.id, ...states.map((status) => paymentOf(order, { status })))).order.status
    }
    expect(await statusOf()).toBe('created')
    expect(await statusOf('failed', 'completed', 'authorized')).toBe('paid')
    expect(await statusOf('failed', 'authorized', 'refunded')).toBe('authorized')
    expect(await statusOf('failed', 'refunded', 'pending')).toBe('refunded')
    expect(await statusOf('failed', 'pending')).toBe('failed')
  })

  it('extends the remaining premium', async () => {
    const left = new Date(kit.clock.now() + 3 * DAY)
    const userId = await kit.member({ premiumUntil: left, premiumCancelled: true })
    const order = await kit.order(userId, 'monthly')
    const { granted } = await write(order.id, paymentOf(order))
    expect(granted).toMatchObject([{ until: planEnd('monthly', left) }])
    expect(await kit.database.prisma.user.findUnique({ where: { id: userId } })).toMatchObject({
      premiumUntil: planEnd('monthly', left),
      premiumCancelled: false,
    })
  })

  it('starts premium now when it has ended', async () => {
    const userId = await kit.member({ premiumUntil: new Date(kit.clock.now() - DAY) })
    const order = await kit.order(userId, 'daily')
    await write(order.id, paymentOf(order))
    expect(await kit.premiumOf(userId)).toEqual(planEnd('daily', kit.now()))
  })
})

describe('a refund', () => {
  it('revokes premium once', async () => {
    const userId = await kit.member()
    const order = await kit.order(userId, 'weekly')
    const payment = paymentOf(order)
    await write(order.id, payment)
    const refunded = { ...payment, status: 'refunded' as const }
    expect(await write(order.id, refunded)).toMatchObject({
      revoked: true,
      granted: [],
      order: { status: 'refunded' },
    })
    expect(await kit.premiumOf(userId)).toEqual(kit.now())
    expect(await write(order.id, refunded)).toMatchObject({ revoked: false })
    expect(await kit.premiumOf(userId)).toEqual(kit.now())
    expect(await grantsOf(userId)).toMatchObject([{ revokedAt: kit.now() }])
  })

  it('moves later plans forward, and keeps earlier ones and other members unchanged', async () => {
    const [userId, other] = [await kit.member(), await kit.member()]
    const orders = []
    for (const plan of ['daily', 'weekly', 'daily'] as const) orders.push(await kit.order(userId, plan))
    const [first, second, third] = orders.map((order) => ({ order, payment: paymentOf(order) }))
    if (!first || !second || !third) throw new Error('three orders were made')
    for (const { order, payment } of [first, second, third]) await write(order.id, payment)
    const elsewhere = await kit.order(other, 'annual')
    await write(elsewhere.id, paymentOf(elsewhere))
    const [daily, , last] = await grantsOf(userId)
    await write(second.order.id, { ...second.payment, status: 'refunded' })
    const grants = await kit.database.prisma.premiumGrant.findMany({
      where: { userId, revokedAt: null },
      orderBy: { validFrom: 'asc' },
    })
    expect(grants[0]).toEqual(daily)
    expect(grants[1]).toEqual({
      ...last,
      validFrom: new Date((last?.validFrom.getTime() ?? 0) - 7 * DAY),
      validUntil: new Date((last?.validUntil.getTime() ?? 0) - 7 * DAY),
    })
    expect(await kit.premiumOf(userId)).toEqual(grants[1]?.validUntil)
    expect(await kit.premiumOf(other)).toEqual(planEnd('annual', kit.now()))
  })

  it('revokes only the rest of a running plan, and nothing of an ended one', async () => {
    const userId = await kit.member()
    const [used, over] = [await kit.order(userId, 'weekly'), await kit.order(await kit.member(), 'daily')]
    const payments = { used: paymentOf(used), over: paymentOf(over) }
    await write(used.id, payments.used)
    await write(over.id, payments.over)
    kit.clock.advance(2 * DAY)
    const later = await kit.order(userId, 'daily')
    await write(later.id, paymentOf(later))
    await write(used.id, { ...payments.used, status: 'refunded' })
    expect(await kit.premiumOf(userId)).toEqual(new Date(kit.clock.now() + DAY))
    const ended = await kit.premiumOf(over.userId)
    await write(over.id, { ...payments.over, status: 'refunded' })
    expect(await kit.premiumOf(over.userId)).toEqual(ended)
    expect(await grantsOf(over.userId)).toMatchObject([{ revokedAt: kit.now() }])
  })

  it('changes no premium for an erased member, and is recorded', async () => {
    const userId = await kit.member()
    const order = await kit.order(userId, 'weekly')
    const payment = paymentOf(order)
    await write(order.id, payment)
    await kit.database.prisma.user.update({ where: { id: userId }, data: { premiumUntil: null } })
    expect(await write(order.id, { ...payment, status: 'refunded' })).toMatchObject({
      order: { status: 'refunded' },
    })
    expect(await kit.premiumOf(userId)).toBeNull()
    expect(await grantsOf(userId)).toMatchObject([{ revokedAt: kit.now() }])
  })
})

describe('the next check at the provider', () => {
  const nextOf = async (age: number, ...states: ProviderPayment['status'][]) => {
    const created = new Date(kit.clock.now() - age)
    const order = await kit.order(await kit.member(), 'weekly', { created })
    const { nextCheck } = (await write(order.id, ...states.map((status) => paymentOf(order, { status }))))
      .order
    expect((await kit.database.prisma.order.findUnique({ where: { id: order.id } }))?.nextCheck).toEqual(
      nextCheck,
    )
    return nextCheck && nextCheck.getTime() - kit.clock.now()
  }

  it('comes at growing intervals for a week when the order is open', async () => {
    expect(await nextOf(0)).toBe(5 * MINUTE)
    expect(await nextOf(4 * MINUTE)).toBe(5 * MINUTE)
    expect(await nextOf(HOUR)).toBe(HOUR)
    expect(await nextOf(6 * HOUR)).toBe(6 * HOUR)
    expect(await nextOf(2 * DAY)).toBe(6 * HOUR)
    expect(await nextOf(7 * DAY)).toBe(6 * HOUR)
    expect(await nextOf(7 * DAY + 1)).toBeNull()
    expect(await nextOf(HOUR, 'refunded')).toBe(HOUR)
  })

  it('comes once a day while the premium of a paid order lasts', async () => {
    expect(await nextOf(30 * DAY, 'completed')).toBe(DAY)
    const order = await kit.order(await kit.member(), 'daily')
    const payment = paymentOf(order)
    await write(order.id, payment)
    kit.clock.advance(DAY)
    expect((await write(order.id, payment)).order.nextCheck).toBeNull()
  })

  it('comes for an underpaid order as for an open one', async () => {
    const order = await kit.order(await kit.member(), 'weekly')
    const little = paymentOf(order, { money: { amount: 1, currency: 'INR' } })
    const { status, nextCheck } = (await write(order.id, little)).order
    expect(status).toBe('created')
    expect(nextCheck?.getTime()).toBeGreaterThan(kit.clock.now())
  })
})
