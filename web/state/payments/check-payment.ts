import { t } from '@lingui/core/macro'
import type { Api } from '../../data/api.ts'
import type { CheckoutContext } from './checkout-state.ts'
import { completeCheckout } from './confirm-checkout.ts'
import { PAYMENT_TOASTS } from './payment-errors.ts'

interface CheckedPayment {
  /** `over`: the payment failed or was refunded, so the member may pay again. */
  outcome: 'active' | 'undecided' | 'over'
  message: string
}

/** Returns the outcome of an earlier payment. Captures one that the bank has approved. Never throws. */
export async function checkPayment(api: Api, paymentId: string): Promise<CheckedPayment> {
  const params = { paymentId }
  try {
    const { premiumActivated, status, message } = (await api.call('getPaymentStatus', { params })).data
    if (premiumActivated) return { outcome: 'active', message }
    if (status === 'pending') return { outcome: 'undecided', message }
    if (status !== 'authorized') return { outcome: 'over', message }
    const captured = (await api.call('capturePayment', { params })).data
    return { outcome: captured.success === 'true' ? 'active' : 'undecided', message: captured.message }
  } catch {
    return {
      outcome: 'undecided',
      message: t`We could not check this payment. Please try again in a minute.`,
    }
  }
}

/** Checks the outcome of the earlier payment that prevents a new one. */
export async function checkEarlierPayment(context: CheckoutContext) {
  const { store, api } = context
  const state = store.getState()
  if (state.phase !== 'earlier' || state.checking) return
  const attempt = context.attempt()
  store.setState({ ...state, checking: true })
  const { outcome, message } = await checkPayment(api, state.paymentId)
  if (outcome === 'active') return completeCheckout(context, state, attempt)
  if (attempt !== context.attempt()) return
  if (outcome === 'over') context.giveUp(PAYMENT_TOASTS.earlierOver(message))
  else store.setState({ ...state, checking: false, message })
}
