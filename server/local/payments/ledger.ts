import { randomBytes } from 'node:crypto'
import type { PaypalOutcome } from './simulation.ts'

export interface CardOrder {
  id: string
  entity: 'order'
  amount: number
  currency: string
  receipt: string | null
  notes: Record<string, string>
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  created_at: number
}

export interface CardPayment {
  id: string
  entity: 'payment'
  order_id: string
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  captured: boolean
  method: 'card'
  amount_refunded: number
  refund_status: null | 'partial' | 'full'
  error_code: string | null
  error_description: string | null
  created_at: number
}

export interface PaypalMoney {
  currency_code: string
  value: string
}

export interface PaypalCaptureRow {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED'
  amount: PaypalMoney
  create_time: string
}

export interface PaypalOrderRow {
  id: string
  status: 'CREATED' | 'APPROVED' | 'PAYER_ACTION_REQUIRED' | 'COMPLETED'
  amount: PaypalMoney
  customId: string | null
  description: string | null
  brand: string
  returnUrl: string
  cancelUrl: string
  captures: PaypalCaptureRow[]
  /** The result of the capture, chosen on the approval page. */
  outcome: PaypalOutcome
  create_time: string
}

/** The sandbox's orders and payments, in memory. */
export interface Ledger {
  cardOrders: Map<string, CardOrder>
  cardPayments: Map<string, CardPayment>
  paypalOrders: Map<string, PaypalOrderRow>
}

export const createLedger = (): Ledger => ({
  cardOrders: new Map(),
  cardPayments: new Map(),
  paypalOrders: new Map(),
})

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns an id in Razorpay's format: a prefix, and fourteen letters and digits. */
export const cardId = (prefix: string) =>
  `${prefix}_${[...randomBytes(14)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`

/** Returns an id in PayPal's format: seventeen capitals and digits. */
export const paypalId = () => randomBytes(17).toString('hex').toUpperCase().slice(0, 17)

export const seconds = () => Math.floor(Date.now() / 1000)
