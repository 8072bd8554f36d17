import { describe, expect, it } from 'vitest'
import { paymentSettingsOf } from '#server/domains/billing/index.ts'

const razorpay = { keyId: 'rzp_live_1', keySecret: 'secret', webhookSecret: 'webhook' }
const paypal = { clientId: 'client', clientSecret: 'secret', webhookId: 'WH1' }

describe('the settings of the payment providers', () => {
  it('stay empty without keys', () => {
    expect(paymentSettingsOf({ razorpay: null, paypal: null })).toEqual({ razorpay: null, paypal: null })
  })

  it('contain the addresses of Razorpay and a time limit of ten seconds', () => {
    expect(paymentSettingsOf({ razorpay, paypal: null })).toEqual({
      razorpay: {
        ...razorpay,
        apiUrl: 'https://api.razorpay.com',
        checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
        timeout: 10_000,
      },
      paypal: null,
    })
  })

  it.each([
    ['live', 'https://api-m.paypal.com', 'https://api.paypal.com', false],
    ['sandbox', 'https://api-m.sandbox.paypal.com', 'https://api.sandbox.paypal.com', true],
  ] as const)('contain the addresses of PayPal in the mode %s', (mode, apiUrl, certificates, testMode) => {
    expect(paymentSettingsOf({ razorpay: null, paypal: { ...paypal, mode } }).paypal).toEqual({
      ...paypal,
      apiUrl,
      certificateHosts: [certificates],
      testMode,
      timeout: 10_000,
    })
  })
})
