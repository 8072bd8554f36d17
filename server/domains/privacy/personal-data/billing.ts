import { impersonal, kept, type TableRules } from './rules.ts'

const payment = kept('payments', 'payments.json')
const premium = kept('payments', 'premium.json')
const reference = kept('payments', 'technical')

export const BILLING_TABLES: TableRules<'Order' | 'Transaction' | 'PremiumGrant' | 'WebhookEvent'> = {
  Order: {
    members: ['userId'],
    columns: {
      id: reference,
      userId: reference,
      provider: payment,
      providerOrderId: payment,
      plan: payment,
      amount: payment,
      currency: payment,
      chargedAmount: payment,
      chargedCurrency: payment,
      status: payment,
      created: payment,
      updated: reference,
      nextCheck: reference,
      currencyRefusedAt: reference,
    },
  },
  Transaction: {
    members: ['userId'],
    columns: {
      id: reference,
      userId: reference,
      orderId: reference,
      provider: reference,
      providerPaymentId: payment,
      status: payment,
      description: payment,
      type: reference,
      date: payment,
      amount: payment,
      currency: payment,
    },
  },
  PremiumGrant: {
    members: ['userId'],
    columns: {
      id: reference,
      userId: reference,
      transactionId: reference,
      reason: premium,
      plan: premium,
      validFrom: premium,
      validUntil: premium,
      created: premium,
      revokedAt: premium,
    },
  },
  // Names an event of the provider; the payment it is about is looked up at the provider.
  WebhookEvent: {
    members: [],
    columns: { provider: impersonal, eventId: impersonal, received: impersonal, handled: impersonal },
  },
}
