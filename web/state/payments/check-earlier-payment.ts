import { checkPayment } from './check-payment.ts'
import type { CheckoutContext } from './checkout-state.ts'
import { completeCheckout } from './confirm-checkout.ts'
import { PAYMENT_TOASTS } from './payment-errors.ts'

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
