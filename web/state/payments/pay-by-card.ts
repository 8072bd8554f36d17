import { i18n } from '@lingui/core'
import type { CardCheckoutFailure } from '../../data/card-checkout.ts'
import { type CardPageOutcome, openCardPage } from './card-page.ts'
import { type CheckoutContext, CLOSED, loadGateway, type ReadyState } from './checkout-state.ts'
import { confirmCheckout } from './confirm-checkout.ts'
import { failureText, givenReason, mayRetry, PAYMENT_TOASTS } from './payment-errors.ts'
import { PLAN_TEXTS } from './plan-texts.ts'

/** Opens the card provider's page over ours for the order of the dialog. */
export async function payByCard(context: CheckoutContext) {
  const { store } = context
  const state = store.getState()
  if (state.phase !== 'ready') return
  const attempt = context.attempt()
  store.setState({ ...state, phase: 'processing', problem: null })
  const { plan, order } = state
  try {
    const [{ card }, Gateway] = await Promise.all([context.options(), loadGateway(context)])
    if (attempt !== context.attempt()) return
    if (!card || !Gateway) return context.giveUp(PAYMENT_TOASTS.gatewayNotOpened())
    const details = {
      keyId: card.keyId,
      order,
      planName: i18n._(PLAN_TEXTS[plan.id].name),
      user: context.user,
    }
    context.setCardPage(openCardPage(Gateway, details, outcomesOf(context, state, attempt)))
  } catch {
    if (attempt === context.attempt()) context.giveUp(PAYMENT_TOASTS.gatewayNotOpened())
  }
}

/** Handles a success at any time: also after the dialog was closed, another plan chosen, or the screen left. */
function outcomesOf(context: CheckoutContext, state: ReadyState, attempt: number): CardPageOutcome {
  const { store, toasts } = context
  const payer = context.token()
  /** After a change of the session, the server completes the payment without this page. */
  const isPayer = () => context.token() === payer
  const isCurrent = () => attempt === context.attempt()
  return {
    paid(paymentId) {
      if (!isPayer()) return
      if (paymentId) {
        context.closeCardPage()
        void confirmCheckout(context, state, { paymentId, first: true })
      } else if (isCurrent()) context.giveUp(PAYMENT_TOASTS.paymentIdMissing())
      else toasts.show(PAYMENT_TOASTS.paymentIdMissing())
    },
    failed(error) {
      if (isPayer()) fail(context, state, error, isCurrent())
    },
    dismissed() {
      if (isCurrent()) store.setState({ ...state, phase: 'ready', problem: null })
    },
  }
}

function fail(
  { store, toasts }: CheckoutContext,
  state: ReadyState,
  error: CardCheckoutFailure['error'],
  isCurrent: boolean,
) {
  const problem = { text: failureText(error?.code), reason: givenReason(error?.description) }
  toasts.show(PAYMENT_TOASTS.failed(problem.text, problem.reason))
  if (!isCurrent) return
  const { retries } = state
  if (mayRetry(error?.code, retries))
    store.setState({ ...state, phase: 'ready', retries: retries + 1, problem })
  else store.setState(CLOSED)
}
