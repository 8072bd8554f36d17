import * as z from 'zod'

export const subscriptionDetails = z.object({
  isPremium: z.boolean(),
  /** Until when premium lasts, or lasted; null for who never had it. */
  premiumValidity: z.iso.datetime().nullable(),
  premiumCancelled: z.boolean(),
})
export type SubscriptionDetails = z.infer<typeof subscriptionDetails>

/** `authorized`: the money is promised and on its way. */
export const TRANSACTION_STATUSES = ['completed', 'pending', 'authorized', 'failed', 'refunded'] as const

export const transaction = z.object({
  id: z.uuid(),
  status: z.enum(TRANSACTION_STATUSES),
  description: z.string(),
  type: z.string(),
  date: z.iso.datetime(),
  /** In hundredths of the currency. */
  amount: z.number().int(),
  currency: z.string(),
})
export type Transaction = z.infer<typeof transaction>

export const transactions = z.array(transaction)

/** What a client asks to pay: it has to be the price of a plan, to the unit. */
export const orderRequest = z.object({
  currency: z.string().length(3, 'Unknown currency'),
  /** In hundredths of the currency. */
  amount: z.number('Invalid plan amount').int('Invalid plan amount').positive('Invalid plan amount'),
})

/** Where the member is, and is led back to from a provider's page. */
export const orderHeaders = z.object({ origin: z.string().optional() })

export const PAYMENT_PROVIDERS = ['razorpay', 'paypal'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]

const money = z.object({ amount: z.number().int(), currency: z.string() })

export const order = z.object({
  id: z.uuid(),
  /** The provider's. */
  orderId: z.string(),
  ...money.shape,
  paymentProvider: z.enum(PAYMENT_PROVIDERS),
  /** Where the member approves the payment, when that is on a page of the provider's. */
  approveUrl: z.string().optional(),
  /** What is taken where the provider does not take the member's own currency. */
  charged: money.optional(),
})
export type Order = z.infer<typeof order>

export const paymentParams = z.object({
  paymentId: z.string().trim().min(1, 'Payment ID not received').max(100, 'Payment ID not received'),
})

export const paymentStatus = z.object({
  premiumActivated: z.boolean(),
  status: z.enum(TRANSACTION_STATUSES),
  message: z.string(),
})
export type PaymentStatus = z.infer<typeof paymentStatus>

/** The answer of the card provider's capture: text, not a boolean (spec §3). */
export const cardCapture = z.object({ success: z.enum(['true', 'false']), message: z.string() })

export const SUBSCRIPTION_PLANS = ['weekly', 'monthly', 'annual'] as const
export const subscribeParams = z.object({ plan: z.enum(SUBSCRIPTION_PLANS, 'Unknown plan') })
export const subscribeRequest = z.object({
  paymentId: z.string('Payment ID not received').trim().min(1, 'Payment ID not received').max(100),
})
export const subscribed = z.object({ success: z.literal(true), ...paymentStatus.shape })

export const paypalCaptureRequest = z.object({
  orderId: z.string('Order ID missing').trim().min(1, 'Order ID missing').max(100),
})
export const paypalCapture = z.object({ success: z.boolean(), error: z.string().optional() })

/** How this server takes money; a provider that is not configured is null. */
export const paymentOptions = z.object({
  /** No real money moves. */
  testMode: z.boolean(),
  card: z.object({ keyId: z.string(), script: z.string() }).nullable(),
  paypal: z.boolean(),
  /** New conversations of a member without premium, as the operator set it. */
  freeConversationsADay: z.number().int(),
})
export type PaymentOptions = z.infer<typeof paymentOptions>

/** Read as it came, as its signature is over the bytes. */
export const webhookBody = z.string()
export const webhookHeaders = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.undefined()]))
