import { v7 as uuidv7 } from 'uuid'
import type { Order } from '#schema/billing.ts'
import { assertNoEarlierPayment } from './earlier-payments.ts'
import { planAt, priceIn } from './prices.ts'
import { CurrencyRefusal, type Money, type PaymentProvider } from './providers/provider.ts'
import { providerOfCurrency } from './providers/registry.ts'
import { type BillingContext, providerNamed } from './settle.ts'

/** Milliseconds. */
const FIRST_CHECK_AFTER = 5 * 60_000
/** How long a refused currency is not tried again: the operator may change the account. */
const REFUSED_FOR = 7 * 24 * 60 * 60_000
const DOLLARS = 'USD'

/**
 * Creates an order at the provider that takes this currency. The order is stored before its id leaves the server, so
 * every order that can be paid is known. @throws ApiError INVALID, EARLIER_PAYMENT, UNAVAILABLE; ProviderFailure
 */
export async function createOrder(
  context: BillingContext,
  userId: string,
  price: Money,
  origin: string,
): Promise<Order> {
  const { clock, providers } = context
  const { prisma } = context.database
  const plan = planAt(price)
  const provider = providerNamed(providers, providerOfCurrency(price.currency))
  const inDollars = priceIn(plan, DOLLARS)
  await assertNoEarlierPayment(context, userId)
  const { id, charge, providerOrderId, approveUrl } = await placeOrder(
    provider,
    { description: plan.name, origin },
    { preferred: await preferredCharge(context, provider, price, inDollars), inDollars },
  )
  const { amount, currency } = price
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
    ...(charge.currency === currency && charge.amount === amount ? {} : { charged: charge }),
  }
}

/** Returns the charge that the provider takes as far as we know: dollars after a capture in the currency was refused lately. */
async function preferredCharge(
  { database: { prisma }, clock }: Pick<BillingContext, 'database' | 'clock'>,
  provider: PaymentProvider,
  price: Money,
  inDollars: Money,
): Promise<Money> {
  const charge = provider.chargeFor(price, inDollars)
  const since = new Date(clock.now() - REFUSED_FOR)
  const refused = await prisma.order.findFirst({
    where: { provider: provider.name, chargedCurrency: charge.currency, currencyRefusedAt: { gt: since } },
    select: { id: true },
  })
  return refused ? inDollars : charge
}

/** Creates the order at the provider: in the preferred currency, or in dollars if the provider refuses that currency. */
async function placeOrder(
  provider: PaymentProvider,
  order: { description: string; origin: string },
  { preferred, inDollars }: { preferred: Money; inDollars: Money },
) {
  const place = async (charge: Money) => {
    const id = uuidv7()
    return { id, charge, ...(await provider.createOrder({ ...order, reference: id, charge })) }
  }
  try {
    return await place(preferred)
  } catch (error) {
    if (!(error instanceof CurrencyRefusal) || preferred.currency === DOLLARS) throw error
    return place(inDollars)
  }
}
