import { useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useCapture } from '#web/screens/payment/payment-success-screen.tsx'
import { useCheckout } from '#web/screens/pricing/use-checkout.ts'
import { useReturnHome } from '#web/screens/verification/use-return-home.ts'
import { OPTIONS } from '../web-state/checkout-kit.ts'
import { aUser, lostConnection, type Reply, refusal, signedIn } from '../web-state/kit.ts'
import { passTime, runHook, untilDrawn } from './draw.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('a returning PayPal payment', () => {
  async function capture(answer: Reply | (() => Promise<Reply>)) {
    const browser = await signedIn()
    browser.server.on('capturePaypalOrder', answer)
    const page = await runHook({ ...browser, path: '/payment/success?token=PAYPAL1' }, () => ({
      outcome: useCapture('PAYPAL1'),
      path: useLocation().pathname,
    }))
    return { browser, page, toast: () => browser.services.toasts.getState() }
  }

  // covers: 2.1-payment-success, 4.10-payment-result, 9-redirect-times
  it('needs one capture, then the member is refetched and redirected home after 3 s', async () => {
    const answer = Promise.withResolvers<Reply>()
    const { browser, page } = await capture(() => answer.promise)
    expect(page().outcome).toEqual({ state: 'processing' })
    answer.resolve({ body: { success: true } })
    await untilDrawn(() => expect(page().outcome).toEqual({ state: 'success' }))
    expect(browser.server.of('capturePaypalOrder').map(({ body }) => body)).toEqual([{ orderId: 'PAYPAL1' }])
    expect(browser.server.of('getSession')).toHaveLength(2)
    await passTime(2_999)
    expect(page().path).toBe('/payment/success')
    await passTime(1)
    expect(page().path).toBe('/')
  })

  // covers: 2.1-payment-success, 4.10-payment-result, 8.2-payment-failed
  it.each([
    [
      'is declined with a reason',
      { body: { success: false, error: 'PayPal declined this payment.' } },
      ['Payment Failed', 'PayPal declined this payment.', 'PayPal declined this payment.'],
    ],
    [
      'is declined without a reason',
      { body: { success: false } },
      [
        'Payment Failed',
        'Failed to capture payment. Please try again.',
        'Failed to capture payment. Please try again.',
      ],
    ],
    [
      'cannot be captured',
      lostConnection(),
      [
        'Payment Error',
        'Failed to process payment. Please contact support.',
        'An error occurred while processing your payment.',
      ],
    ],
    [
      'is refused by the server',
      refusal(404, 'NOT_FOUND'),
      [
        'Payment Error',
        'Failed to process payment. Please contact support.',
        'An error occurred while processing your payment.',
      ],
    ],
  ] as const)(
    'ends in the error state with a toast when it %s',
    async (_what, answer, [title, description, message]) => {
      const { page, toast } = await capture(answer)
      await untilDrawn(() => expect(page().outcome).toEqual({ state: 'error', message }))
      expect(toast()).toMatchObject({ title, description, variant: 'destructive' })
      await passTime(10_000)
      expect(page().path).toBe('/payment/success')
    },
  )
})

describe('a verification that succeeded', () => {
  // covers: 2.1-verification-complete-countdown, 2.1-email-verified, 4.10-verification, 9-redirect-times
  it('counts down 5 s, refetches the member and redirects home', async () => {
    const browser = await signedIn()
    const page = await runHook({ ...browser, path: '/email-verified' }, () => ({
      left: useReturnHome(true),
      path: useLocation().pathname,
    }))
    expect(page()).toEqual({ left: 5, path: '/email-verified' })
    for (const left of [4, 3, 2, 1]) {
      await passTime(1_000)
      expect(page()).toEqual({ left, path: '/email-verified' })
    }
    await passTime(1_000)
    expect(page().path).toBe('/')
    expect(browser.server.of('getSession')).toHaveLength(2)
  })

  // covers: 4.10-verification
  it('does not redirect when it failed', async () => {
    const page = await runHook({ ...(await signedIn()), path: '/verification-complete' }, () => ({
      left: useReturnHome(false),
      path: useLocation().pathname,
    }))
    await passTime(10_000)
    expect(page()).toEqual({ left: 5, path: '/verification-complete' })
  })
})

describe('the script of the card provider', () => {
  // covers: 7-checkout-script
  it('loads from its host 1 s after the plans are shown', async () => {
    const browser = await signedIn()
    const script = 'https://checkout.razorpay.com/v1/checkout.js'
    browser.server.on('getPaymentOptions', { body: { ...OPTIONS, card: { keyId: 'rzp_x', script } } })
    const loaded: string[] = []
    const document = {
      createElement: () => ({ src: '' }),
      head: { append: ({ src }: { src: string }) => void loaded.push(src) },
    }
    const plans = await runHook(browser, () => useCheckout(aUser(), true))
    Object.assign(window, { document })
    await untilDrawn(() => expect(plans().options).not.toBeNull())
    await passTime(0)
    expect(loaded).toEqual([])
    await passTime(1_000)
    expect(loaded).toEqual([script])
  })
})
