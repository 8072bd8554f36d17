import type { PaymentOptions } from '#schema/billing.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { PaypalSettings } from './providers/paypal.ts'
import type { RazorpaySettings } from './providers/razorpay.ts'

/** Null for a provider that is not configured; its calls fail with 503. */
export interface PaymentSettings {
  razorpay: RazorpaySettings | null
  paypal: PaypalSettings | null
}

const TIMEOUT = 10_000
const PAYPAL_HOSTS = {
  live: { apiUrl: 'https://api-m.paypal.com', certificates: 'https://api.paypal.com' },
  sandbox: { apiUrl: 'https://api-m.sandbox.paypal.com', certificates: 'https://api.sandbox.paypal.com' },
}

/** Returns the settings of the live providers, with the operator's keys. */
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

/** Returns what the browser needs to know before a payment. */
export const paymentOptionsOf = (
  { razorpay, paypal }: PaymentSettings,
  freeConversationsADay: number,
): PaymentOptions => ({
  testMode: razorpay?.keyId.startsWith('rzp_test_') || paypal?.testMode || false,
  card: razorpay && { keyId: razorpay.keyId, script: razorpay.checkoutScript },
  paypal: paypal !== null,
  freeConversationsADay,
})
