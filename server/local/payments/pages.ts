import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import * as z from 'zod'
import { createRouter } from '#server/platform/http/create-router.ts'
import type { CardBank } from './card-bank.ts'
import type { Ledger } from './ledger.ts'
import { approvePage, checkoutPage, lostPage, overviewPage } from './page-texts.ts'
import type { PaypalBank } from './paypal-bank.ts'
import {
  API_STATES,
  CARD_OUTCOMES,
  PAYPAL_OUTCOMES,
  type Simulation,
  WEBHOOK_DELIVERIES,
} from './simulation.ts'

export interface PagesDeps {
  ledger: Ledger
  simulation: Simulation
  cards: CardBank
  paypal: PaypalBank
}

const FILES = { 'checkout.js': 'js', 'checkout-frame.js': 'js', 'pages.css': 'css' } as const
/** Pages of this machine embed the checkout in a frame, also those of another origin, as with a real provider. */
const POLICY =
  "default-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'self' http://localhost:* http://127.0.0.1:*; form-action 'self'"

const cardForm = z.object({ order_id: z.string(), outcome: z.enum(CARD_OUTCOMES) })
const approveForm = z.object({ token: z.string(), outcome: z.enum(PAYPAL_OUTCOMES) })
const switches = z.object({ api: z.enum(API_STATES), webhooks: z.enum(WEBHOOK_DELIVERIES) })
const refundForm = z.object({ id: z.string() })
const decideForm = z.object({ id: z.string(), outcome: z.enum(['completed', 'failed']) })

/** Creates the sandbox's pages: both checkouts, and an overview for refunds and simulated failures. */
export function createPages({ ledger, simulation, cards, paypal }: PagesDeps): Router {
  const router = createRouter()

  for (const [name, type] of Object.entries(FILES)) {
    router.get(`/dev/pay/${name}`, async (ctx) => {
      ctx.type = type
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
      ctx.body = await readFile(join(import.meta.dirname, 'pages', name))
    })
  }

  const show = (ctx: RouterContext, page: string, status = 200) => {
    ctx.status = status
    ctx.type = 'html'
    ctx.set('Content-Security-Policy', POLICY)
    ctx.remove('X-Frame-Options')
    ctx.body = page
  }

  router.get('/dev/pay/checkout', (ctx) => {
    const order = ledger.cardOrders.get(String(ctx.query.order_id))
    if (!order) return show(ctx, lostPage('This order is not known here.', true), 404)
    show(ctx, checkoutPage(order, { name: String(ctx.query.name), plan: String(ctx.query.description) }))
  })

  router.post('/dev/pay/card', async (ctx) => {
    const form = cardForm.safeParse(await formOf(ctx))
    const paid = form.success ? cards.pay(form.data.order_id, form.data.outcome) : null
    if (!paid) ctx.throw(400, 'This order is not known here.')
    ctx.body = paid
  })

  router.get('/dev/pay/paypal/checkoutnow', (ctx) => {
    const order = ledger.paypalOrders.get(String(ctx.query.token))
    show(ctx, order ? approvePage(order) : lostPage('This order is not known here.'), order ? 200 : 404)
  })

  router.post('/dev/pay/paypal/approve', async (ctx) => {
    const form = approveForm.safeParse(await formOf(ctx))
    const order = ledger.paypalOrders.get(form.data?.token ?? '')
    if (!form.success || !order) return show(ctx, lostPage('This order is not known here.'), 404)
    await paypal.approve(order, form.data.outcome)
    const back = new URL(order.returnUrl)
    back.searchParams.set('token', order.id)
    back.searchParams.set('PayerID', 'SANDBOXBUYER1')
    ctx.redirect(back.href)
  })

  router.get('/dev/pay', (ctx) => show(ctx, overviewPage(ledger, simulation)))

  router.post('/dev/pay/switches', async (ctx) => {
    const form = switches.safeParse(await formOf(ctx))
    if (form.success) Object.assign(simulation, form.data)
    ctx.redirect('/dev/pay')
  })

  router.post('/dev/pay/decide', async (ctx) => {
    const form = decideForm.safeParse(await formOf(ctx))
    const card = ledger.cardPayments.get(form.data?.id ?? '')
    if (card) cards.decide(card, form.data?.outcome === 'completed')
    const order = [...ledger.paypalOrders.values()].find((one) =>
      one.captures.some(({ id }) => id === form.data?.id),
    )
    if (order) await paypal.complete(order, form.data?.outcome === 'completed' ? 'COMPLETED' : 'DECLINED')
    ctx.redirect('/dev/pay')
  })

  router.post('/dev/pay/refund', async (ctx) => {
    const id = refundForm.safeParse(await formOf(ctx)).data?.id ?? ''
    const card = ledger.cardPayments.get(id)
    if (card) cards.refund(card)
    const order = [...ledger.paypalOrders.values()].find((one) => one.captures.some((two) => two.id === id))
    if (order) await paypal.refund(order)
    ctx.redirect('/dev/pay')
  })

  return router
}

const formOf = async (ctx: RouterContext) => Object.fromEntries(new URLSearchParams(await text(ctx.req)))
