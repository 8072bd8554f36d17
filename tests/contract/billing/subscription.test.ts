import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { call, join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const details = async (person: Person) => (await person.call('GET', '/api/v1/subscription/details')).body
const cancel = (person: Person) => person.call('POST', '/api/v1/subscription/cancel')

/** The rows that a payment creates. */
async function paid(person: Person, status: 'completed' | 'authorized' | 'failed', date: Date) {
  const order = {
    id: uuidv7(),
    userId: person.id,
    provider: 'razorpay' as const,
    providerOrderId: `order_${crypto.randomUUID()}`,
    plan: 'weekly' as const,
    amount: 49_900,
    currency: 'INR',
    chargedAmount: 49_900,
    chargedCurrency: 'INR',
  }
  await node.app.context.database.prisma.order.create({ data: order })
  const { provider, amount, currency, id: orderId } = order
  return node.app.context.database.prisma.transaction.create({
    data: {
      id: uuidv7(),
      userId: person.id,
      orderId,
      provider,
      providerPaymentId: `pay_${crypto.randomUUID()}`,
      status,
      description: 'Weekly',
      type: 'subscription',
      date,
      amount,
      currency,
    },
  })
}

describe('a subscription', () => {
  // covers: 4.7-subscription-states, 7-subscription-details
  it('does not exist for free members, and has an end date for premium members', async () => {
    const [free, premium] = [await join(node), await join(node, { premium: true })]
    expect(await details(free)).toEqual({ isPremium: false, premiumValidity: null, premiumCancelled: false })
    expect(await details(premium)).toMatchObject({ isPremium: true, premiumCancelled: false })
    expect(Date.parse(String((await details(premium)).premiumValidity))).toBeGreaterThan(Date.now())
  })

  // covers: 4.7-subscription-states, 7-cancel-subscription
  it('can be cancelled, even twice, and keeps access until its end', async () => {
    const asha = await join(node, { premium: true })
    const { premiumValidity } = await details(asha)
    for (const _ of [1, 2]) expect((await cancel(asha)).status).toBe(200)
    expect(await details(asha)).toEqual({ isPremium: true, premiumValidity, premiumCancelled: true })
    expect((await asha.call('GET', '/api/session')).body).toMatchObject({ user: { premiumUser: true } })
  })

  // covers: beyond-premium-grant-undoes-cancellation
  it('loses its cancellation when premium is granted by hand', async () => {
    const asha = await join(node, { premium: true })
    await cancel(asha)
    await node.app.context.billing.premiumByHand.grant(asha.id, { days: 30 }, 'Outage')
    expect(await details(asha)).toMatchObject({ isPremium: true, premiumCancelled: false })
  })

  // covers: 7-cancel-subscription
  it('cannot be cancelled when it does not exist or has ended', async () => {
    const [free, over] = [await join(node), await join(node, { premium: true })]
    await node.app.context.database.prisma.user.update({
      where: { id: over.id },
      data: { premiumUntil: new Date(Date.now() - 1000) },
    })
    for (const one of [free, over])
      expect(await cancel(one)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await details(over)).toMatchObject({ isPremium: false, premiumCancelled: false })
  })

  it('needs a session', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/subscription/details'],
      ['POST', '/api/v1/subscription/cancel'],
      ['GET', '/api/v1/transactions'],
    ] as const)
      expect((await call(node.url, method, path)).status).toBe(401)
  })
})

describe('transactions', () => {
  // covers: 3-transactions, 7-transactions
  it("show the member's own payments, the latest first, without the provider's ids", async () => {
    const [asha, ben] = [await join(node), await join(node)]
    const early = await paid(asha, 'completed', new Date('2020-10-01T10:00:00Z'))
    const late = await paid(asha, 'authorized', new Date('2020-11-01T10:00:00Z'))
    await paid(ben, 'failed', new Date())
    const { body } = await asha.call('GET', '/api/v1/transactions')
    expect(body).toEqual([
      {
        id: late.id,
        status: 'authorized',
        description: 'Weekly',
        type: 'subscription',
        date: '2020-11-01T10:00:00.000Z',
        amount: 49_900,
        currency: 'INR',
      },
      expect.objectContaining({ id: early.id, status: 'completed' }),
    ])
  })
})
