import { escapeHtml } from '#server/platform/html.ts'
import type { CardOrder, Ledger, PaypalOrderRow } from './ledger.ts'
import {
  API_STATES,
  CARD_OUTCOMES,
  PAYPAL_OUTCOMES,
  type Simulation,
  WEBHOOK_DELIVERIES,
} from './simulation.ts'

const RIBBON = '<p class="ribbon">TEST MODE · no real money moves</p>'

const layout = (title: string, body: string, inFrame = false) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/dev/pay/pages.css"></head>
<body${inFrame ? ' class="in-frame"' : ''}>${body}</body></html>`

const OUTCOMES: Record<(typeof CARD_OUTCOMES)[number] | (typeof PAYPAL_OUTCOMES)[number], string> = {
  captured: 'Approves and pays',
  authorized: 'Approves, but has not paid yet',
  pending: 'Is still reviewing it',
  declined: 'Declines',
  gateway: 'Does not answer',
  network: 'Loses the connection',
  server: 'Reports an error',
  completed: 'Pays',
}

const options = (values: readonly string[], labels: Record<string, string>, chosen?: string) =>
  values
    .map((value) => {
      const selected = value === chosen ? ' selected' : ''
      return `<option value="${value}"${selected}>${escapeHtml(labels[value] ?? value)}</option>`
    })
    .join('')

const rupees = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amount / 100)

export const lostPage = (message: string, inFrame = false) =>
  layout('Payment', `<div class="card">${RIBBON}<div><h1>${escapeHtml(message)}</h1></div></div>`, inFrame)

export const checkoutPage = (order: CardOrder, shop: { name: string; plan: string }) =>
  layout(
    'Payment',
    `<main class="card">${RIBBON}<div><h1>${escapeHtml(shop.name)}</h1><p>${escapeHtml(shop.plan)}</p>
<p class="sum">${rupees(order.amount, order.currency)}</p>
<form><input type="hidden" name="order_id" value="${escapeHtml(order.id)}">
<label>What the bank does<select name="outcome">${options(CARD_OUTCOMES, OUTCOMES)}</select></label>
<button type="submit" data-primary>Pay ${rupees(order.amount, order.currency)}</button>
<button type="button" data-dismiss>Cancel payment</button></form></div></main>
<script src="/dev/pay/checkout-frame.js"></script>`,
    true,
  )

export const approvePage = (order: PaypalOrderRow) =>
  layout(
    'Approve the payment',
    `<main class="card">${RIBBON}<div><h1>Pay ${escapeHtml(order.brand)} with PayPal</h1><p>${escapeHtml(order.description ?? '')}</p>
<p class="sum">${escapeHtml(order.amount.currency_code)} ${escapeHtml(order.amount.value)}</p>
<form method="post" action="/dev/pay/paypal/approve"><input type="hidden" name="token" value="${escapeHtml(order.id)}">
<label>What PayPal does<select name="outcome">${options(PAYPAL_OUTCOMES, OUTCOMES)}</select></label>
<button type="submit" data-primary>Complete Purchase</button></form>
<p><a href="${escapeHtml(`${order.cancelUrl}?token=${order.id}`)}">Cancel and return to ${escapeHtml(order.brand)}</a></p></div></main>`,
  )

export function overviewPage(ledger: Ledger, simulation: Simulation): string {
  const rows = [
    ...[...ledger.cardPayments.values()].map((one) => ({
      id: one.id,
      order: one.order_id,
      money: `${one.currency} ${(one.amount / 100).toFixed(2)}`,
      status: one.status,
      refundable: one.status === 'captured',
      open: one.status === 'created',
    })),
    ...[...ledger.paypalOrders.values()].flatMap((order) =>
      order.captures.map((one) => ({
        id: one.id,
        order: order.id,
        money: `${one.amount.currency_code} ${one.amount.value}`,
        status: one.status.toLowerCase(),
        refundable: one.status === 'COMPLETED',
        open: one.status === 'PENDING',
      })),
    ),
  ].toReversed()
  const refund = (id: string) =>
    `<form method="post" action="/dev/pay/refund"><input type="hidden" name="id" value="${escapeHtml(id)}"><button type="submit">Refund</button></form>`
  const decide = (id: string, outcome: string, label: string) =>
    `<form method="post" action="/dev/pay/decide"><input type="hidden" name="id" value="${escapeHtml(id)}"><input type="hidden" name="outcome" value="${outcome}"><button type="submit">${label}</button></form>`
  const actions = (row: (typeof rows)[number]) => {
    if (row.refundable) return refund(row.id)
    return row.open ? decide(row.id, 'completed', 'Complete') + decide(row.id, 'failed', 'Fail') : ''
  }
  const table = rows
    .map(
      (row) =>
        `<tr><td>${escapeHtml(row.id)}</td><td>${escapeHtml(row.order)}</td><td>${escapeHtml(row.money)}</td><td>${row.status}</td><td>${actions(row)}</td></tr>`,
    )
    .join('')
  return layout(
    'Payment sandbox',
    `${RIBBON}<main><h1>Payment sandbox</h1><p>This page simulates both payment providers. No real money moves.</p>
<form class="switches" method="post" action="/dev/pay/switches">
<label>The API is<select name="api">${options(API_STATES, {}, simulation.api)}</select></label>
<label>Webhooks are sent<select name="webhooks">${options(WEBHOOK_DELIVERIES, {}, simulation.webhooks)}</select></label>
<button type="submit">Set</button></form>
<div class="scroll"><table><thead><tr><th>Payment</th><th>Order</th><th>Amount</th><th>Status</th><th></th></tr></thead>
<tbody>${table || '<tr><td colspan="5">No payments yet.</td></tr>'}</tbody></table></div></main>`,
  )
}
