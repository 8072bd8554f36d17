import type { User } from '#schema/account.ts'
import type { Order, PaymentOptions } from '#schema/billing.ts'
import type { Currency } from '#schema/currencies.ts'
import type { Plan } from '#schema/plans.ts'
import type { Api } from '../../data/api.ts'
import type { CardCheckoutClass } from '../../data/card-checkout.ts'
import type { WritableStore } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import type { EarlierPayment } from './request-order.ts'

export interface Chosen {
  plan: Plan
  currency: Currency
}

interface Problem {
  text: string
  reason: string | null
}

export type CheckoutState =
  | { phase: 'closed' }
  /** The daily plan's order is created before its dialog opens (spec §4). */
  | ({ phase: 'ordering' } & Chosen)
  | ({ phase: 'loading' } & Chosen)
  | ({ phase: 'preparing' } & Chosen)
  | ({ phase: 'ready' | 'processing'; order: Order; retries: number; problem: Problem | null } & Chosen)
  /** An earlier payment is undecided. The member cannot pay before its outcome is known. */
  | ({ phase: 'earlier'; checking: boolean } & EarlierPayment & Chosen)
  /** The member approves the payment on PayPal's page, in another tab. */
  | ({ phase: 'approving'; order: Order; approveUrl: string; opened: boolean } & Chosen)
  | ({ phase: 'confirming'; paymentId: string } & Chosen)
  | ({ phase: 'confirmed' } & Chosen)
  /** The card page reported a success, but the server has not confirmed it yet. */
  | ({ phase: 'unconfirmed'; paymentId: string } & Chosen)

export type ReadyState = Extract<CheckoutState, { phase: 'ready' | 'processing' }>

export const CLOSED = { phase: 'closed' } as const

export interface CheckoutDeps {
  api: Api
  toasts: ToastStore
  user: Pick<User, 'displayName' | 'userName' | 'phone'>
  token(): string | null
  options(): Promise<PaymentOptions>
  loadCardCheckout(script: string): Promise<CardCheckoutClass>
  /** Opens a new tab and returns whether the browser allowed it. */
  openTab(url: string): boolean
  /** Called when premium is active: reads the session again, and leads home if wanted. */
  finish(options: { leadHome: boolean }): Promise<void>
  wait(milliseconds: number): Promise<void>
}

/** The dependencies and the state that the steps of a checkout share. */
export interface CheckoutContext extends CheckoutDeps {
  store: WritableStore<CheckoutState>
  /** Begins a new attempt and returns its number. Steps of an older attempt no longer change the state. */
  begin(): number
  attempt(): number
  /** Whether outcomes show in the dialogs; otherwise they show as toasts. */
  isAttached(): boolean
  /** Closes the dialog and shows a toast. */
  giveUp(toast: Parameters<ToastStore['show']>[0]): void
  /** Closes the card page that was opened last. */
  closeCardPage(): void
  setCardPage(page: { close(): void }): void
}

/** Loads the card provider's script; null if the server offers no card payments. */
export async function loadGateway({
  options,
  loadCardCheckout,
}: Pick<CheckoutDeps, 'options' | 'loadCardCheckout'>): Promise<CardCheckoutClass | null> {
  const { card } = await options()
  return card ? loadCardCheckout(card.script) : null
}
