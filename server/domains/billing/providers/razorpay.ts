import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { asJson } from './as-json.ts'
import {
  headerOf,
  type PaymentProvider,
  PROVIDER_TIMEOUT,
  type ProviderDefinition,
  ProviderFailure,
  type ProviderPayment,
  type WebhookHeaders,
  type WebhookNotice,
} from './provider.ts'
import { callRazorpay, createRazorpayClient, type RazorpaySettings } from './razorpay-client.ts'

export type { RazorpaySettings } from './razorpay-client.ts'

const payment = z.object({
  id: z.string(),
  order_id: z.string().nullable(),
  amount: z.coerce.number().int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  refund_status: z.string().nullish(),
  created_at: z.number(),
})
const payments = z.object({ items: z.array(payment) })
const createdOrder = z.object({ id: z.string(), amount: z.coerce.number(), currency: z.string() })
const event = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({ entity: z.object({ id: z.string(), order_id: z.string().nullish() }) }).optional(),
    order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
  }),
})

const STATUS = {
  created: 'pending',
  authorized: 'authorized',
  captured: 'completed',
  refunded: 'refunded',
  failed: 'failed',
} as const

/** Takes cards and UPI in rupees: https://razorpay.com/docs/api/payments */
export function createRazorpay(settings: RazorpaySettings): PaymentProvider {
  const client = createRazorpayClient(settings)

  const fetchPayments = (id: string) =>
    callRazorpay('fetching an order', payments, () => client.orders.fetchPayments(id))

  return {
    name: 'razorpay',
    chargeFor: (price) => price,

    async createOrder({ reference, charge, description }) {
      const created = await callRazorpay('creating an order', createdOrder, () =>
        client.orders.create({
          amount: charge.amount,
          currency: charge.currency,
          receipt: reference,
          notes: { order: reference, plan: description },
        }),
      )
      if (created.amount !== charge.amount || created.currency !== charge.currency)
        throw new ProviderFailure('razorpay', 'creating an order', null, 'another amount')
      return { providerOrderId: created.id, approveUrl: null }
    },

    async order(providerOrderId) {
      const { items } = await fetchPayments(providerOrderId)
      const taken = items.some(({ status }) => status === 'captured' || status === 'refunded')
      // Razorpay returns an authorised payment by itself when its order is paid already.
      const authorized = taken ? undefined : items.find(({ status }) => status === 'authorized')
      return { payments: items.map(presentPayment), capturable: authorized?.id ?? null }
    },

    async capture(providerOrderId, capturable, charge) {
      try {
        await callRazorpay('capturing a payment', payment, () =>
          client.payments.capture(capturable, charge.amount, charge.currency),
        )
      } catch (error) {
        // A webhook or another node may have captured it first.
        const { items } = await fetchPayments(providerOrderId)
        if (!items.some(({ id, status }) => id === capturable && status === 'captured')) throw error
      }
    },

    async orderOf(paymentId) {
      // Other text is not an id of Razorpay, and must not get into the URL.
      if (!/^pay_\w{1,60}$/.test(paymentId)) return null
      try {
        const { order_id } = await callRazorpay('fetching a payment', payment, () =>
          client.payments.fetch(paymentId),
        )
        return order_id
      } catch (error) {
        // Razorpay responds with 400, not 404, to an unknown id.
        if (error instanceof ProviderFailure && (error.status === 400 || error.status === 404)) return null
        throw error
      }
    },

    readWebhook: async (raw, headers) => readWebhook(raw, headers, settings.webhookSecret),
  }
}

function readWebhook(raw: string, headers: WebhookHeaders, secret: string): WebhookNotice | null {
  if (!isSigned(raw, headerOf(headers, 'x-razorpay-signature'), secret)) return null
  const parsed = event.safeParse(asJson(raw))
  const eventId = headerOf(headers, 'x-razorpay-event-id') || bodyDigest(raw)
  if (!parsed.success) return { eventId, providerOrderId: null, reversedPaymentId: null }
  const { payment, order } = parsed.data.payload
  return {
    eventId,
    providerOrderId: payment?.entity.order_id ?? order?.entity.id ?? null,
    reversedPaymentId: parsed.data.event === 'payment.dispute.lost' ? (payment?.entity.id ?? null) : null,
  }
}

const presentPayment = (row: z.output<typeof payment>): ProviderPayment => ({
  id: row.id,
  status: row.refund_status === 'full' ? 'refunded' : STATUS[row.status],
  money: { amount: row.amount, currency: row.currency },
  at: new Date(row.created_at * 1000),
})

/** Compares in constant time, unlike the SDK's own check. */
function isSigned(raw: string, signature: string, secret: string) {
  const expected = createHmac('sha256', secret).update(raw).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const bodyDigest = (raw: string) => createHash('sha256').update(raw).digest('hex')

type RazorpayKeys = Pick<RazorpaySettings, 'keyId' | 'keySecret' | 'webhookSecret'>

export const RAZORPAY: ProviderDefinition<RazorpayKeys, RazorpaySettings> = {
  label: 'Razorpay',
  currencies: ['INR'],
  // Razorpay fails a card payment without an answer after 10 minutes.
  undecidedFor: 60 * 60_000,
  liveSettings: (keys) => ({
    ...keys,
    apiUrl: 'https://api.razorpay.com',
    checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
    timeout: PROVIDER_TIMEOUT,
  }),
  isTestMode: ({ keyId }) => keyId.startsWith('rzp_test_'),
  create: createRazorpay,
}
