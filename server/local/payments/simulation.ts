/** How the sandbox's providers behave, including the failures of real providers. */
export interface Simulation {
  api: (typeof API_STATES)[number]
  webhooks: (typeof WEBHOOK_DELIVERIES)[number]
}

export const API_STATES = ['up', 'down', 'slow', 'nonsense'] as const
/** `reversed`: the webhooks of one payment arrive in reverse order. */
export const WEBHOOK_DELIVERIES = ['once', 'twice', 'reversed', 'none'] as const

/** The possible results of a card payment at the bank. */
export const CARD_OUTCOMES = [
  'captured',
  'authorized',
  'pending',
  'declined',
  'gateway',
  'network',
  'server',
] as const
export type CardOutcome = (typeof CARD_OUTCOMES)[number]

/** The possible results of capturing an approved PayPal payment. */
export const PAYPAL_OUTCOMES = ['completed', 'pending', 'declined'] as const
export type PaypalOutcome = (typeof PAYPAL_OUTCOMES)[number]

/** https://razorpay.com/docs/errors/ and spec §8 */
export const CARD_ERRORS: Partial<Record<CardOutcome, { code: string; description: string }>> = {
  declined: { code: 'BAD_REQUEST_ERROR', description: 'Payment was declined by the bank.' },
  gateway: { code: 'GATEWAY_ERROR', description: "The bank's gateway did not answer." },
  network: { code: 'NETWORK_ERROR', description: 'The connection was lost during the payment.' },
  server: { code: 'SERVER_ERROR', description: 'Something went wrong at the payment service.' },
}
