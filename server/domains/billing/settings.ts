import type { Config } from '#server/platform/config/config.ts'
import type { PaypalSettings } from './providers/paypal.ts'
import type { RazorpaySettings } from './providers/razorpay.ts'

/** A provider without settings is not configured, and says so with 503. */
export interface PaymentSettings {
  razorpay: RazorpaySettings | null
  paypal: PaypalSettings | null
}

const TIMEOUT = 10_000
const PAYPAL_HOSTS = {
  live: { apiUrl: 'https://api-m.paypal.com', certificates: 'https://api.paypal.com' },
  sandbox: { apiUrl: 'https://api-m.sandbox.paypal.com', certificates: 'https://api.sandbox.paypal.com' },
}

/** The providers themselves, with the operator's keys. */
export function paymentSettingsOf({
  razorpay,
  paypal,
}: Pick<Config, 'razorpay' | 'paypal'>): PaymentSettings {
  return {
    razorpay: razorpay && {
      ...razorpay,
      apiUrl: 'https://api.razorpay.com',
      checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
      timeout: TIMEOUT,
    },
    paypal: paypal && {
      clientId: paypal.clientId,
      clientSecret: paypal.clientSecret,
      webhookId: paypal.webhookId,
      apiUrl: PAYPAL_HOSTS[paypal.mode].apiUrl,
      certificateHosts: [PAYPAL_HOSTS[paypal.mode].certificates],
      testMode: paypal.mode === 'sandbox',
      timeout: TIMEOUT,
    },
  }
}
