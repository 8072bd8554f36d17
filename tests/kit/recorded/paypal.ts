/** A capture in the form of https://developer.paypal.com/docs/api/orders/v2/, with values of our own. */
export interface PaypalCapture {
  id: string
  orderId: string
  value: string
  currency?: string
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'FAILED'
}

const API = 'https://api.sandbox.paypal.com'
const now = () => `${new Date().toISOString().slice(0, 19)}Z`
const link = (rel: string, path: string, method = 'GET') => ({ href: `${API}${path}`, rel, method })

export function paypalCapture({ id, orderId, value, currency = 'USD', status }: PaypalCapture) {
  const money = (amount: string) => ({ currency_code: currency, value: amount })
  return {
    id,
    status,
    ...(status === 'PENDING' ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount: money(value),
    final_capture: true,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    seller_receivable_breakdown: {
      gross_amount: money(value),
      paypal_fee: money('0.40'),
      net_amount: money(value),
    },
    supplementary_data: { related_ids: { order_id: orderId } },
    links: [
      link('self', `/v2/payments/captures/${id}`),
      link('refund', `/v2/payments/captures/${id}/refund`, 'POST'),
      link('up', `/v2/checkout/orders/${orderId}`),
    ],
    create_time: now(),
    update_time: now(),
  }
}

/** The answer to a created order. */
export const paypalCreated = (id: string) => ({
  id,
  status: 'CREATED',
  links: [
    link('self', `/v2/checkout/orders/${id}`),
    { href: `https://www.sandbox.paypal.com/checkoutnow?token=${id}`, rel: 'approve', method: 'GET' },
    link('update', `/v2/checkout/orders/${id}`, 'PATCH'),
    link('capture', `/v2/checkout/orders/${id}/capture`, 'POST'),
  ],
})

/** The answer to a question about an order. */
export const paypalOrder = (id: string, status: 'APPROVED' | 'COMPLETED', captures: PaypalCapture[]) => ({
  id,
  intent: 'CAPTURE',
  status,
  purchase_units: [
    {
      reference_id: 'default',
      ...(captures.length > 0 ? { payments: { captures: captures.map(paypalCapture) } } : {}),
    },
  ],
  payer: {
    name: { given_name: 'Given', surname: 'Name' },
    email_address: 'payer@example.com',
    payer_id: 'PAYER00000000',
    address: { country_code: 'US' },
  },
  create_time: now(),
  links: [link('self', `/v2/checkout/orders/${id}`)],
})

/** The refusal to capture an order whose instrument was declined. */
export const PAYPAL_DECLINED = {
  name: 'UNPROCESSABLE_ENTITY',
  message:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  debug_id: '0000000000000',
  details: [{ issue: 'INSTRUMENT_DECLINED', description: 'The payment instrument was declined.' }],
  links: [],
}

/** An event in the form of https://developer.paypal.com/api/rest/webhooks/event-names/ */
export const paypalEvent = (type: string, resource: object, id = crypto.randomUUID()) => ({
  id: `WH-${id}`,
  event_version: '1.0',
  create_time: now(),
  resource_type: type.startsWith('CUSTOMER.DISPUTE') ? 'dispute' : 'refund',
  event_type: type,
  summary: 'An event',
  resource,
  links: [link('self', `/v1/notifications/webhooks-events/WH-${id}`)],
})

/** The refund or the reversal of a capture, which it names only by a link. */
export const paypalRefund = ({ id, value, currency = 'USD' }: PaypalCapture) => ({
  id: `R${id}`,
  amount: { currency_code: currency, value },
  status: 'COMPLETED',
  create_time: now(),
  update_time: now(),
  links: [link('self', `/v2/payments/refunds/R${id}`), link('up', `/v2/payments/captures/${id}`)],
})

/** A dispute about a capture, as it is when it is opened. */
export const paypalDispute = ({ id, value, currency = 'USD' }: PaypalCapture) => ({
  dispute_id: 'PP-D-0000',
  create_time: now(),
  update_time: now(),
  disputed_transactions: [{ seller_transaction_id: id, seller: { merchant_id: 'SELLER0000000' }, items: [] }],
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: 'OPEN',
  dispute_amount: { currency_code: currency, value },
  dispute_life_cycle_stage: 'INQUIRY',
  links: [link('self', '/v1/customer/disputes/PP-D-0000')],
})
