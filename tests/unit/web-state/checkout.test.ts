import { describe, expect, it } from 'vitest'
import { priceToPay } from '#web/state/payments/price-to-pay.ts'
import { createGateway, currency, ORDER, PAYPAL_ORDER, plan, setUp } from './checkout-kit.ts'
import { lostConnection, refusal, signedIn } from './kit.ts'

describe('choosing a plan in rupees', () => {
  // covers: 4.9-order-before-dialog
  it('creates the order of the daily plan before its dialog opens', async () => {
    const browser = await signedIn()
    const { checkout, phases } = setUp(browser)
    await checkout.choose(plan('daily'), currency('INR'))
    expect(phases).toEqual(['ordering', 'loading', 'ready'])
    expect(browser.server.of('createSimpleOrder').map(({ body }) => body)).toEqual([
      { currency: 'INR', amount: 10_000 },
    ])
  })

  // covers: 4.9-order-before-dialog
  it('opens the dialog of other plans at once, and creates the order in it', async () => {
    const { checkout, phases } = setUp(await signedIn())
    await checkout.choose(plan('annual'), currency('INR'))
    expect(phases).toEqual(['loading', 'preparing', 'ready'])
  })

  // covers: 7-create-order
  it('requests the order from the second endpoint when the first fails', async () => {
    const browser = await signedIn()
    const { checkout, phase } = setUp(browser)
    browser.server.on('createSimpleOrder', refusal(500, 'INTERNAL'))
    browser.server.on('createOrder', { body: ORDER })
    await checkout.choose(plan('daily'), currency('INR'))
    expect(phase()).toBe('ready')
  })

  // covers: 8.2-payment-not-started
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
  ] as const)('reports a failed order: %s', async (_, answer, [title, description]) => {
    const browser = await signedIn()
    const { checkout, toast, phase } = setUp(browser)
    for (const route of ['createSimpleOrder', 'createOrder'] as const) browser.server.on(route, answer)
    await checkout.choose(plan('weekly'), currency('INR'))
    expect(toast()).toMatchObject({ title, description, variant: 'destructive' })
    expect(phase()).toBe('closed')
  })

  // covers: 5-order-id-missing
  it('reports an order without an id', async () => {
    const browser = await signedIn()
    const { checkout, toast, phase } = setUp(browser)
    browser.server.on('createSimpleOrder', { body: { ...ORDER, orderId: '' } })
    await checkout.choose(plan('weekly'), currency('INR'))
    expect(toast()).toMatchObject({
      title: 'Payment Error',
      description: 'Order ID missing - cannot proceed with payment',
      variant: 'destructive',
    })
    expect(phase()).toBe('closed')
  })

  // covers: 5-payment-input
  it('creates no order without a session or for an amount of zero', async () => {
    const free = { ...plan('weekly'), baseAmount: 0 }
    for (const [chosen, isSignedIn, description] of [
      [plan('weekly'), false, 'Authentication token not found'],
      [free, true, 'Invalid plan amount'],
    ] as const) {
      const browser = await signedIn()
      const { checkout, toast, phase } = setUp(browser)
      if (!isSignedIn) browser.services.session.drop()
      await checkout.choose(chosen, currency('INR'))
      expect(toast()).toMatchObject({ title: 'Payment Error', description, variant: 'destructive' })
      expect([phase(), browser.server.of('createSimpleOrder').length]).toEqual(['closed', 0])
    }
  })

  // covers: 8.2-gateway-not-initialized
  it('reports that the gateway does not load, and can be retried', async () => {
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

  // covers: 4.9-closing-resets
  it('stays closed when the member closed the dialog', async () => {
    const { checkout, phase } = setUp(await signedIn())
    const choosing = checkout.choose(plan('weekly'), currency('INR'))
    checkout.close()
    await choosing
    expect(phase()).toBe('closed')
  })
})

describe('choosing a plan in another currency', () => {
  // covers: 4.9-paypal-in-a-new-tab
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

  it.each([
    ['BRL', { amount: 599, currency: 'USD' }, { price: '$5.99', changedTo: 'USD' }],
    ['HUF', { amount: 214_600, currency: 'HUF' }, { price: 'Ft\u00a02,146', changedTo: 'HUF' }],
  ])('waits for the member to continue when the price in %s changed', async (code, charged, shown) => {
    const browser = await signedIn()
    const { checkout, tabs } = setUp(browser)
    browser.server.on('createSimpleOrder', { body: { ...PAYPAL_ORDER, currency: code, charged } })
    await checkout.choose(plan('weekly'), currency(code))
    expect(tabs).toEqual([])
    const state = checkout.getState()
    if (state.phase !== 'approving') throw new Error(state.phase)
    expect(state).toMatchObject({ opened: false, approveUrl: PAYPAL_ORDER.approveUrl })
    expect(priceToPay(state, state.order)).toEqual(shown)
  })

  it('opens the approval at once when only unseen decimals were rounded', async () => {
    const browser = await signedIn()
    const { checkout, tabs } = setUp(browser)
    const charged = { amount: 89_800, currency: 'JPY' }
    browser.server.on('createSimpleOrder', { body: { ...PAYPAL_ORDER, currency: 'JPY', charged } })
    await checkout.choose(plan('weekly'), currency('JPY'))
    expect(tabs).toEqual([PAYPAL_ORDER.approveUrl])
  })

  it('offers a link when the browser blocks the tab', async () => {
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
