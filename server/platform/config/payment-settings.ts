import * as z from 'zod'
import type { PaymentProviderName } from '#schema/billing.ts'
import { modelOf, type Setting, setting } from './setting.ts'

const secret = z.string().min(1).optional()

/** The settings of the payment providers. */
export const PAYMENT_SETTINGS = {
  RAZORPAY_KEY_ID: setting(
    'the key id of Razorpay, which takes cards and UPI in rupees',
    '(not configured)',
    secret,
  ),
  RAZORPAY_KEY_SECRET: setting('the secret of the Razorpay key', '(not configured)', secret),
  RAZORPAY_WEBHOOK_SECRET: setting(
    'the secret that signs the webhooks of Razorpay',
    '(not configured)',
    secret,
  ),
  PAYPAL_CLIENT_ID: setting(
    'the client id of PayPal, which takes all other currencies',
    '(not configured)',
    secret,
  ),
  PAYPAL_CLIENT_SECRET: setting('the secret of the PayPal client', '(not configured)', secret),
  PAYPAL_WEBHOOK_ID: setting('the id of the PayPal webhook', '(not configured)', secret),
  PAYPAL_MODE: setting(
    "whether payments use PayPal's sandbox or its live environment",
    'live',
    z.enum(['live', 'sandbox'], "expected 'live' or 'sandbox'").default('live'),
  ),
} as const satisfies Record<string, Setting>

/** The keys that a provider needs all together, or not at all. */
export const PROVIDER_KEYS = {
  razorpay: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
  paypal: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
} as const satisfies Record<PaymentProviderName, readonly (keyof typeof PAYMENT_SETTINGS)[]>

const model = modelOf(PAYMENT_SETTINGS)

/** Returns the keys of each provider; null for one that is not configured. */
export const paymentKeysOf = (values: z.output<typeof model>) =>
  ({
    razorpay: razorpayKeysOf(values),
    paypal: paypalKeysOf(values),
  }) satisfies Record<PaymentProviderName, object | null>

function razorpayKeysOf(values: z.output<typeof model>) {
  const {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
  } = values
  return keyId && keySecret && webhookSecret ? { keyId, keySecret, webhookSecret } : null
}

function paypalKeysOf(values: z.output<typeof model>) {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = values
  const { PAYPAL_WEBHOOK_ID: webhookId, PAYPAL_MODE: mode } = values
  return clientId && clientSecret && webhookId ? { clientId, clientSecret, webhookId, mode } : null
}
