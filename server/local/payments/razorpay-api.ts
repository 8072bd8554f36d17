import { json } from 'node:stream/consumers'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import * as z from 'zod'
import type { CardBank } from './card-bank.ts'
import { type CardOrder, cardId, type Ledger, seconds } from './ledger.ts'

const orderBody = z.object({
  amount: z.coerce.number().int().min(100),
  currency: z.string().length(3),
  receipt: z.string().max(40).nullish(),
  notes: z.record(z.string(), z.string()).optional(),
})
const captureBody = z.object({ amount: z.coerce.number().int(), currency: z.string() })

/** Adds the part of Razorpay's API that we use: https://razorpay.com/docs/api/ */
export function addRazorpayApi(
  router: Router,
  deps: { ledger: Ledger; bank: CardBank; keyId: string; keySecret: string },
) {
  const { ledger, bank } = deps
  const expected = `Basic ${Buffer.from(`${deps.keyId}:${deps.keySecret}`).toString('base64')}`

  function refuse(ctx: RouterContext, description: string, status = 400) {
    ctx.status = status
    ctx.body = {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description,
        source: 'business',
        step: 'payment_initiation',
        reason: 'input_validation_failed',
        metadata: {},
      },
    }
  }

  router.use(['/v1/orders', '/v1/payments'], async (ctx, next) => {
    if (ctx.get('authorization') === expected) await next()
    else refuse(ctx, 'Authentication failed', 401)
  })

  router.post('/v1/orders', async (ctx) => {
    const body = orderBody.safeParse(await json(ctx.req))
    if (!body.success) return refuse(ctx, 'The amount must be at least INR 1.00')
    const order: CardOrder = {
      id: cardId('order'),
      entity: 'order',
      amount: body.data.amount,
      currency: body.data.currency,
      receipt: body.data.receipt ?? null,
      notes: body.data.notes ?? {},
      status: 'created',
      attempts: 0,
      created_at: seconds(),
    }
    ledger.cardOrders.set(order.id, order)
    ctx.body = order
  })

  router.get('/v1/orders/:id/payments', (ctx) => {
    const { id } = ctx.params
    if (!ledger.cardOrders.has(id ?? '')) return refuse(ctx, 'The id provided does not exist')
    const items = [...ledger.cardPayments.values()].filter((payment) => payment.order_id === id)
    ctx.body = { entity: 'collection', count: items.length, items: items.toReversed() }
  })

  router.get('/v1/payments/:id', (ctx) => {
    const payment = ledger.cardPayments.get(ctx.params.id ?? '')
    if (!payment) return refuse(ctx, 'The id provided does not exist')
    ctx.body = payment
  })

  router.post('/v1/payments/:id/capture', async (ctx) => {
    const payment = ledger.cardPayments.get(ctx.params.id ?? '')
    const body = captureBody.safeParse(await json(ctx.req))
    if (!payment || !body.success) return refuse(ctx, 'The id provided does not exist')
    if (body.data.amount !== payment.amount || body.data.currency !== payment.currency)
      return refuse(ctx, 'Capture amount must be equal to the amount authorized')
    if (payment.status === 'captured') return refuse(ctx, 'This payment has already been captured')
    const captured = bank.capture(payment)
    if (!captured) return refuse(ctx, 'Only payments which have been authorized can be captured')
    ctx.body = captured
  })
}
