import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import Razorpay from 'razorpay'
import * as z from 'zod'
import { asJson } from './as-json.ts'
import { headerOf, type PaymentProvider, ProviderFailure, type ProviderPayment } from './provider.ts'

export interface RazorpaySettings {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** Where the API is. */
  apiUrl: string
  /** The checkout that the browser loads. */
  checkoutScript: string
  /** Milliseconds. */
  timeout: number
}

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
const refusal = z.object({
  statusCode: z.number(),
  error: z.object({ code: z.string().optional(), description: z.string().optional() }).optional(),
})
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

/** Cards and UPI in rupees: https://razorpay.com/docs/api/payments */
export function createRazorpay(settings: RazorpaySettings): PaymentProvider {
  const client = new Razorpay({ key_id: settings.keyId, key_secret: settings.keySecret })
  pointAt(client, settings)

  async function ask<Model extends z.ZodType>(what: string, model: Model, call: () => Promise<unknown>) {
    let answer: unknown
    try {
      answer = await call()
    } catch (error) {
      const told = refusal.safeParse(error)
      const issue = told.data?.error?.description ?? told.data?.error?.code ?? null
      throw new ProviderFailure('razorpay', what, told.data?.statusCode ?? null, issue)
    }
    const read = model.safeParse(answer)
    if (!read.success) throw new ProviderFailure('razorpay', what, null, 'unreadable answer')
    return read.data as z.output<Model>
  }

  const fetchPayments = (id: string) =>
    ask('asking about an order', payments, () => client.orders.fetchPayments(id))

  return {
    name: 'razorpay',
    chargeFor: (price) => price,

    async createOrder({ reference, charge, description }) {
      const created = await ask('creating an order', createdOrder, () =>
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
      // Once an order is paid, a further payment that was only authorised goes back by itself.
      const promised = taken ? undefined : items.find(({ status }) => status === 'authorized')
      return { payments: items.map(presentPayment), capturable: promised?.id ?? null }
    },

    async capture(providerOrderId, promise, charge) {
      try {
        await ask('capturing a payment', payment, () =>
          client.payments.capture(promise, charge.amount, charge.currency),
        )
      } catch (error) {
        // A webhook or the other node may have been faster.
        const { items } = await fetchPayments(providerOrderId)
        if (!items.some(({ id, status }) => id === promise && status === 'captured')) throw error
      }
    },

    async orderOf(paymentId) {
      // Anything else is no id of Razorpay's, and has no place in its address.
      if (!/^pay_\w{1,60}$/.test(paymentId)) return null
      try {
        const { order_id } = await ask('asking about a payment', payment, () =>
          client.payments.fetch(paymentId),
        )
        return order_id
      } catch (error) {
        // It answers 400, not 404, about what it does not know.
        if (error instanceof ProviderFailure && (error.status === 400 || error.status === 404)) return null
        throw error
      }
    },

    async readWebhook(raw, headers) {
      if (!isSigned(raw, headerOf(headers, 'x-razorpay-signature'), settings.webhookSecret)) return null
      const told = event.safeParse(asJson(raw))
      const eventId = headerOf(headers, 'x-razorpay-event-id') || bodyDigest(raw)
      if (!told.success) return { eventId, providerOrderId: null, reversedPaymentId: null }
      const { payment, order } = told.data.payload
      return {
        eventId,
        providerOrderId: payment?.entity.order_id ?? order?.entity.id ?? null,
        reversedPaymentId: told.data.event === 'payment.dispute.lost' ? (payment?.entity.id ?? null) : null,
      }
    },
  }
}

const presentPayment = (row: z.output<typeof payment>): ProviderPayment => ({
  id: row.id,
  status: row.refund_status === 'full' ? 'refunded' : STATUS[row.status],
  money: { amount: row.amount, currency: row.currency },
  at: new Date(row.created_at * 1000),
})

/**
 * Sets what the SDK has no option for. Redirects are refused: the key and the order must reach no other address.
 * @throws Error when the SDK keeps its settings elsewhere
 */
function pointAt(client: Razorpay, { apiUrl, timeout }: RazorpaySettings) {
  const http: unknown = Reflect.get(client.api, 'rq')
  if (typeof http !== 'function' || !('defaults' in http) || typeof http.defaults !== 'object')
    throw new Error('this version of the Razorpay SDK keeps its settings elsewhere')
  Object.assign(http.defaults ?? {}, { baseURL: apiUrl, timeout, maxRedirects: 0 })
}

/** In constant time, which the SDK's own check is not. */
function isSigned(raw: string, signature: string, secret: string) {
  const expected = createHmac('sha256', secret).update(raw).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const bodyDigest = (raw: string) => createHash('sha256').update(raw).digest('hex')
