import type { Currency } from '#schema/currencies.ts'
import type { Plan } from '#schema/plans.ts'
import { createStore, type Store } from '../store.ts'
import { checkEarlierPayment } from './check-payment.ts'
import { type CheckoutContext, type CheckoutDeps, type CheckoutState, CLOSED } from './checkout-state.ts'
import { choosePlan } from './choose-plan.ts'
import { confirmCheckout } from './confirm-checkout.ts'
import { payByCard } from './pay-by-card.ts'

export interface Checkout extends Store<CheckoutState> {
  choose(plan: Plan, currency: Currency): Promise<void>
  /** Opens the card provider's page over ours. */
  pay(): Promise<void>
  /** Checks again a payment that could not be confirmed. */
  confirmAgain(): Promise<void>
  /** Checks the earlier payment that prevents this one. */
  checkEarlier(): Promise<void>
  /** Closes the dialog. The outcome of an open card page still counts. */
  close(): void
  /** Shows outcomes in the dialogs until the returned function is called; before and after, as toasts. */
  attach(): () => void
}

export function createCheckout(deps: CheckoutDeps): Checkout {
  const store = createStore<CheckoutState>(CLOSED)
  let attempt = 0
  let isAttached = false
  let cardPage: { close(): void } | null = null
  const context: CheckoutContext = {
    ...deps,
    store,
    attempt: () => attempt,
    begin() {
      attempt += 1
      return attempt
    },
    isAttached: () => isAttached,
    giveUp(toast) {
      store.setState(CLOSED)
      deps.toasts.show(toast)
    },
    closeCardPage: () => cardPage?.close(),
    setCardPage(page) {
      cardPage = page
    },
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    choose: (plan, currency) => choosePlan(context, { plan, currency }),
    pay: () => payByCard(context),
    async confirmAgain() {
      const state = store.getState()
      if (state.phase === 'unconfirmed')
        await confirmCheckout(context, state, { paymentId: state.paymentId, first: false })
    },
    checkEarlier: () => checkEarlierPayment(context),
    close() {
      context.begin()
      store.setState(CLOSED)
    },
    attach() {
      isAttached = true
      return () => {
        isAttached = false
      }
    },
  }
}
