import { createHmac } from 'node:crypto'
import { type CardOrder, type CardPayment, cardId, type Ledger, seconds } from './ledger.ts'
import { CARD_ERRORS, type CardOutcome } from './simulation.ts'
import type { Webhooks } from './webhooks.ts'

const STATUS: Partial<Record<CardOutcome, CardPayment['status']>> = {
  captured: 'captured',
  authorized: 'authorized',
  pending: 'created',
}

export interface CardResponse {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

export interface CardError {
  code: string
  description: string
  metadata: { order_id: string; payment_id: string }
}

/** Simulates the bank behind card payments, for the checkout page, the API and the overview. */
export function createCardBank({
  ledger,
  webhooks,
  secret,
}: {
  ledger: Ledger
  webhooks: Webhooks
  secret: string
}) {
  const entity = (payment: CardPayment) => ({ payment: { entity: { ...payment } } })

  function sendCapturedWebhooks(order: CardOrder, payment: CardPayment) {
    order.status = 'paid'
    webhooks.send(
      webhooks.card('payment.authorized', entity({ ...payment, status: 'authorized', captured: false })),
      webhooks.card('payment.captured', entity(payment)),
      webhooks.card('order.paid', { ...entity(payment), order: { entity: { ...order } } }),
    )
  }

  return {
    /** Attempts a payment. Returns null when the order does not exist. */
    pay(orderId: string, outcome: CardOutcome): { response: CardResponse } | { error: CardError } | null {
      const order = ledger.cardOrders.get(orderId)
      if (!order) return null
      const failure = CARD_ERRORS[outcome]
      const payment = newPayment(order, outcome)
      ledger.cardPayments.set(payment.id, payment)
      order.attempts += 1
      if (order.status === 'created') order.status = 'attempted'
      if (failure) {
        webhooks.send(webhooks.card('payment.failed', entity(payment)))
        return { error: { ...failure, metadata: { order_id: order.id, payment_id: payment.id } } }
      }
      if (payment.status === 'captured') sendCapturedWebhooks(order, payment)
      if (payment.status === 'authorized') webhooks.send(webhooks.card('payment.authorized', entity(payment)))
      const signed = createHmac('sha256', secret).update(`${order.id}|${payment.id}`).digest('hex')
      return {
        response: {
          razorpay_payment_id: payment.id,
          razorpay_order_id: order.id,
          razorpay_signature: signed,
        },
      }
    },

    /** Returns null when the payment cannot be captured. */
    capture(payment: CardPayment): CardPayment | null {
      const order = ledger.cardOrders.get(payment.order_id)
      if (!order || payment.status !== 'authorized') return null
      Object.assign(payment, { status: 'captured', captured: true })
      sendCapturedWebhooks(order, payment)
      return payment
    },

    /** Decides a pending payment. */
    decide(payment: CardPayment, approved: boolean) {
      const order = ledger.cardOrders.get(payment.order_id)
      if (!order || payment.status !== 'created') return
      Object.assign(payment, { status: approved ? 'captured' : 'failed', captured: approved })
      if (approved) sendCapturedWebhooks(order, payment)
      else webhooks.send(webhooks.card('payment.failed', entity(payment)))
    },

    refund(payment: CardPayment, amount = payment.amount - payment.amount_refunded): boolean {
      if (payment.status !== 'captured' || amount <= 0) return false
      payment.amount_refunded += amount
      const full = payment.amount_refunded >= payment.amount
      Object.assign(
        payment,
        full ? { status: 'refunded', refund_status: 'full' } : { refund_status: 'partial' },
      )
      const refund = newRefund(payment, amount)
      webhooks.send(
        webhooks.card('refund.processed', { ...entity(payment), refund: { entity: refund } }),
        webhooks.card('payment.refunded', entity(payment)),
      )
      return true
    },

    /** Simulates a chargeback, after which Razorpay still shows the payment as captured. */
    loseDispute(payment: CardPayment) {
      const dispute = { id: cardId('disp'), entity: 'dispute', payment_id: payment.id, status: 'lost' }
      webhooks.send(
        webhooks.card('payment.dispute.lost', { ...entity(payment), dispute: { entity: dispute } }),
      )
    },
  }
}

function newPayment(order: CardOrder, outcome: CardOutcome): CardPayment {
  const failure = CARD_ERRORS[outcome]
  const status = STATUS[outcome] ?? 'failed'
  return {
    id: cardId('pay'),
    entity: 'payment',
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    status,
    captured: status === 'captured',
    method: 'card',
    amount_refunded: 0,
    refund_status: null,
    error_code: failure?.code ?? null,
    error_description: failure?.description ?? null,
    created_at: seconds(),
  }
}

const newRefund = (payment: CardPayment, amount: number) => ({
  id: cardId('rfnd'),
  entity: 'refund',
  amount,
  currency: payment.currency,
  payment_id: payment.id,
  status: 'processed',
  created_at: seconds(),
})

export type CardBank = ReturnType<typeof createCardBank>
