import type { PaymentOptions } from '#schema/billing.ts'
import { hasTestMode, type PaymentSettings } from './providers/registry.ts'

/** Returns what the browser needs to know before a payment. */
export const paymentOptionsOf = (
  settings: PaymentSettings,
  freeConversationsADay: number,
): PaymentOptions => ({
  testMode: hasTestMode(settings),
  card: settings.razorpay && { keyId: settings.razorpay.keyId, script: settings.razorpay.checkoutScript },
  paypal: settings.paypal !== null,
  freeConversationsADay,
})
