import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { cutText } from '#schema/graphemes.ts'
import { POLICY } from '#schema/policy.ts'
import type { ToastInput } from '../toasts.ts'

/** The texts for the card provider's error codes (spec §8). */
const BY_CODE: Record<string, MessageDescriptor> = {
  BAD_REQUEST_ERROR: msg`Invalid payment details. Please refresh the page and try again.`,
  GATEWAY_ERROR: msg`Payment gateway error. Please try a different payment method or bank.`,
  NETWORK_ERROR: msg`Network connection issue. Please check your internet connection and try again.`,
  SERVER_ERROR: msg`Payment service temporarily unavailable. Please try again in a few minutes.`,
}
const FALLBACK = msg`Your payment could not be processed. Please try again or use a different payment method.`
const RETRYABLE_CODES = new Set(['GATEWAY_ERROR', 'NETWORK_ERROR', 'SERVER_ERROR'])
/** How often a payment may be retried after the first attempt (spec §8). */
const RETRIES = 2
export const ATTEMPTS = RETRIES + 1

export const failureText = (code: string | undefined) => i18n._(BY_CODE[code ?? ''] ?? FALLBACK)

/** Returns whether the member may retry a failed payment. `retries` counts the retries so far. */
export const mayRetry = (code: string | undefined, retries: number) =>
  RETRYABLE_CODES.has(code ?? '') && retries < RETRIES

const MAX_REASON_LENGTH = 200

/** Returns the reason from the bank or the card provider as a sentence; null without one. */
export function givenReason(description: string | undefined): string | null {
  const reason = cutText(description?.trim() ?? '', MAX_REASON_LENGTH)
  return reason ? t`Reason given: ${reason}` : null
}

export const NOT_CONFIGURED = msg`Payment service is temporarily unavailable. Please try again later or contact support.`

/** Milliseconds; long enough to write down a payment ID. */
const UNCONFIRMED_SHOWN = 30_000

const paymentError = (description: string): ToastInput => ({
  title: t`Payment Error`,
  description,
  variant: 'destructive',
})

export const PAYMENT_TOASTS = {
  notConfigured: () => paymentError(i18n._(NOT_CONFIGURED)),
  gatewayNotLoaded: () => paymentError(t`Failed to initialize payment gateway. Please try again.`),
  gatewayNotOpened: () => paymentError(t`Failed to open payment gateway. Please try again.`),
  orderIdMissing: () => paymentError(t`Order ID missing - cannot proceed with payment`),
  paymentIdMissing: () => paymentError(t`Payment ID not received`),
  invalidAmount: () => paymentError(t`Invalid plan amount`),
  noSession: () => paymentError(t`Authentication token not found`),
  notStarted: () => ({
    title: t`Error`,
    description: t`Failed to start payment process. Please try again.`,
    variant: 'destructive',
  }),
  orderFailed: (status: number, reason: string) =>
    paymentError(t`Failed to create order: ${status} - ${reason}`),
  failed: (text: string, reason: string | null) => ({
    title: t`Payment Failed`,
    description: reason ? `${text}\n${reason}` : text,
    variant: 'destructive',
  }),
  confirmed: () => ({ title: t`Payment confirmed`, description: t`Premium is yours.` }),
  unconfirmed: (paymentId: string) => ({
    title: t`Your payment is not confirmed yet`,
    description: plural(
      { minutes: POLICY.confirmationMinutes },
      {
        one: `Please wait up to # minute and do not pay again. If premium is not active then, contact support with the payment ID ${paymentId}.`,
        other: `Please wait up to # minutes and do not pay again. If premium is not active then, contact support with the payment ID ${paymentId}.`,
      },
    ),
    duration: UNCONFIRMED_SHOWN,
  }),
  earlierOver: (description: string) => ({ title: t`Your earlier payment`, description }),
} as const satisfies Record<string, (...details: never[]) => ToastInput>
