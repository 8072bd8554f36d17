import { POLICY } from '#schema/policy.ts'
import type { ToastInput } from '../toasts.ts'

/** The texts for the card provider's error codes (spec §8). */
const BY_CODE: Record<string, string> = {
  BAD_REQUEST_ERROR: 'Invalid payment details. Please refresh the page and try again.',
  GATEWAY_ERROR: 'Payment gateway error. Please try a different payment method or bank.',
  NETWORK_ERROR: 'Network connection issue. Please check your internet connection and try again.',
  SERVER_ERROR: 'Payment service temporarily unavailable. Please try again in a few minutes.',
}
const FALLBACK = 'Your payment could not be processed. Please try again or use a different payment method.'
const RETRYABLE_CODES = new Set(['GATEWAY_ERROR', 'NETWORK_ERROR', 'SERVER_ERROR'])
/** How often a payment may be retried after the first attempt (spec §8). */
const RETRIES = 2
export const ATTEMPTS = RETRIES + 1

export const failureText = (code: string | undefined) => BY_CODE[code ?? ''] ?? FALLBACK

/** Returns whether the member may retry a failed payment. `retries` counts the retries so far. */
export const mayRetry = (code: string | undefined, retries: number) =>
  RETRYABLE_CODES.has(code ?? '') && retries < RETRIES

const MAX_REASON_LENGTH = 200

/** Returns the reason from the bank or the card provider as a sentence; null without one. */
export function givenReason(description: string | undefined): string | null {
  const reason = description?.trim().slice(0, MAX_REASON_LENGTH)
  return reason ? `Reason given: ${reason}` : null
}

export const NOT_CONFIGURED =
  'Payment service is temporarily unavailable. Please try again later or contact support.'

/** Milliseconds; long enough to write down a payment ID. */
const UNCONFIRMED_SHOWN = 30_000

const paymentError = (description: string): ToastInput => ({
  title: 'Payment Error',
  description,
  variant: 'destructive',
})

export const PAYMENT_TOASTS = {
  notConfigured: paymentError(NOT_CONFIGURED),
  gatewayNotLoaded: paymentError('Failed to initialize payment gateway. Please try again.'),
  gatewayNotOpened: paymentError('Failed to open payment gateway. Please try again.'),
  orderIdMissing: paymentError('Order ID missing - cannot proceed with payment'),
  paymentIdMissing: paymentError('Payment ID not received'),
  invalidAmount: paymentError('Invalid plan amount'),
  noSession: paymentError('Authentication token not found'),
  notStarted: {
    title: 'Error',
    description: 'Failed to start payment process. Please try again.',
    variant: 'destructive',
  },
  orderFailed: (status: number, text: string) => paymentError(`Failed to create order: ${status} - ${text}`),
  failed: (text: string, reason: string | null): ToastInput => ({
    title: 'Payment Failed',
    description: reason ? `${text}\n${reason}` : text,
    variant: 'destructive',
  }),
  confirmed: { title: 'Payment confirmed', description: 'Premium is yours.' },
  unconfirmed: (paymentId: string): ToastInput => ({
    title: 'Your payment is not confirmed yet',
    description: `Please wait up to ${POLICY.confirmationMinutes} minutes and do not pay again. If premium is not active then, contact support with the payment ID ${paymentId}.`,
    duration: UNCONFIRMED_SHOWN,
  }),
  earlierOver: (description: string): ToastInput => ({ title: 'Your earlier payment', description }),
} as const satisfies Record<string, ToastInput | ((...args: never[]) => ToastInput)>
