import { type PaypalCaptureRow, type PaypalOrderRow, paypalId } from './ledger.ts'
import type { PaypalOutcome } from './simulation.ts'
import type { Webhooks } from './webhooks.ts'

const STATUS = { completed: 'COMPLETED', pending: 'PENDING', declined: 'DECLINED' } as const

/** Simulates PayPal's handling of orders, for the approval page, the API and the overview. */
export function createPaypalBank({ webhooks, apiUrl }: { webhooks: Webhooks; apiUrl(): string }) {
  const linksOf = (capture: PaypalCaptureRow, order: PaypalOrderRow) => [
    { rel: 'self', method: 'GET', href: `${apiUrl()}/v2/payments/captures/${capture.id}` },
    { rel: 'up', method: 'GET', href: `${apiUrl()}/v2/checkout/orders/${order.id}` },
  ]
  const captureOf = (capture: PaypalCaptureRow, order: PaypalOrderRow) => ({
    ...capture,
    custom_id: order.customId,
    final_capture: true,
    supplementary_data: { related_ids: { order_id: order.id } },
    links: linksOf(capture, order),
  })

  async function sendWebhook(event: string, resource: object) {
    webhooks.send(await webhooks.paypal(event, resource))
  }

  return {
    captureOf,

    async approve(order: PaypalOrderRow, outcome: PaypalOutcome) {
      Object.assign(order, { status: 'APPROVED', outcome })
      const { id, status, create_time } = order
      await sendWebhook('CHECKOUT.ORDER.APPROVED', { id, status, intent: 'CAPTURE', create_time })
    },

    /** Returns null when the instrument was declined. */
    async capture(order: PaypalOrderRow): Promise<PaypalCaptureRow | null> {
      if (order.outcome === 'declined') {
        order.status = 'PAYER_ACTION_REQUIRED'
        return null
      }
      const capture: PaypalCaptureRow = {
        id: paypalId(),
        status: STATUS[order.outcome],
        amount: order.amount,
        create_time: new Date().toISOString(),
      }
      order.captures.push(capture)
      order.status = 'COMPLETED'
      await sendWebhook(`PAYMENT.CAPTURE.${capture.status}`, captureOf(capture, order))
      return capture
    },

    /** Decides a payment under review. */
    async complete(order: PaypalOrderRow, status: 'COMPLETED' | 'DECLINED') {
      const capture = order.captures.find((one) => one.status === 'PENDING')
      if (!capture) return
      capture.status = status
      const event = status === 'COMPLETED' ? 'COMPLETED' : 'DENIED'
      await sendWebhook(`PAYMENT.CAPTURE.${event}`, captureOf(capture, order))
    },

    async refund(order: PaypalOrderRow, event: 'REFUNDED' | 'REVERSED' = 'REFUNDED'): Promise<boolean> {
      const capture = order.captures.find((one) => one.status === 'COMPLETED')
      if (!capture) return false
      // A reversal does not change the capture.
      if (event === 'REFUNDED') capture.status = 'REFUNDED'
      await sendWebhook(`PAYMENT.CAPTURE.${event}`, {
        id: paypalId(),
        status: 'COMPLETED',
        amount: capture.amount,
        create_time: new Date().toISOString(),
        links: [{ rel: 'up', method: 'GET', href: `${apiUrl()}/v2/payments/captures/${capture.id}` }],
      })
      return true
    },
  }
}

export type PaypalBank = ReturnType<typeof createPaypalBank>
