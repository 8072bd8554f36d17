import type { PaymentOptions } from '#schema/billing.ts'
import { CURRENCIES } from '#schema/currencies.ts'
import { PLANS, type PlanId } from '#schema/plans.ts'
import type { CardCheckoutClass, CardCheckoutFailure, CardCheckoutOptions } from '#web/data/card-checkout.ts'
import { createCheckout } from '#web/state/payments/checkout.ts'
import { type Browser, signedIn } from './kit.ts'

export const OPTIONS: PaymentOptions = {
  testMode: true,
  card: { keyId: 'rzp_test_x', script: '/dev/pay/checkout.js' },
  paypal: true,
  freeConversationsADay: 20,
}
export const ORDER = {
  id: '01999999-0000-7000-8000-0000000000d1',
  orderId: 'order_1',
  amount: 10_000,
  currency: 'INR',
  paymentProvider: 'razorpay',
}
export const PAYPAL_ORDER = {
  ...ORDER,
  orderId: 'PAYPAL1',
  currency: 'USD',
  paymentProvider: 'paypal',
  approveUrl: 'https://paypal.test/approve',
}
export const ACTIVE = { premiumActivated: true, status: 'completed', message: 'Active.' }

export const plan = (id: PlanId) => {
  const found = PLANS.find((one) => one.id === id)
  if (!found) throw new Error(id)
  return found
}
export const currency = (code: string) => {
  const found = CURRENCIES.find((one) => one.code === code)
  if (!found) throw new Error(code)
  return found
}

/** The gateway's page, answered by the test. */
export function createGateway() {
  let options: CardCheckoutOptions | null = null
  let onFailed: ((failure: CardCheckoutFailure) => void) | null = null
  const seen = { opened: 0, closed: 0 }
  const Gateway: CardCheckoutClass = class {
    constructor(given: CardCheckoutOptions) {
      options = given
    }
    open() {
      seen.opened += 1
    }
    close() {
      seen.closed += 1
    }
    on(_: 'payment.failed', listener: (failure: CardCheckoutFailure) => void) {
      onFailed = listener
    }
  }
  return {
    Gateway,
    seen,
    options: () => options,
    pays: (id: string | undefined = 'pay_1') =>
      options?.handler(id === undefined ? {} : { razorpay_payment_id: id }),
    paysWithoutId: () => options?.handler({}),
    fails: (code: string, description?: string) =>
      onFailed?.({ error: { code, ...(description ? { description } : {}) } }),
    isDismissed: () => options?.modal.ondismiss(),
  }
}

export function setUp(
  { services, server }: Browser,
  {
    options = OPTIONS,
    load,
    tabsOpen = true,
  }: { options?: PaymentOptions; load?: () => Promise<CardCheckoutClass>; tabsOpen?: boolean } = {},
) {
  server.on('createSimpleOrder', { body: ORDER })
  const gateway = createGateway()
  const waits: number[] = []
  const tabs: string[] = []
  const finished: string[] = []
  const checkout = createCheckout({
    api: services.api,
    toasts: services.toasts,
    user: { displayName: 'Anika', userName: 'anika@example.com', phone: '+919822012345' },
    token: () => services.session.token(),
    options: async () => options,
    loadCardCheckout: load ?? (async () => gateway.Gateway),
    openTab(url) {
      tabs.push(url)
      return tabsOpen
    },
    finish: async ({ leadHome }) => void finished.push(leadHome ? 'home' : 'refreshed'),
    wait: async (milliseconds) => void waits.push(milliseconds),
  })
  const leaveScreen = checkout.attach()
  const phases: string[] = []
  checkout.subscribe(() => phases.push(checkout.getState().phase))
  return {
    checkout,
    leaveScreen,
    gateway,
    waits,
    tabs,
    finished,
    phases,
    toast: () => services.toasts.getState(),
    phase: () => checkout.getState().phase,
  }
}

export const opened = async (id: PlanId = 'weekly') => {
  const browser = await signedIn()
  const set = setUp(browser)
  await set.checkout.choose(plan(id), currency('INR'))
  await set.checkout.pay()
  return { ...set, browser }
}
