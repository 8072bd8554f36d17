import { TIMING } from '#schema/limits.ts'
import type { Plan } from '#schema/plans.ts'
import type { Api } from '../../data/api.ts'
import type { CheckoutContext, Chosen } from './checkout-state.ts'
import { CLOSED } from './checkout-state.ts'
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

interface Paid {
  plan: Plan
  paymentId: string
  /** Whether this is the first check, right after the payment. */
  first: boolean
}

/**
 * Returns whether the server activated premium for a payment (spec §4, Payment). Never throws; an error counts as
 * unconfirmed.
 */
export async function confirmPayment(
  { api, wait }: { api: Api; wait(milliseconds: number): Promise<void> },
  { plan, paymentId, first }: Paid,
): Promise<boolean> {
  const params = { paymentId }
  try {
    if (plan.id === 'weekly' || plan.id === 'monthly' || plan.id === 'annual') {
      const { data } = await api.call('subscribe', { params: { plan: plan.id }, body: params })
      return data.premiumActivated
    }
    // The provider's API reports a payment shortly after its callback.
    if (first) await wait(TIMING.statusCheckDelay)
    const { data } = await api.call('getPaymentStatus', { params })
    if (data.premiumActivated) return true
    if (data.status !== 'authorized') return false
    return (await api.call('capturePayment', { params })).data.success === 'true'
  } catch {
    return false
  }
}
