import paypal from '@paypal/checkout-server-sdk'
import * as z from 'zod'
import { PRODUCT } from '#schema/product.ts'
import { createPaypalClient, type PaypalSettings } from './paypal-client.ts'
import { formatValue, isSupported, parseValue, roundMoney } from './paypal-money.ts'
import { createPaypalWebhooks, paypalLink } from './paypal-webhooks.ts'
import {
  CurrencyRefusal,
  type PaymentProvider,
  PROVIDER_TIMEOUT,
  type ProviderDefinition,
  ProviderFailure,
  type ProviderPayment,
} from './provider.ts'

export type { PaypalSettings } from './paypal-client.ts'

const money = z.object({ currency_code: z.string(), value: z.string() })
const capture = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: money,
  create_time: z.string(),
})
const createdOrder = z.object({ id: z.string(), links: z.array(paypalLink) })
const shownOrder = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z.array(
    z.object({ payments: z.object({ captures: z.array(capture).optional() }).optional() }),
  ),
})
/**
 * Some currencies are for accounts of their country alone, such as BRL, CNY and MYR; an account may also be set to refuse
 * one. https://developer.paypal.com/api/rest/reference/currency-codes/
 */
const CURRENCY_ISSUES: ReadonlySet<string | null> = new Set([
  'CURRENCY_NOT_SUPPORTED',
  'CURRENCY_NOT_SUPPORTED_FOR_COUNTRY',
  'CURRENCY_NOT_ALLOWED',
  'INVALID_CURRENCY_CODE',
  'UNSUPPORTED_PAYEE_CURRENCY',
])
const STATUS = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
  REFUNDED: 'refunded',
} as const

/** Takes all currencies but rupees, approved on PayPal's own page: https://developer.paypal.com/docs/api/orders/v2/ */
export function createPaypal(settings: PaypalSettings): PaymentProvider {
  const call = createPaypalClient(settings)

  const fetchOrder = (id: string) =>
    call('fetching an order', shownOrder, new paypal.orders.OrdersGetRequest(id))

  return {
    name: 'paypal',
    chargeFor: (price, inDollars) => (isSupported(price.currency) ? roundMoney(price) : inDollars),

    async createOrder(order) {
      const action = 'creating an order'
      const created = await call(action, createdOrder, orderRequest(order)).catch(rethrow(action))
      const approve = created.links.find(({ rel }) => rel === 'approve' || rel === 'payer-action')
      if (!approve || !WEB_PAGE.test(approve.href))
        throw new ProviderFailure('paypal', action, null, 'no address to approve it')
      return { providerOrderId: created.id, approveUrl: approve.href }
    },

    async order(providerOrderId) {
      const shown = await fetchOrder(providerOrderId)
      const captures = shown.purchase_units.flatMap((unit) => unit.payments?.captures ?? [])
      return {
        payments: captures.map(presentCapture),
        capturable: shown.status === 'APPROVED' ? shown.id : null,
      }
    },

    async capture(providerOrderId) {
      const request = new paypal.orders.OrdersCaptureRequest(providerOrderId)
      // The same id for every attempt, so PayPal captures the money once.
      Object.assign(request.headers, { 'PayPal-Request-Id': `capture-${providerOrderId}` })
      const action = 'capturing an order'
      try {
        await call(action, z.object({ status: z.string() }), request)
      } catch (error) {
        if (!(error instanceof ProviderFailure && error.issue === 'ORDER_ALREADY_CAPTURED'))
          rethrow(action)(error)
      }
    },

    orderOf: null,
    readWebhook: createPaypalWebhooks(settings, call),
  }
}

/** Throws the error, as a CurrencyRefusal if PayPal refused the currency. */
const rethrow =
  (action: string) =>
  (error: unknown): never => {
    if (error instanceof ProviderFailure && CURRENCY_ISSUES.has(error.issue))
      throw new CurrencyRefusal('paypal', action, error.status, error.issue)
    throw error
  }

function orderRequest({
  reference,
  charge,
  description,
  origin,
}: Parameters<PaymentProvider['createOrder']>[0]) {
  const request = new paypal.orders.OrdersCreateRequest()
  Object.assign(request.headers, { 'PayPal-Request-Id': reference })
  request.requestBody({
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: reference,
        description,
        amount: { currency_code: charge.currency, value: formatValue(charge) },
      },
    ],
    application_context: {
      brand_name: PRODUCT.name,
      user_action: 'PAY_NOW',
      shipping_preference: 'NO_SHIPPING',
      return_url: new URL('/payment/success', origin).href,
      cancel_url: new URL('/payment/cancel', origin).href,
    },
  })
  return request
}

/** The browser opens this address. Another scheme, such as `javascript:`, could run in our page. */
const WEB_PAGE = /^https?:\/\//i

const presentCapture = (row: z.output<typeof capture>): ProviderPayment => ({
  id: row.id,
  status: STATUS[row.status],
  money: { amount: parseValue(row.amount.value), currency: row.amount.currency_code },
  at: new Date(row.create_time),
})

const HOSTS = {
  live: { apiUrl: 'https://api-m.paypal.com', certificates: 'https://api.paypal.com' },
  sandbox: { apiUrl: 'https://api-m.sandbox.paypal.com', certificates: 'https://api.sandbox.paypal.com' },
}

/** The operator's keys. */
interface PaypalKeys extends Pick<PaypalSettings, 'clientId' | 'clientSecret' | 'webhookId'> {
  mode: 'live' | 'sandbox'
}

export const PAYPAL: ProviderDefinition<PaypalKeys, PaypalSettings> = {
  label: 'PayPal',
  currencies: 'others',
  // PayPal reviews a payment that the member has approved for up to 3 days.
  undecidedFor: 72 * 60 * 60_000,
  liveSettings: ({ mode, ...keys }) => ({
    ...keys,
    apiUrl: HOSTS[mode].apiUrl,
    certificateHosts: [HOSTS[mode].certificates],
    testMode: mode === 'sandbox',
    timeout: PROVIDER_TIMEOUT,
  }),
  isTestMode: ({ testMode }) => testMode,
  create: createPaypal,
}
