import { describe, expect, it } from 'vitest'
import type { PaymentOptions } from '#schema/billing.ts'
import { CURRENCIES } from '#schema/currencies.ts'
import { PLANS, type PlanId } from '#schema/plans.ts'
import type { CardCheckoutClass, CardCheckoutFailure, CardCheckoutOptions } from '#web/data/card-checkout.ts'
import { createCheckout } from '#web/state/checkout.ts'
import { type Browser, lostConnection, refusal, signedIn } from './kit.ts'

const OPTIONS: PaymentOptions = {
  testMode: true,
  card: { keyId: 'rzp_test_x', script: '/dev/pay/checkout.js' },
  paypal: true,
}
const ORDER = {
  id: '01999999-0000-7000-8000-0000000000d1',
  orderId: 'order_1',
  amount: 10_000,
  currency: 'INR',
  paymentProvider: 'razorpay',
}
const PAYPAL_ORDER = {
  ...ORDER,
  orderId: 'PAYPAL1',
  currency: 'USD',
  paymentProvider: 'paypal',
  approveUrl: 'https://paypal.test/approve',
}
const ACTIVE = { premiumActivated: true, status: 'completed', message: 'Active.' }

const plan = (id: PlanId) => {
  const found = PLANS.find((one) => one.id === id)
  if (!found) throw new Error(id)
  return found
}
const currency = (code: string) => {
  const found = CURRENCIES.find((one) => one.code === code)
  if (!found) throw new Error(code)
  return found
}

/** The gateway's page, answered by the test. */
function createGateway() {
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
    fails: (code: string) => onFailed?.({ error: { code } }),
    isDismissed: () => options?.modal.ondismiss(),
  }
}

function setUp(
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
    finish: async () => void finished.push('home'),
    wait: async (milliseconds) => void waits.push(milliseconds),
  })
  const phases: string[] = []
  checkout.subscribe(() => phases.push(checkout.getState().phase))
  return {
    checkout,
    gateway,
    waits,
    tabs,
    finished,
    phases,
    toast: () => services.toasts.getState(),
    phase: () => checkout.getState().phase,
  }
}

const opened = async (id: PlanId = 'weekly') => {
  const browser = await signedIn()
  const set = setUp(browser)
  await set.checkout.choose(plan(id), currency('INR'))
  await set.checkout.pay()
  return { ...set, browser }
}

describe('choosing a plan in rupees', () => {
  it('makes the order of the daily plan before its dialog opens', async () => {
    const browser = await signedIn()
    const { checkout, phases } = setUp(browser)
    await checkout.choose(plan('daily'), currency('INR'))
    expect(phases).toEqual(['ordering', 'loading', 'ready'])
    expect(browser.server.of('createSimpleOrder').map(({ body }) => body)).toEqual([
      { currency: 'INR', amount: 10_000 },
    ])
  })

  it('opens the dialog of the others at once, and makes the order in it', async () => {
    const { checkout, phases } = setUp(await signedIn())
    await checkout.choose(plan('annual'), currency('INR'))
    expect(phases).toEqual(['loading', 'preparing', 'ready'])
  })

  it('tries the second way to an order when the first fails', async () => {
    const browser = await signedIn()
    const { checkout, phase } = setUp(browser)
    browser.server.on('createSimpleOrder', refusal(500, 'INTERNAL'))
    browser.server.on('createOrder', { body: ORDER })
    await checkout.choose(plan('daily'), currency('INR'))
    expect(phase()).toBe('ready')
  })

  it.each([
    [
      'not configured',
      refusal(503, 'UNAVAILABLE', 'Payments are not configured on this server.'),
      [
        'Payment Error',
        'Payment service is temporarily unavailable. Please try again later or contact support.',
      ],
    ],
    [
      'a refusal',
      refusal(400, 'INVALID', 'Invalid plan amount'),
      ['Payment Error', 'Failed to create order: 400 - Invalid plan amount'],
    ],
    ['no connection', lostConnection, ['Error', 'Failed to start payment process. Please try again.']],
  ] as const)('tells of an order that failed: %s', async (_, answer, [title, description]) => {
    const browser = await signedIn()
    const { checkout, toast, phase } = setUp(browser)
    for (const route of ['createSimpleOrder', 'createOrder'] as const) browser.server.on(route, answer)
    await checkout.choose(plan('weekly'), currency('INR'))
    expect(toast()).toMatchObject({ title, description, variant: 'destructive' })
    expect(phase()).toBe('closed')
  })

  it('tells when the gateway does not load, and can be tried again', async () => {
    let broken = true
    const gateway = createGateway()
    const { checkout, toast, phase } = setUp(await signedIn(), {
      load: async () => {
        if (broken) throw new Error('blocked')
        return gateway.Gateway
      },
    })
    await checkout.choose(plan('weekly'), currency('INR'))
    expect(toast()).toMatchObject({
      title: 'Payment Error',
      description: 'Failed to initialize payment gateway. Please try again.',
    })
    expect(phase()).toBe('closed')
    broken = false
    await checkout.choose(plan('weekly'), currency('INR'))
    expect(phase()).toBe('ready')
  })

  it('closed meanwhile, stays closed', async () => {
    const { checkout, phase } = setUp(await signedIn())
    const choosing = checkout.choose(plan('weekly'), currency('INR'))
    checkout.close()
    await choosing
    expect(phase()).toBe('closed')
  })
})

describe('choosing a plan in another currency', () => {
  it('opens the approval in a new tab and stops', async () => {
    const browser = await signedIn()
    const { checkout, tabs, phase, gateway } = setUp(browser)
    browser.server.on('createSimpleOrder', { body: PAYPAL_ORDER })
    await checkout.choose(plan('daily'), currency('USD'))
    expect(tabs).toEqual([PAYPAL_ORDER.approveUrl])
    expect(phase()).toBe('approving')
    await checkout.pay()
    expect(gateway.seen.opened).toBe(0)
  })

  it('offers a link when the tab was not allowed to open', async () => {
    const browser = await signedIn()
    const { checkout } = setUp(browser, { tabsOpen: false })
    browser.server.on('createSimpleOrder', { body: PAYPAL_ORDER })
    await checkout.choose(plan('weekly'), currency('USD'))
    expect(checkout.getState()).toMatchObject({
      phase: 'approving',
      opened: false,
      approveUrl: PAYPAL_ORDER.approveUrl,
    })
  })
})

describe('the gateway', () => {
  it('is given the order, ten minutes and the blue theme', async () => {
    const { gateway, phase } = await opened()
    expect(gateway.options()).toMatchObject({
      key: 'rzp_test_x',
      order_id: 'order_1',
      timeout: 600,
      theme: { color: '#2563eb' },
      retry: { enabled: false },
      prefill: { name: 'Anika', email: 'anika@example.com', contact: '+919822012345' },
    })
    expect(phase()).toBe('processing')
  })

  it('closed by the member, leaves the dialog ready for another try', async () => {
    const { gateway, checkout, phase } = await opened()
    gateway.isDismissed()
    expect(phase()).toBe('ready')
    await checkout.pay()
    expect(gateway.seen.opened).toBe(2)
  })

  it('that cannot be opened is told of', async () => {
    const Broken: CardCheckoutClass = class {
      on() {}
      close() {}
      open() {
        throw new Error('no')
      }
    }
    const { checkout, toast, phase } = setUp(await signedIn(), { load: async () => Broken })
    await checkout.choose(plan('weekly'), currency('INR'))
    await checkout.pay()
    expect(toast()).toMatchObject({
      title: 'Payment Error',
      description: 'Failed to open payment gateway. Please try again.',
    })
    expect(phase()).toBe('closed')
  })

  it.each([
    ['GATEWAY_ERROR', 'Payment gateway error. Please try a different payment method or bank.'],
    ['NETWORK_ERROR', 'Network connection issue. Please check your internet connection and try again.'],
    ['SERVER_ERROR', 'Payment service temporarily unavailable. Please try again in a few minutes.'],
  ])('that fails with %s may be tried three times', async (code, text) => {
    const { gateway, checkout, toast, phase } = await opened()
    for (const retries of [1, 2]) {
      gateway.fails(code)
      expect(checkout.getState()).toMatchObject({ phase: 'ready', retries, problem: text })
      expect(toast()).toMatchObject({ title: 'Payment Failed', description: text })
      await checkout.pay()
    }
    gateway.fails(code)
    expect(phase()).toBe('closed')
    expect(toast()).toMatchObject({ title: 'Payment Failed', description: text })
    expect(gateway.seen).toEqual({ opened: 3, closed: 3 })
  })

  it.each([
    ['BAD_REQUEST_ERROR', 'Invalid payment details. Please refresh the page and try again.'],
    [
      'SOMETHING_ELSE',
      'Your payment could not be processed. Please try again or use a different payment method.',
    ],
  ])('that fails with %s closes the dialog', async (code, text) => {
    const { gateway, toast, phase } = await opened()
    gateway.fails(code)
    expect(phase()).toBe('closed')
    expect(toast()).toMatchObject({ title: 'Payment Failed', description: text })
  })

  it('is heard once: what it tells after its end changes nothing', async () => {
    const { gateway, checkout, phase } = await opened()
    gateway.fails('GATEWAY_ERROR')
    gateway.isDismissed()
    gateway.fails('BAD_REQUEST_ERROR')
    expect(phase()).toBe('ready')
    checkout.close()
    gateway.pays()
    expect(phase()).toBe('closed')
  })

  it('that names no payment is told of', async () => {
    const { gateway, toast } = await opened()
    gateway.paysWithoutId()
    expect(toast()).toMatchObject({ title: 'Payment Error', description: 'Payment ID not received' })
  })
})

describe('a payment', () => {
  it('of a day is asked about after three seconds, then leads home', async () => {
    const { gateway, browser, waits, finished, phases } = await opened('daily')
    browser.server.on('getPaymentStatus', { body: ACTIVE })
    gateway.pays()
    await expect.poll(() => finished).toEqual(['home'])
    expect(waits[0]).toBe(3000)
    expect(phases.slice(-3)).toEqual(['confirming', 'confirmed', 'closed'])
    expect(browser.server.of('getPaymentStatus')[0]?.params).toEqual(['pay_1'])
  })

  it('of a day that is only authorised is captured', async () => {
    const { gateway, browser, finished } = await opened('daily')
    browser.server.on('getPaymentStatus', {
      body: { premiumActivated: false, status: 'authorized', message: '' },
    })
    browser.server.on('capturePayment', { body: { success: 'true', message: '' } })
    gateway.pays()
    await expect.poll(() => finished).toEqual(['home'])
  })

  it('of a subscription is posted to its plan', async () => {
    const { gateway, browser, finished } = await opened('monthly')
    browser.server.on('subscribe', { body: { success: true, ...ACTIVE } })
    gateway.pays()
    await expect.poll(() => finished).toEqual(['home'])
    expect(browser.server.of('subscribe')[0]).toMatchObject({
      params: ['monthly'],
      body: { paymentId: 'pay_1' },
    })
  })

  it.each([
    ['refused', refusal(409, 'CONFLICT', 'This payment failed.')],
    ['unanswered', lostConnection],
  ] as const)('that is %s shows its id, and can be asked about again', async (_, answer) => {
    const { gateway, browser, checkout, finished, phase } = await opened('monthly')
    browser.server.on('subscribe', answer)
    gateway.pays('pay_lost')
    await expect.poll(phase).toBe('unconfirmed')
    expect(checkout.getState()).toMatchObject({ paymentId: 'pay_lost' })
    browser.server.on('subscribe', { body: { success: true, ...ACTIVE } })
    await checkout.confirmAgain()
    expect(finished).toEqual(['home'])
  })
})
