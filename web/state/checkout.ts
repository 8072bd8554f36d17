import type { User } from '#schema/account.ts'
import type { Order, PaymentOptions } from '#schema/billing.ts'
import type { Currency } from '#schema/currencies.ts'
import { TIMING } from '#schema/limits.ts'
import { amountOf } from '#schema/money.ts'
import type { Plan } from '#schema/plans.ts'
import { PRODUCT } from '#schema/product.ts'
import type { Api } from '../data/api.ts'
import type { CardCheckoutClass } from '../data/card-checkout.ts'
import { ApiFailure, isToldAlready } from '../data/failure.ts'
import { confirmPayment } from './confirm-payment.ts'
import { failureText, mayRetry, PAYMENT_TOASTS } from './payment-errors.ts'
import { createStore, type Store } from './store.ts'
import type { ToastStore } from './toasts.ts'

interface Chosen {
  plan: Plan
  currency: Currency
}

export type CheckoutState =
  | { phase: 'closed' }
  /** The daily plan's order is made before its dialog opens (spec §4). */
  | ({ phase: 'ordering' } & Chosen)
  | ({ phase: 'loading' } & Chosen)
  | ({ phase: 'preparing' } & Chosen)
  | ({ phase: 'ready' | 'processing'; order: Order; retries: number; problem: string | null } & Chosen)
  /** The member approves it on PayPal's page, in another tab. */
  | ({ phase: 'approving'; order: Order; approveUrl: string; opened: boolean } & Chosen)
  | ({ phase: 'confirming'; paymentId: string } & Chosen)
  | ({ phase: 'confirmed' } & Chosen)
  /** Paid, as far as the browser knows, and not confirmed yet. */
  | ({ phase: 'unconfirmed'; paymentId: string } & Chosen)

export interface Checkout extends Store<CheckoutState> {
  choose(plan: Plan, currency: Currency): Promise<void>
  /** Opens the card provider's own page over ours. */
  pay(): Promise<void>
  /** Asks once more about a payment that could not be confirmed. */
  confirmAgain(): Promise<void>
  close(): void
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
  /** Everything is paid: the session, the member and the lists are asked for anew, and the way leads home. */
  finish(): Promise<void>
  wait(milliseconds: number): Promise<void>
}

const CLOSED = { phase: 'closed' } as const
/** Spec §9: ten minutes, blue. */
const CHECKOUT_SECONDS = 600
const THEME = '#2563eb'

export function createCheckout(deps: CheckoutDeps): Checkout {
  const { api, toasts, openTab, wait } = deps
  const { getState, setState, subscribe } = createStore<CheckoutState>(CLOSED)
  /** Grows with every choice and every closing: what an earlier one still brings about is no longer wanted. */
  let current = 0

  function giveUp(toast: Parameters<ToastStore['show']>[0]) {
    setState(CLOSED)
    toasts.show(toast)
  }

  /** Null when it failed, which has been told then. */
  async function createOrder({ plan, currency }: Chosen): Promise<Order | null> {
    const amount = amountOf(plan, currency)
    if (amount <= 0) return refuse(PAYMENT_TOASTS.invalidAmount)
    if (!deps.token()) return refuse(PAYMENT_TOASTS.noSession)
    const body = { currency: currency.code, amount }
    try {
      const { data } = await api
        .call('createSimpleOrder', { body })
        .catch((error: unknown) =>
          isToldAlready(error) ? Promise.reject(error) : api.call('createOrder', { body }),
        )
      return data.orderId ? data : refuse(PAYMENT_TOASTS.orderIdMissing)
    } catch (error) {
      if (isToldAlready(error)) return null
      return refuse(orderToast(error))
    }
  }

  function refuse(toast: Parameters<ToastStore['show']>[0]): null {
    toasts.show(toast)
    return null
  }

  function orderToast(error: unknown) {
    if (!(error instanceof ApiFailure) || error.status === 0) return PAYMENT_TOASTS.notStarted
    if (error.status === 503 && error.message.includes('not configured')) return PAYMENT_TOASTS.notConfigured
    return PAYMENT_TOASTS.orderFailed(error.status, error.message)
  }

  async function loadGateway(): Promise<CardCheckoutClass | null> {
    const { card } = await deps.options()
    return card ? deps.loadCardCheckout(card.script) : null
  }

  function toApproval(chosen: Chosen, order: Order, approveUrl: string) {
    setState({ ...chosen, phase: 'approving', order, approveUrl, opened: openTab(approveUrl) })
  }

  async function confirm(chosen: Chosen, paymentId: string, first: boolean) {
    const mine = current
    setState({ ...chosen, phase: 'confirming', paymentId })
    const confirmed = await confirmPayment({ api, wait }, { plan: chosen.plan, paymentId, first })
    if (mine !== current) return
    if (!confirmed) return setState({ ...chosen, phase: 'unconfirmed', paymentId })
    setState({ ...chosen, phase: 'confirmed' })
    await wait(TIMING.confirmationShown)
    await deps.finish()
    if (mine === current) setState(CLOSED)
  }

  return {
    getState,
    subscribe,

    async choose(plan, currency) {
      if (getState().phase !== 'closed') return
      current += 1
      const mine = current
      const chosen = { plan, currency }
      const byCard = currency.code === 'INR'
      const daily = plan.id === 'daily'
      setState({ ...chosen, phase: daily ? 'ordering' : byCard ? 'loading' : 'preparing' })
      try {
        if (byCard && !daily) {
          await loadGateway()
          if (mine !== current) return
          setState({ ...chosen, phase: 'preparing' })
        }
        const order = await createOrder(chosen)
        if (mine !== current) return
        if (!order) return setState(CLOSED)
        if (order.approveUrl) return toApproval(chosen, order, order.approveUrl)
        if (daily) {
          setState({ ...chosen, phase: 'loading' })
          await loadGateway()
          if (mine !== current) return
        }
        setState({ ...chosen, phase: 'ready', order, retries: 0, problem: null })
      } catch {
        if (mine === current) giveUp(PAYMENT_TOASTS.gatewayNotLoaded)
      }
    },

    async pay() {
      const state = getState()
      if (state.phase !== 'ready') return
      const mine = current
      setState({ ...state, phase: 'processing', problem: null })
      const { plan, currency, order, retries } = state
      /** What the gateway still tells after it was told to be over is not heard. */
      let over = false
      const ending = (work: () => void) => {
        if (over || mine !== current) return
        over = true
        work()
      }
      try {
        const [{ card }, Gateway] = await Promise.all([deps.options(), loadGateway()])
        if (mine !== current) return
        if (!card || !Gateway) return giveUp(PAYMENT_TOASTS.gatewayNotOpened)
        const gateway = new Gateway({
          key: card.keyId,
          order_id: order.orderId,
          amount: order.amount,
          currency: order.currency,
          name: PRODUCT.name,
          description: `Premium, ${plan.name}`,
          prefill: {
            name: deps.user.displayName,
            email: deps.user.userName,
            contact: deps.user.phone,
          },
          theme: { color: THEME },
          timeout: CHECKOUT_SECONDS,
          retry: { enabled: false },
          modal: { ondismiss: () => ending(() => setState({ ...state, problem: null })) },
          handler: ({ razorpay_payment_id: paymentId }) =>
            ending(() => {
              if (paymentId) void confirm({ plan, currency }, paymentId, true)
              else giveUp(PAYMENT_TOASTS.paymentIdMissing)
            }),
        })
        gateway.on('payment.failed', ({ error }) =>
          ending(() => {
            gateway.close()
            const text = failureText(error?.code)
            if (!mayRetry(error?.code, retries)) return giveUp(PAYMENT_TOASTS.failed(text))
            setState({ ...state, retries: retries + 1, problem: text })
            toasts.show(PAYMENT_TOASTS.failed(text))
          }),
        )
        gateway.open()
      } catch {
        if (mine === current) giveUp(PAYMENT_TOASTS.gatewayNotOpened)
      }
    },

    async confirmAgain() {
      const state = getState()
      if (state.phase === 'unconfirmed') await confirm(state, state.paymentId, false)
    },

    close() {
      current += 1
      setState(CLOSED)
    },
  }
}
