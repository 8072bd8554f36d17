import { beforeEach, describe, expect, it } from 'vitest'
import { captureOrder } from '#server/domains/billing/capture-order.ts'
import { createOrder } from '#server/domains/billing/orders.ts'
import { CurrencyRefusal } from '#server/domains/billing/providers/provider.ts'
import { createReconciliation } from '#server/domains/billing/reconcile.ts'
import { englishOf } from '#server/platform/texts/english-of.ts'
import { openTestBilling } from '../../kit/test-billing.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const REAIS = { amount: 3_244, currency: 'BRL' }
const DOLLARS = { amount: 599, currency: 'USD' }

const kit = useStarted(openTestBilling)
beforeEach(() => kit.forget())

const order = (userId: string) => createOrder(kit, userId, REAIS, 'https://rapport.example')
const capture = (userId: string, id: string) => captureOrder(kit, userId, 'paypal', id)

/** An order in reais that the member has approved, and that PayPal does not capture. */
async function refusedOrder() {
  const userId = await kit.member()
  const made = await order(userId)
  kit.paypal.orders.set(made.orderId, { payments: [], capturable: made.orderId })
  kit.paypal.failures.capture = new CurrencyRefusal(
    'paypal',
    'capturing an order',
    422,
    'CURRENCY_NOT_SUPPORTED',
  )
  const { success, error } = await capture(userId, made.id)
  return { userId, made, success, said: error && englishOf(error) }
}

describe('a capture that the provider refuses for its currency', () => {
  it('says so, and is not tried again, so a payment in dollars stays the only one', async () => {
    const { userId, made, success, said } = await refusedOrder()
    expect([success, said]).toEqual([
      false,
      'PayPal did not take this currency. You were not charged. Please choose your plan again: you will see the price in US dollars before you pay.',
    ])
    kit.forget()
    const again = await capture(userId, made.id)
    expect(again.error && englishOf(again.error)).toBe(said)
    await kit.database.prisma.order.update({
      where: { id: made.id },
      data: { nextCheck: new Date(kit.clock.now()) },
    })
    await createReconciliation(kit).reconcile()
    expect([kit.paypal.captured, kit.failed]).toEqual([[], []])
    expect(await kit.premiumOf(userId)).toBeNull()
    // Orders of other tests start without a refusal.
    kit.clock.advance(8 * DAY)
  })

  it('lets the next orders begin in dollars, with the charge that the member sees, for seven days', async () => {
    const { userId } = await refusedOrder()
    kit.forget()
    for (const who of [userId, await kit.member()])
      expect(await order(who)).toMatchObject({ ...REAIS, charged: DOLLARS })
    expect(kit.paypal.created.map(({ charge }) => charge)).toEqual([DOLLARS, DOLLARS])
    kit.clock.advance(7 * DAY)
    const later = await order(await kit.member())
    expect(later).not.toHaveProperty('charged')
    expect(later).toMatchObject(REAIS)
  })
})
