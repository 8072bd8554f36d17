import * as z from 'zod'
import { text } from './translatable.ts'

export const subscriptionDetails = z.object({
  isPremium: z.boolean(),
  /** When premium ends or ended; null for members who never had it. */
  premiumValidity: z.iso.datetime().nullable(),
  premiumCancelled: z.boolean(),
})
export type SubscriptionDetails = z.infer<typeof subscriptionDetails>

/** `authorized`: the payer has approved the payment, but the money has not arrived. */
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

/** The price that the client wants to pay. It must equal the price of a plan exactly. */
export const orderRequest = z.object({
  currency: z.string().length(3, text('Unknown currency')),
  /** In hundredths of the currency. */
  amount: z
    .number(text('Invalid plan amount'))
    .int(text('Invalid plan amount'))
    .positive(text('Invalid plan amount')),
})

/** The origin of the member's page. The provider's page returns there. */
export const orderHeaders = z.object({ origin: z.string().optional() })

export const PAYMENT_PROVIDERS = ['razorpay', 'paypal'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]

const money = z.object({ amount: z.number().int(), currency: z.string() })

export const order = z.object({
  id: z.uuid(),
  /** The id at the provider. */
  orderId: z.string(),
  ...money.shape,
  paymentProvider: z.enum(PAYMENT_PROVIDERS),
  /** The page on which the member approves the payment, if the provider has one. */
  approveUrl: z.string().optional(),
  /** The amount that is taken, if the provider does not take the price itself: in another currency, or rounded. */
  charged: money.optional(),
})
export type Order = z.infer<typeof order>

export const paymentParams = z.object({
  paymentId: z
    .string()
    .trim()
    .min(1, text('Payment ID not received'))
    .max(100, text('Payment ID not received')),
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
export const subscribeParams = z.object({ plan: z.enum(SUBSCRIPTION_PLANS, text('Unknown plan')) })
export const subscribeRequest = z.object({
  paymentId: z
    .string(text('Payment ID not received'))
    .trim()
    .min(1, text('Payment ID not received'))
    .max(100),
})
export const subscribed = z.object({ success: z.literal(true), ...paymentStatus.shape })

export const paypalCaptureRequest = z.object({
  orderId: z.string(text('Order ID missing')).trim().min(1, text('Order ID missing')).max(100),
})
export const paypalCapture = z.object({ success: z.boolean(), error: z.string().optional() })

/** How this server takes money. A provider that is not configured is null. */
export const paymentOptions = z.object({
  /** Whether no real money moves. */
  testMode: z.boolean(),
  card: z.object({ keyId: z.string(), script: z.string() }).nullable(),
  paypal: z.boolean(),
  /** New conversations a day for members without premium, as set by the operator. */
  freeConversationsADay: z.number().int(),
})
export type PaymentOptions = z.infer<typeof paymentOptions>

/** Read unchanged, because the signature covers the bytes. */
export const webhookBody = z.string()
export const webhookHeaders = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.undefined()]))
