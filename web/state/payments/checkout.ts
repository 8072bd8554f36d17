import type { User } from '#schema/account.ts'
import type { Order, PaymentOptions } from '#schema/billing.ts'
import type { Currency } from '#schema/currencies.ts'
import { TIMING } from '#schema/limits.ts'
import type { Plan } from '#schema/plans.ts'
import type { Api } from '../../data/api.ts'
import type { CardCheckout, CardCheckoutClass, CardCheckoutFailure } from '../../data/card-checkout.ts'
import { createStore, type Store } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import { openCardPage } from './card-page.ts'
import { checkPayment } from './check-payment.ts'
import { confirmPayment } from './confirm-payment.ts'
import { failureText, givenReason, mayRetry, PAYMENT_TOASTS } from './payment-errors.ts'
import { type EarlierPayment, requestOrder } from './request-order.ts'

interface Chosen {
  plan: Plan
  currency: Currency
}

interface Problem {
  text: string
  reason: string | null
}

export type CheckoutState =
  | { phase: 'closed' }
  /** The daily plan's order is made before its dialog opens (spec §4). */
  | ({ phase: 'ordering' } & Chosen)
  | ({ phase: 'loading' } & Chosen)
  | ({ phase: 'preparing' } & Chosen)
  | ({ phase: 'ready' | 'processing'; order: Order; retries: number; problem: Problem | null } & Chosen)
  /** An earlier payment is undecided: nothing can be paid before it is. */
  | ({ phase: 'earlier'; checking: boolean } & EarlierPayment & Chosen)
  /** The member approves it on PayPal's page, in another tab. */
  | ({ phase: 'approving'; order: Order; approveUrl: string; opened: boolean } & Chosen)
  | ({ phase: 'confirming'; paymentId: string } & Chosen)
  | ({ phase: 'confirmed' } & Chosen)
  /** Paid, as far as the browser knows, and not confirmed yet. */
  | ({ phase: 'unconfirmed'; paymentId: string } & Chosen)

type Ready = Extract<CheckoutState, { phase: 'ready' | 'processing' }>

export interface Checkout extends Store<CheckoutState> {
  choose(plan: Plan, currency: Currency): Promise<void>
  /** Opens the card provider's own page over ours. */
  pay(): Promise<void>
  /** Asks once more about a payment that could not be confirmed. */
  confirmAgain(): Promise<void>
  /** Asks what became of the earlier payment that stops this one. */
  checkEarlier(): Promise<void>
  /** Closes the dialog. A card page that is open is still listened to. */
  close(): void
  /** Shows outcomes in the dialogs until the returned function is called; before and after, as toasts. */
  attach(): () => void
}

interface CheckoutDeps {
  api: Api
  toasts: ToastStore
  user: Pick<User, 'displayName' | 'userName' | 'phone'>
  token(): string | null
  options(): Promise<PaymentOptions>
  loadCardCheckout(script: string): Promise<CardCheckoutClass>
  /** Whether a new tab could be opened. */
  openTab(url: string): boolean
  /** Premium is active: reads the session again, and leads home if wanted. */
  finish(options: { leadHome: boolean }): Promise<void>
  wait(milliseconds: number): Promise<void>
}

const CLOSED = { phase: 'closed' } as const

export function createCheckout(deps: CheckoutDeps): Checkout {
  const { api, toasts, openTab, wait } = deps
  const { getState, setState, subscribe } = createStore<CheckoutState>(CLOSED)
  /** Grows with every choice and every closing. Work that began under an older number no longer changes the state. */
  let current = 0
  let isAttached = false
  /** The card page that was opened last. */
  let cardPage: CardCheckout | null = null

  function giveUp(toast: Parameters<ToastStore['show']>[0]) {
    setState(CLOSED)
    toasts.show(toast)
  }

  async function loadGateway(): Promise<CardCheckoutClass | null> {
    const { card } = await deps.options()
    return card ? deps.loadCardCheckout(card.script) : null
  }

  function toApproval(chosen: Chosen, order: Order, approveUrl: string) {
    setState({ ...chosen, phase: 'approving', order, approveUrl, opened: openTab(approveUrl) })
  }

  async function confirm(chosen: Chosen, paymentId: string, first: boolean) {
    current += 1
    const mine = current
    setState({ ...chosen, phase: 'confirming', paymentId })
    const confirmed = await confirmPayment({ api, wait }, { plan: chosen.plan, paymentId, first })
    if (confirmed) return succeed(chosen, mine)
    if (!isAttached) toasts.show(PAYMENT_TOASTS.unconfirmed(paymentId))
    if (mine === current) setState({ ...chosen, phase: 'unconfirmed', paymentId })
  }

  async function succeed(chosen: Chosen, mine: number) {
    if (mine === current) setState({ ...chosen, phase: 'confirmed' })
    if (isAttached) await wait(TIMING.confirmationShown)
    else toasts.show(PAYMENT_TOASTS.confirmed)
    await deps.finish({ leadHome: isAttached })
    if (mine === current) setState(CLOSED)
  }

  /** The order at the card provider, ready to be paid; the daily plan's page is loaded only now (spec §4). */
  async function prepare(chosen: Chosen, mine: number) {
    const outcome = await requestOrder(deps, chosen)
    if (mine !== current) return
    if (outcome.kind === 'earlier')
      return setState({ ...chosen, ...outcome.earlier, phase: 'earlier', checking: false })
    if (outcome.kind === 'failed') {
      if (outcome.toast) toasts.show(outcome.toast)
      return setState(CLOSED)
    }
    const { order } = outcome
    if (order.approveUrl) return toApproval(chosen, order, order.approveUrl)
    if (chosen.plan.id === 'daily') {
      setState({ ...chosen, phase: 'loading' })
      await loadGateway()
      if (mine !== current) return
    }
    setState({ ...chosen, phase: 'ready', order, retries: 0, problem: null })
  }

  function fail(state: Ready, error: CardCheckoutFailure['error'], isCurrent: boolean) {
    const problem = { text: failureText(error?.code), reason: givenReason(error?.description) }
    toasts.show(PAYMENT_TOASTS.failed(problem.text, problem.reason))
    if (!isCurrent) return
    const { retries } = state
    if (mayRetry(error?.code, retries)) setState({ ...state, phase: 'ready', retries: retries + 1, problem })
    else setState(CLOSED)
  }

  /** A success counts whenever it comes: after the dialog was closed, another plan chosen, or the screen left. */
  function listenTo(state: Ready, mine: number) {
    const payer = deps.token()
    const { plan, currency } = state
    /** When another session has begun since, the server completes the payment by itself. */
    const isPayer = () => deps.token() === payer
    return {
      paid(paymentId: string | undefined) {
        if (!isPayer()) return
        if (paymentId) {
          cardPage?.close()
          void confirm({ plan, currency }, paymentId, true)
        } else if (mine === current) giveUp(PAYMENT_TOASTS.paymentIdMissing)
        else toasts.show(PAYMENT_TOASTS.paymentIdMissing)
      },
      failed(error: CardCheckoutFailure['error']) {
        if (isPayer()) fail(state, error, mine === current)
      },
      dismissed() {
        if (mine === current) setState({ ...state, phase: 'ready', problem: null })
      },
    }
  }

  return {
    getState,
    subscribe,

    async choose(plan, currency) {
      if (getState().phase !== 'closed') return
      current += 1
      const mine = current
      const chosen = { plan, currency }
      const cardFirst = currency.code === 'INR' && plan.id !== 'daily'
      // Two pages that can both be paid must not be open.
      cardPage?.close()
      setState({
        ...chosen,
        phase: plan.id === 'daily' ? 'ordering' : cardFirst ? 'loading' : 'preparing',
      })
      try {
        if (cardFirst) {
          await loadGateway()
          if (mine !== current) return
          setState({ ...chosen, phase: 'preparing' })
        }
        await prepare(chosen, mine)
      } catch {
        if (mine === current) giveUp(PAYMENT_TOASTS.gatewayNotLoaded)
      }
    },

    async pay() {
      const state = getState()
      if (state.phase !== 'ready') return
      const mine = current
      setState({ ...state, phase: 'processing', problem: null })
      const { plan, order } = state
      try {
        const [{ card }, Gateway] = await Promise.all([deps.options(), loadGateway()])
        if (mine !== current) return
        if (!card || !Gateway) return giveUp(PAYMENT_TOASTS.gatewayNotOpened)
        const details = { keyId: card.keyId, order, planName: plan.name, user: deps.user }
        cardPage = openCardPage(Gateway, details, listenTo(state, mine))
      } catch {
        if (mine === current) giveUp(PAYMENT_TOASTS.gatewayNotOpened)
      }
    },

    async confirmAgain() {
      const state = getState()
      if (state.phase === 'unconfirmed') await confirm(state, state.paymentId, false)
    },

    async checkEarlier() {
      const state = getState()
      if (state.phase !== 'earlier' || state.checking) return
      const mine = current
      setState({ ...state, checking: true })
      const { outcome, message } = await checkPayment(api, state.paymentId)
      if (outcome === 'active') return succeed(state, mine)
      if (mine !== current) return
      if (outcome === 'over') giveUp(PAYMENT_TOASTS.earlierOver(message))
      else setState({ ...state, checking: false, message })
    },

    close() {
      current += 1
      setState(CLOSED)
    },

    attach() {
      isAttached = true
      return () => {
        isAttached = false
      }
    },
  }
}
