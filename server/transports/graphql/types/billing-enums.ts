import type { PaymentProviderName, SUBSCRIPTION_PLANS, Transaction } from '#schema/billing.ts'
import type { Builder } from '#server/transports/graphql/builder.ts'
import type { EnumValues } from '#server/transports/graphql/enum-values.ts'

const STATUSES = {
  COMPLETED: { value: 'completed', description: 'The money has arrived.' },
  PENDING: { value: 'pending', description: 'The provider has not decided yet.' },
  AUTHORIZED: {
    value: 'authorized',
    description: 'The payer approved the payment; the money is on its way.',
  },
  FAILED: { value: 'failed', description: 'The payment failed.' },
  REFUNDED: { value: 'refunded', description: 'The money was paid back.' },
} as const satisfies EnumValues<Transaction['status']>

const PROVIDERS = {
  RAZORPAY: { value: 'razorpay', description: 'Razorpay, for cards and Indian payment methods.' },
  PAYPAL: { value: 'paypal' },
} as const satisfies EnumValues<PaymentProviderName>

const SUBSCRIPTIONS = {
  WEEKLY: { value: 'weekly', description: 'One week.' },
  MONTHLY: { value: 'monthly', description: 'One month.' },
  ANNUAL: { value: 'annual', description: 'One year.' },
} as const satisfies EnumValues<(typeof SUBSCRIPTION_PLANS)[number]>

const TYPES = {
  PAYMENT: { value: 'payment', description: 'A single payment.' },
  SUBSCRIPTION: { value: 'subscription', description: 'A payment for a weekly, monthly or annual plan.' },
} as const satisfies EnumValues<'payment' | 'subscription'>

/** The enums of payments. */
export function addBillingEnums(builder: Builder) {
  return {
    status: builder.enumType('TransactionStatus', {
      description: 'The state of a payment.',
      values: STATUSES,
    }),
    type: builder.enumType('TransactionType', {
      description: 'What a transaction paid for.',
      values: TYPES,
    }),
    provider: builder.enumType('PaymentProvider', {
      description: 'The company that takes a payment.',
      values: PROVIDERS,
    }),
    plan: builder.enumType('SubscriptionPlan', {
      description: 'A plan that can be subscribed to.',
      values: SUBSCRIPTIONS,
    }),
  }
}

export type BillingEnums = ReturnType<typeof addBillingEnums>
