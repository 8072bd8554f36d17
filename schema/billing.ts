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
