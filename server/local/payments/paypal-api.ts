import { randomBytes } from 'node:crypto'
import { json, text } from 'node:stream/consumers'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import * as z from 'zod'
import { type Ledger, type PaypalMoney, type PaypalOrderRow, paypalId } from './ledger.ts'
import type { PaypalBank } from './paypal-bank.ts'

const CURRENCIES = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(
    ' ',
  ),
)
/** Currencies that only accounts of their country can take. The account of the sandbox is in the United States. */
const IN_COUNTRY = new Set(['BRL', 'CNY', 'MYR'])
const WITHOUT_DECIMALS = new Set(['HUF', 'JPY', 'TWD'])
const TOKEN_SECONDS = 32_400

const orderBody = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().max(127).optional(),
        description: z.string().max(127).optional(),
        amount: z.object({ currency_code: z.string(), value: z.string() }),
      }),
    )
    .length(1),
  application_context: z.object({
    brand_name: z.string().optional(),
    return_url: z.url(),
    cancel_url: z.url(),
  }),
})

type OrderBody = z.output<typeof orderBody>

/** Adds the part of PayPal's API that we use: https://developer.paypal.com/docs/api/orders/v2/ */
export function addPaypalApi(
  router: Router,
  deps: {
    ledger: Ledger
    bank: PaypalBank
    clientId: string
    clientSecret: string
    certificate(): Promise<string>
  },
) {
  const { ledger, bank } = deps
  const basic = `Basic ${Buffer.from(`${deps.clientId}:${deps.clientSecret}`).toString('base64')}`
  const tokens = new Set<string>()
  /** Orders and refusals by PayPal-Request-Id: a repeated request creates no other order and is refused again. */
  const created = new Map<string, PaypalOrderRow | string>()

  const present = (order: PaypalOrderRow) => presentOrder(order, bank)

  router.post('/v1/oauth2/token', async (ctx) => {
    const form = new URLSearchParams(await text(ctx.req))
    if (ctx.get('authorization') !== basic || form.get('grant_type') !== 'client_credentials') {
      ctx.status = 401
      ctx.body = { error: 'invalid_client', error_description: 'Client Authentication failed' }
      return
    }
    const token = randomBytes(32).toString('base64url')
    tokens.add(token)
    ctx.body = { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope: 'payments' }
  })

  router.get('/v1/notifications/certs/:id', async (ctx) => {
    ctx.type = 'application/x-pem-file'
    ctx.body = await deps.certificate()
  })

  router.use('/v2', async (ctx, next) => {
    if (tokens.has(ctx.get('authorization').replace(/^Bearer /, ''))) await next()
    else refuse(ctx, 401, 'AUTHENTICATION_FAILURE', 'INVALID_TOKEN')
  })

  router.post('/v2/checkout/orders', async (ctx) => {
    const body = orderBody.safeParse(await json(ctx.req))
    if (!body.success) return refuse(ctx, 400, 'INVALID_REQUEST', 'INVALID_PARAMETER_SYNTAX')
    const [unit] = body.data.purchase_units
    if (!unit) return refuse(ctx, 400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')
    const requestId = ctx.get('paypal-request-id')
    const answered = created.get(requestId)
    const issue = typeof answered === 'string' ? answered : issueOf(unit.amount)
    if (issue) {
      if (requestId) created.set(requestId, issue)
      return refuse(ctx, 422, 'UNPROCESSABLE_ENTITY', issue)
    }
    const order = typeof answered === 'object' ? answered : newOrder(body.data, unit)
    if (requestId) created.set(requestId, order)
    ledger.paypalOrders.set(order.id, order)
    ctx.status = 201
    ctx.body = present(order)
  })

  router.get('/v2/checkout/orders/:id', (ctx) => {
    const order = ledger.paypalOrders.get(ctx.params.id ?? '')
    if (!order) return unknown(ctx)
    ctx.body = present(order)
  })

  router.post('/v2/checkout/orders/:id/capture', async (ctx) => {
    const order = ledger.paypalOrders.get(ctx.params.id ?? '')
    if (!order) return unknown(ctx)
    if (order.status === 'COMPLETED')
      return refuse(ctx, 422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return refuse(ctx, 422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED')
    if (!(await bank.capture(order))) return refuse(ctx, 422, 'UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED')
    ctx.status = 201
    ctx.body = present(order)
  })

  router.get('/v2/payments/captures/:id', (ctx) => {
    for (const order of ledger.paypalOrders.values()) {
      const capture = order.captures.find(({ id }) => id === ctx.params.id)
      if (capture) {
        ctx.body = bank.captureOf(capture, order)
        return
      }
    }
    unknown(ctx)
  })
}

/** Returns why an amount is refused; null for one that is taken. */
function issueOf({ currency_code: currency, value }: PaypalMoney): string | null {
  if (!CURRENCIES.has(currency)) return 'CURRENCY_NOT_SUPPORTED'
  if (IN_COUNTRY.has(currency)) return 'CURRENCY_NOT_SUPPORTED_FOR_COUNTRY'
  return WITHOUT_DECIMALS.has(currency) && value.includes('.') ? 'DECIMALS_NOT_SUPPORTED' : null
}

function refuse(ctx: RouterContext, status: number, name: string, issue: string) {
  ctx.status = status
  ctx.body = {
    name,
    message: issue,
    debug_id: randomBytes(6).toString('hex'),
    details: [{ issue }],
    links: [],
  }
}
const unknown = (ctx: RouterContext) => refuse(ctx, 404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')

function newOrder(
  { application_context: context }: OrderBody,
  unit: OrderBody['purchase_units'][number],
): PaypalOrderRow {
  return {
    id: paypalId(),
    status: 'CREATED',
    amount: unit.amount,
    customId: unit.custom_id ?? null,
    description: unit.description ?? null,
    brand: context.brand_name ?? '',
    returnUrl: context.return_url,
    cancelUrl: context.cancel_url,
    captures: [],
    outcome: 'completed',
    create_time: new Date().toISOString(),
  }
}

const presentOrder = (order: PaypalOrderRow, bank: PaypalBank) => ({
  id: order.id,
  intent: 'CAPTURE',
  status: order.status,
  create_time: order.create_time,
  purchase_units: [
    {
      reference_id: 'default',
      amount: order.amount,
      custom_id: order.customId,
      ...(order.captures.length > 0
        ? { payments: { captures: order.captures.map((one) => bank.captureOf(one, order)) } }
        : {}),
    },
  ],
  links: [
    {
      rel: 'approve',
      method: 'GET',
      href: new URL(`/dev/pay/paypal/checkoutnow?token=${order.id}`, order.returnUrl).href,
    },
  ],
})
