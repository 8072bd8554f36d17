import type { Order } from '#schema/billing.ts'
import type { Currency } from '#schema/currencies.ts'
import { amountOf } from '#schema/money.ts'
import type { Plan } from '#schema/plans.ts'
import type { Api } from '../../data/api.ts'
import { ApiFailure, isReportedAlready } from '../../data/failure.ts'
import type { ToastInput } from '../toasts.ts'
import { PAYMENT_TOASTS } from './payment-errors.ts'

export interface EarlierPayment {
  paymentId: string
  /** The server's message about the payment. */
  message: string
}

export type OrderOutcome =
  | { kind: 'order'; order: Order }
  /** An earlier payment must be resolved first. */
  | { kind: 'earlier'; earlier: EarlierPayment }
  /** `toast` is null when another toast shows the reason already. */
  | { kind: 'failed'; toast: ToastInput | null }

/** Requests an order for a plan, from the second endpoint when the first fails (spec §7). Never throws. */
export async function requestOrder(
  { api, token }: { api: Api; token(): string | null },
  { plan, currency }: { plan: Plan; currency: Currency },
): Promise<OrderOutcome> {
  const amount = amountOf(plan, currency)
  if (amount <= 0) return { kind: 'failed', toast: PAYMENT_TOASTS.invalidAmount() }
  if (!token()) return { kind: 'failed', toast: PAYMENT_TOASTS.noSession() }
  const body = { currency: currency.code, amount }
  try {
    const { data } = await api
      .call('createSimpleOrder', { body })
      .catch((error: unknown) =>
        isReportedAlready(error) || earlierPayment(error)
          ? Promise.reject(error)
          : api.call('createOrder', { body }),
      )
    if (!data.orderId) return { kind: 'failed', toast: PAYMENT_TOASTS.orderIdMissing() }
    return { kind: 'order', order: data }
  } catch (error) {
    const earlier = earlierPayment(error)
    if (earlier) return { kind: 'earlier', earlier }
    return { kind: 'failed', toast: isReportedAlready(error) ? null : orderToast(error) }
  }
}

function earlierPayment(error: unknown): EarlierPayment | null {
  if (!(error instanceof ApiFailure) || error.code !== 'EARLIER_PAYMENT' || !error.paymentId) return null
  return { paymentId: error.paymentId, message: error.message }
}

function orderToast(error: unknown): ToastInput {
  if (!(error instanceof ApiFailure) || error.status === 0) return PAYMENT_TOASTS.notStarted()
  if (error.status === 503 && error.message.includes('not configured')) return PAYMENT_TOASTS.notConfigured()
  return PAYMENT_TOASTS.orderFailed(error.status, error.message)
}
