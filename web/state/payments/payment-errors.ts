import { POLICY } from '#schema/policy.ts'
import type { ToastInput } from '../toasts.ts'

/** Spec §8, by the card provider's code. */
const BY_CODE: Record<string, string> = {
  BAD_REQUEST_ERROR: 'Invalid payment details. Please refresh the page and try again.',
  GATEWAY_ERROR: 'Payment gateway error. Please try a different payment method or bank.',
  NETWORK_ERROR: 'Network connection issue. Please check your internet connection and try again.',
  SERVER_ERROR: 'Payment service temporarily unavailable. Please try again in a few minutes.',
}
const OTHERWISE = 'Your payment could not be processed. Please try again or use a different payment method.'
const WORTH_ANOTHER_TRY = new Set(['GATEWAY_ERROR', 'NETWORK_ERROR', 'SERVER_ERROR'])
/** Attempts made before the last one that may still be followed by another (spec §8). */
const RETRIES = 2
export const ATTEMPTS = RETRIES + 1

export const failureText = (code: string | undefined) => BY_CODE[code ?? ''] ?? OTHERWISE

/** `retries`: how often this payment has been tried again already. */
export const mayRetry = (code: string | undefined, retries: number) =>
  WORTH_ANOTHER_TRY.has(code ?? '') && retries < RETRIES

const REASON_AT_MOST = 200

/** The reason that the bank or the card provider gives, as a sentence of its own; null when there is none. */
export function givenReason(description: string | undefined): string | null {
  const reason = description?.trim().slice(0, REASON_AT_MOST)
  return reason ? `Reason given: ${reason}` : null
}

export const NOT_CONFIGURED =
  'Payment service is temporarily unavailable. Please try again later or contact support.'

/** Long enough to write a payment ID down. */
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
  /** The reason stands on a line of its own below the text. */
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
