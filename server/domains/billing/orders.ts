import { v7 as uuidv7 } from 'uuid'
import type { Order } from '#schema/billing.ts'
import { assertNoEarlierPayment } from './earlier-payments.ts'
import { planAt, priceIn } from './prices.ts'
import { providerNamed, type Settle, type SettleDeps } from './settle.ts'

const FIRST_CHECK_AFTER = 5 * 60_000
const DOLLARS = 'USD'

/**
 * An order at the provider that takes this currency. It is in our books before its id leaves the server, so nobody can
 * pay an order that we do not know. @throws ApiError INVALID, EARLIER_PAYMENT, UNAVAILABLE; ProviderFailure
 */
export async function createOrder(
  deps: SettleDeps & { settle: Settle },
  userId: string,
  asked: { amount: number; currency: string },
  origin: string,
): Promise<Order> {
  const { clock, providers } = deps
  const { prisma } = deps.database
  const plan = planAt(asked)
  const provider = providerNamed(providers, asked.currency === 'INR' ? 'razorpay' : 'paypal')
  const charge = provider.chargeFor(asked, priceIn(plan, DOLLARS))
  await assertNoEarlierPayment(deps, userId)
  const id = uuidv7()
  const { providerOrderId, approveUrl } = await provider.createOrder({
    reference: id,
    charge,
    description: plan.name,
    origin,
  })
  const { amount, currency } = asked
  const now = clock.now()
  await prisma.order.create({
    data: {
      id,
      userId,
      provider: provider.name,
      providerOrderId,
      plan: plan.id,
      amount,
      currency,
      chargedAmount: charge.amount,
      chargedCurrency: charge.currency,
      created: new Date(now),
      nextCheck: new Date(now + FIRST_CHECK_AFTER),
    },
  })
  return {
    id,
    orderId: providerOrderId,
    amount,
    currency,
    paymentProvider: provider.name,
    ...(approveUrl ? { approveUrl } : {}),
    ...(charge.currency === currency ? {} : { charged: charge }),
  }
}
