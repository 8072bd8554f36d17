import { type CheckoutContext, type Chosen, CLOSED, loadGateway } from './checkout-state.ts'
import { PAYMENT_TOASTS } from './payment-errors.ts'
import { priceToPay } from './price-to-pay.ts'
import { requestOrder } from './request-order.ts'

/** Starts a checkout: creates the order and opens the dialog. Does nothing while a checkout is open. */
export async function choosePlan(context: CheckoutContext, chosen: Chosen) {
  const { store } = context
  if (store.getState().phase !== 'closed') return
  const attempt = context.begin()
  const { plan, currency } = chosen
  const isDaily = plan.id === 'daily'
  const isCardFirst = currency.code === 'INR' && !isDaily
  // The member must not be able to pay on two open pages.
  context.closeCardPage()
  store.setState({ ...chosen, phase: isDaily ? 'ordering' : isCardFirst ? 'loading' : 'preparing' })
  try {
    if (isCardFirst) {
      await loadGateway(context)
      if (attempt !== context.attempt()) return
      store.setState({ ...chosen, phase: 'preparing' })
    }
    await prepare(context, chosen, attempt)
  } catch {
    if (attempt === context.attempt()) context.giveUp(PAYMENT_TOASTS.gatewayNotLoaded())
  }
}

/** Creates the order. The daily plan's gateway loads only afterwards (spec §4). */
async function prepare(context: CheckoutContext, chosen: Chosen, attempt: number) {
  const { store, toasts, openTab } = context
  const outcome = await requestOrder(context, chosen)
  if (attempt !== context.attempt()) return
  if (outcome.kind === 'earlier')
    return store.setState({ ...chosen, ...outcome.earlier, phase: 'earlier', checking: false })
  if (outcome.kind === 'failed') {
    if (outcome.toast) toasts.show(outcome.toast)
    return store.setState(CLOSED)
  }
  const { order } = outcome
  const { approveUrl } = order
  if (approveUrl) {
    // A price that the member has not seen waits in the dialog for their click.
    const opened = priceToPay(chosen, order).changedTo === null && openTab(approveUrl)
    return store.setState({ ...chosen, phase: 'approving', order, approveUrl, opened })
  }
  if (chosen.plan.id === 'daily') {
    store.setState({ ...chosen, phase: 'loading' })
    await loadGateway(context)
    if (attempt !== context.attempt()) return
  }
  store.setState({ ...chosen, phase: 'ready', order, retries: 0, problem: null })
}
