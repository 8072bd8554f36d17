/** A payment in the form of https://razorpay.com/docs/api/payments/, with values of our own. */
export interface RazorpayPayment {
  id: string
  orderId: string
  amount: number
  currency?: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  refunded?: number
}

export function razorpayPayment({
  id,
  orderId,
  amount,
  currency = 'INR',
  status,
  refunded = 0,
}: RazorpayPayment) {
  const hasFailed = status === 'failed'
  return {
    id,
    entity: 'payment',
    amount,
    currency,
    status,
    order_id: orderId,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : refunded === amount ? 'full' : 'partial',
    captured: status === 'captured' || status === 'refunded',
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: 'payer@bank',
    email: 'payer@example.com',
    contact: '+910000000000',
    notes: [],
    fee: hasFailed ? null : 2,
    tax: hasFailed ? null : 0,
    error_code: hasFailed ? 'BAD_REQUEST_ERROR' : null,
    error_description: hasFailed ? 'The bank declined the payment.' : null,
    error_source: hasFailed ? 'bank' : null,
    error_step: hasFailed ? 'payment_authorization' : null,
    error_reason: hasFailed ? 'payment_failed' : null,
    acquirer_data: { rrn: null },
    created_at: Math.floor(Date.now() / 1000),
    upi: { vpa: 'payer@bank' },
  }
}

/** The answer of https://razorpay.com/docs/api/orders/fetch-payments/ */
export const razorpayPayments = (items: RazorpayPayment[]) => ({
  entity: 'collection',
  count: items.length,
  items: items.map(razorpayPayment),
})

/** The answer of https://razorpay.com/docs/api/orders/create/ */
export const razorpayOrder = (id: string, { amount, currency }: { amount: number; currency: string }) => ({
  id,
  entity: 'order',
  amount,
  amount_paid: 0,
  amount_due: amount,
  currency,
  receipt: 'receipt',
  offer_id: null,
  status: 'created',
  attempts: 0,
  notes: [],
  created_at: Math.floor(Date.now() / 1000),
})

/** An event in the form of https://razorpay.com/docs/webhooks/payments/ */
export const razorpayEvent = (event: string, payment: RazorpayPayment) => ({
  entity: 'event',
  account_id: 'acc_0000000000',
  event,
  contains: event.startsWith('payment.dispute') ? ['payment', 'dispute'] : ['payment'],
  payload: {
    payment: { entity: razorpayPayment(payment) },
    ...(event.startsWith('payment.dispute')
      ? {
          dispute: {
            entity: {
              id: 'disp_0000000000',
              entity: 'dispute',
              payment_id: payment.id,
              amount: payment.amount,
              currency: payment.currency ?? 'INR',
              amount_deducted: event.endsWith('lost') ? payment.amount : 0,
              reason_code: 'chargeback',
              respond_by: Math.floor(Date.now() / 1000) + 86_400,
              status: event.split('.').at(-1),
              phase: 'chargeback',
              created_at: Math.floor(Date.now() / 1000),
            },
          },
        }
      : {}),
  },
  created_at: Math.floor(Date.now() / 1000),
})
