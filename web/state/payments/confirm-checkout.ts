import { TIMING } from '#schema/limits.ts'
import type { CheckoutContext, Chosen } from './checkout-state.ts'
import { CLOSED } from './checkout-state.ts'
import { confirmPayment } from './confirm-payment.ts'
import { PAYMENT_TOASTS } from './payment-errors.ts'

/** Asks the server to confirm a payment, and shows the outcome. `first`: the payment was made just now. */
export async function confirmCheckout(
  context: CheckoutContext,
  { plan, currency }: Chosen,
  { paymentId, first }: { paymentId: string; first: boolean },
) {
  const { store, toasts } = context
  const chosen = { plan, currency }
  const attempt = context.begin()
  store.setState({ ...chosen, phase: 'confirming', paymentId })
  const isConfirmed = await confirmPayment(context, { plan, paymentId, first })
  if (isConfirmed) return completeCheckout(context, chosen, attempt)
  if (!context.isAttached()) toasts.show(PAYMENT_TOASTS.unconfirmed(paymentId))
  if (attempt === context.attempt()) store.setState({ ...chosen, phase: 'unconfirmed', paymentId })
}

/** Shows that premium is active, and finishes the checkout. */
export async function completeCheckout(
  context: CheckoutContext,
  { plan, currency }: Chosen,
  attempt: number,
) {
  const { store, toasts } = context
  const isCurrent = () => attempt === context.attempt()
  if (isCurrent()) store.setState({ plan, currency, phase: 'confirmed' })
  if (context.isAttached()) await context.wait(TIMING.confirmationShown)
  else toasts.show(PAYMENT_TOASTS.confirmed())
  await context.finish({ leadHome: context.isAttached() })
  if (isCurrent()) store.setState(CLOSED)
}
