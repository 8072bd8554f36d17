import { OPERATION_TEXTS } from '#schema/operations.fields.ts'
import type { ADMIN_ROUTES } from '#schema/routes/admin.ts'
import type { BILLING_ROUTES } from '#schema/routes/billing.ts'
import type { Operation } from './operation.ts'
import { LOCATION_HEADERS } from './operation.ts'

const NO_PAYMENT = 'The caller has no such payment.'
const PROVIDER_AWAY = 'The payment provider cannot be reached, or payments are not configured.'
const PAYMENT = {
  paymentId: { description: 'The provider’s id of the payment.', example: 'pay_N1a2B3c4D5' },
}

const ORDER: Pick<Operation, 'tag' | 'limits' | 'parameters' | 'errors'> = {
  tag: 'Premium',
  limits: ['orderByAccount'],
  parameters: {
    origin: {
      description: 'The origin of the page. Browsers set it; the provider’s pages lead back there.',
      example: 'https://rapport.example',
    },
  },
  errors: {
    INVALID: 'The amount is not the price of a plan in this currency.',
    EARLIER_PAYMENT:
      'An earlier payment is still being processed or has just been completed. Ask `getPaymentStatus` about its `paymentId`.',
    UNAVAILABLE: PROVIDER_AWAY,
  },
}

const ofPayment = (description: string): Operation => ({
  tag: 'Premium',
  description,
  limits: ['paymentByAccount'],
  parameters: PAYMENT,
  errors: { NOT_FOUND: NO_PAYMENT, UNAVAILABLE: PROVIDER_AWAY },
})

const webhook = (provider: string, headers: Operation['headers']): Operation => ({
  tag: 'Premium',
  description: `Receives a notice of ${provider}. The server then asks the provider about the order, so notices may come in any order and more than once.`,
  limits: ['webhookByAddress'],
  ...(headers ? { headers } : {}),
  textBody: {
    type: 'application/json',
    description: 'The notice as the provider signed it, byte for byte.',
    example: '{"event":"payment.captured"}',
  },
  errors: { INVALID: 'The notice is not signed by the provider.', UNAVAILABLE: PROVIDER_AWAY },
})

const PAGE = {
  before: {
    description: 'The id of the last element of the page before. Used instead of `pageNumber`.',
    example: '0190a0c2-7b1a-7c3d-8e4f-0123456789ab',
  },
  pageNumber: { description: 'The page, counted from 0.', example: '0' },
  size: { description: 'Elements on a page.', example: '10' },
  search: { description: 'Part of a name or an email address.', example: 'asha' },
}

export const BILLING_OPERATIONS: Record<keyof typeof BILLING_ROUTES, Operation> = {
  getPaymentOptions: { tag: 'Premium', description: 'Returns how this server takes payments.' },
  createSimpleOrder: {
    ...ORDER,
    description: 'Creates an order at the payment provider for the plan with this price.',
  },
  createOrder: {
    ...ORDER,
    description: 'Does the same as `createSimpleOrder`, for clients whose first attempt failed.',
  },
  getPaymentStatus: ofPayment(OPERATION_TEXTS.getPaymentStatus),
  capturePayment: ofPayment(OPERATION_TEXTS.capturePayment),
  subscribe: {
    ...ofPayment(OPERATION_TEXTS.subscribe),
    parameters: { plan: { example: 'weekly' } },
    errors: {
      NOT_FOUND: NO_PAYMENT,
      CONFLICT: 'The payment is for another plan, or not completed.',
      UNAVAILABLE: PROVIDER_AWAY,
    },
  },
  capturePaypalOrder: {
    tag: 'Premium',
    description: OPERATION_TEXTS.capturePaypalOrder,
    limits: ['paymentByAccount'],
    errors: { NOT_FOUND: 'The caller has no such order.', UNAVAILABLE: PROVIDER_AWAY },
  },
  razorpayWebhook: webhook('Razorpay', {
    'x-razorpay-signature': {
      description: 'HMAC-SHA256 of the body with the webhook secret, hexadecimal.',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
    'x-razorpay-event-id': { description: 'The id of the notice.', example: 'evt_N1a2B3c4D5' },
  }),
  paypalWebhook: webhook('PayPal', {
    'paypal-transmission-id': { example: '69cd13f0-d67a-11e5' },
    'paypal-transmission-time': {
      example: '2026-03-18T09:30:00Z',
    },
    'paypal-transmission-sig': { description: 'The signature.', example: 'c2lnbmF0dXJl' },
    'paypal-cert-url': {
      description: 'Where PayPal’s certificate is.',
      example: 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    },
    'paypal-auth-algo': { description: 'The algorithm of the signature.', example: 'SHA256withRSA' },
  }),
  listTransactions: { tag: 'Premium', description: 'Returns the caller’s payments, the latest first.' },
  getSubscription: {
    tag: 'Premium',
    description: 'Returns whether the caller has premium, and until when.',
  },
  cancelSubscription: {
    tag: 'Premium',
    description: OPERATION_TEXTS.cancelSubscription,
    limits: ['subscriptionByAccount'],
    errors: { CONFLICT: 'The caller has no premium.' },
  },
}

export const ADMIN_OPERATIONS: Record<keyof typeof ADMIN_ROUTES, Operation> = {
  getAdminStats: {
    tag: 'Administration',
    description: 'Returns the number of members and of entries on the launch list.',
  },
  listAdminUsers: {
    tag: 'Administration',
    description: OPERATION_TEXTS.listAdminUsers,
    parameters: PAGE,
  },
  listLaunchNotifications: {
    tag: 'Administration',
    description: OPERATION_TEXTS.listLaunchNotifications,
    parameters: PAGE,
  },
  notifyLaunchList: {
    tag: 'Administration',
    description: OPERATION_TEXTS.notifyLaunchList,
  },
  joinLaunchList: {
    tag: 'Administration',
    description: OPERATION_TEXTS.joinLaunchList,
    limits: ['launchByAddress'],
    parameters: LOCATION_HEADERS,
  },
}
