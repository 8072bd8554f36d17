import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import { createRouter } from '#server/platform/http/create-router.ts'
import { isLocalRequest } from '#server/platform/http/loopback.ts'
import { type CardError, type CardResponse, createCardBank } from './card-bank.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createPages } from './pages.ts'
import { addPaypalApi } from './paypal-api.ts'
import { createPaypalBank } from './paypal-bank.ts'
import { addRazorpayApi } from './razorpay-api.ts'
import type { CardOutcome, PaypalOutcome, Simulation } from './simulation.ts'
import type { Webhook } from './webhook-signer.ts'
import { createWebhooks } from './webhooks.ts'

export type { Webhook } from './webhook-signer.ts'

/** Public keys, which only the sandbox accepts. */
const KEYS = {
  keyId: 'rzp_test_sandbox000000',
  keySecret: 'sandbox-key-secret-of-the-cards',
  webhookSecret: 'sandbox-webhook-secret-of-the-cards',
  clientId: 'sandbox-paypal-client',
  clientSecret: 'sandbox-paypal-secret',
  webhookId: 'WHSANDBOX00000001',
}

export interface PaymentSandbox {
  readonly settings: {
    razorpay: {
      keyId: string
      keySecret: string
      webhookSecret: string
      apiUrl: string
      checkoutScript: string
      timeout: number
    }
    paypal: {
      clientId: string
      clientSecret: string
      webhookId: string
      apiUrl: string
      certificateHosts: string[]
      testMode: true
      timeout: number
    }
  }
  /** The checkout pages and the overview, below /dev/pay. */
  readonly pages: Router
  readonly simulation: Simulation
  /** Every webhook so far, whether sent or not. */
  readonly webhooks: readonly Webhook[]
  /** Sets the server that receives webhooks. */
  sendWebhooksTo(url: string): void
  /** Sends a webhook again, or to another server. Returns the HTTP status. */
  deliver(webhook: Webhook, to?: string): Promise<number>
  /** Resolves when all webhooks are delivered. */
  delivered(): Promise<void>
  /** Pays as the checkout does. Returns null when the order does not exist. */
  payByCard(orderId: string, outcome: CardOutcome): { response: CardResponse } | { error: CardError } | null
  approveAtPaypal(orderId: string, outcome?: PaypalOutcome): Promise<void>
  /** Decides a pending payment. */
  decide(orderId: string, outcome: 'completed' | 'failed'): Promise<void>
  /** Refunds an order, fully or by an amount in hundredths. */
  refund(orderId: string, amount?: number): Promise<boolean>
  /** Takes the money back without a refund: a lost dispute or a reversal. */
  reverse(orderId: string): Promise<void>
  /** Returns the ids of an order's captured payments. */
  capturedOf(orderId: string): string[]
  /** Returns the provider's status in lower case; null for an unknown payment. */
  statusOf(paymentId: string): string | null
  [Symbol.asyncDispose](): Promise<void>
}

export interface SandboxOptions {
  /** The timeout of the SDKs, in milliseconds. */
  timeout?: number
}

/** Starts a server on loopback that implements both providers' HTTP APIs, for local mode and tests. */
export async function startPaymentSandbox({
  timeout = 10_000,
}: SandboxOptions = {}): Promise<PaymentSandbox> {
  const ledger = createLedger()
  const simulation: Simulation = { api: 'up', webhooks: 'once' }
  let apiUrl = ''
  const webhooks = createWebhooks({
    simulation,
    cardSecret: KEYS.webhookSecret,
    paypalWebhookId: KEYS.webhookId,
    certificateUrl: () => `${apiUrl}/v1/notifications/certs/CERT-sandbox`,
  })
  const cards = createCardBank({ ledger, webhooks, secret: KEYS.keySecret })
  const paypal = createPaypalBank({ webhooks, apiUrl: () => apiUrl })

  const router = createRouter()
  addRazorpayApi(router, { ledger, bank: cards, ...KEYS })
  addPaypalApi(router, { ledger, bank: paypal, ...KEYS, certificate: webhooks.certificate })
  const server = await serve(router, simulation)
  apiUrl = server.url

  return {
    settings: settingsOf(apiUrl, timeout),
    pages: createPages({ ledger, simulation, cards, paypal }),
    simulation,
    webhooks: webhooks.created,
    sendWebhooksTo: webhooks.sendTo,
    deliver: webhooks.deliver,
    delivered: webhooks.settled,
    payByCard: cards.pay,

    async approveAtPaypal(orderId, outcome = 'completed') {
      const order = ledger.paypalOrders.get(orderId)
      if (!order) throw new Error(`no PayPal order is called ${orderId}`)
      await paypal.approve(order, outcome)
    },

    async decide(orderId, outcome) {
      const order = ledger.paypalOrders.get(orderId)
      if (order) await paypal.complete(order, outcome === 'completed' ? 'COMPLETED' : 'DECLINED')
      const payment = cardPaymentOf(ledger, orderId)
      if (payment?.status === 'created') cards.decide(payment, outcome === 'completed')
    },

    async refund(orderId, amount) {
      const order = ledger.paypalOrders.get(orderId)
      if (order) return paypal.refund(order)
      const payment = cardPaymentOf(ledger, orderId)
      return payment ? cards.refund(payment, amount) : false
    },

    async reverse(orderId) {
      const order = ledger.paypalOrders.get(orderId)
      if (order) await paypal.refund(order, 'REVERSED')
      const payment = cardPaymentOf(ledger, orderId)
      if (payment) cards.loseDispute(payment)
    },

    capturedOf: (orderId) =>
      paymentsOf(ledger, orderId).flatMap((one) => (one.status === 'captured' ? [one.id] : [])),
    statusOf: (paymentId) => allPayments(ledger).find(({ id }) => id === paymentId)?.status ?? null,

    async [Symbol.asyncDispose]() {
      webhooks.close()
      await server.close()
    },
  }
}

const settingsOf = (apiUrl: string, timeout: number): PaymentSandbox['settings'] => ({
  razorpay: {
    keyId: KEYS.keyId,
    keySecret: KEYS.keySecret,
    webhookSecret: KEYS.webhookSecret,
    apiUrl,
    checkoutScript: '/dev/pay/checkout.js',
    timeout,
  },
  paypal: {
    clientId: KEYS.clientId,
    clientSecret: KEYS.clientSecret,
    webhookId: KEYS.webhookId,
    apiUrl,
    certificateHosts: [apiUrl],
    testMode: true,
    timeout,
  },
})

/** Returns the latest captured or pending card payment of an order. */
const cardPaymentOf = (ledger: Ledger, orderId: string) =>
  [...ledger.cardPayments.values()].findLast(
    (one) => one.order_id === orderId && (one.status === 'captured' || one.status === 'created'),
  )

/** Returns the payments of an order at either provider, with their statuses in lower case. */
function paymentsOf(ledger: Ledger, orderId: string): { id: string; status: string }[] {
  const captures = ledger.paypalOrders.get(orderId)?.captures ?? []
  return [
    ...[...ledger.cardPayments.values()].filter((one) => one.order_id === orderId),
    ...captures.map(({ id, status }) => ({
      id,
      status: status === 'COMPLETED' ? 'captured' : status.toLowerCase(),
    })),
  ]
}

const allPayments = (ledger: Ledger) =>
  [...ledger.cardOrders.keys(), ...ledger.paypalOrders.keys()].flatMap((orderId) =>
    paymentsOf(ledger, orderId),
  )

/** Serves the providers' APIs on a free port of loopback. */
async function serve(router: Router, simulation: Simulation) {
  const hanging = new Set<ServerResponse>()
  const app = new Koa()
  app.silent = true
  app.use(onlyLocal)
  app.use(simulateApi(simulation, hanging))
  app.use(router.routes())
  const server = createServer(app.callback())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const response of hanging) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Only programs on this machine may use the sandbox, because its keys are public. */
const onlyLocal: Middleware = async (ctx, next) => {
  if (isLocalRequest(ctx.req)) await next()
}

const simulateApi =
  (simulation: Simulation, hanging: Set<ServerResponse>): Middleware =>
  async (ctx, next) => {
    if (simulation.api === 'up') return next()
    if (simulation.api === 'slow') {
      ctx.respond = false
      hanging.add(ctx.res)
      ctx.res.once('close', () => hanging.delete(ctx.res))
      return
    }
    ctx.status = simulation.api === 'down' ? 503 : 200
    ctx.type = 'json'
    ctx.body = simulation.api === 'down' ? '{"error":{"code":"SERVER_ERROR"}}' : '<html>Nonsense</html>'
  }
