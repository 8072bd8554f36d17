import { order as orderModel, transactions } from '#schema/billing.ts'
import { CURRENCIES } from '#schema/currencies.ts'
import { amountOf } from '#schema/money.ts'
import { PLANS, type PlanId } from '#schema/plans.ts'
import type { PaymentSandbox, Webhook } from '#server/local/index.ts'
import type { TestApp } from './app.ts'
import type { Person } from './person.ts'

/** The price of a plan in the price table. */
export function priceOf(plan: PlanId, currency = 'INR') {
  const [row, money] = [PLANS.find(({ id }) => id === plan), CURRENCIES.find(({ code }) => code === currency)]
  if (!row || !money) throw new Error(`no price for ${plan} in ${currency}`)
  return { currency, amount: amountOf(row, money) }
}

export async function order(person: Person, plan: PlanId, currency = 'INR') {
  const answer = await person.call('POST', '/api/v1/orders/create-simple', priceOf(plan, currency))
  if (answer.status !== 200) throw new Error(`the order answered ${answer.status}`)
  return orderModel.parse(answer.body)
}

export async function premiumUntil(person: Person): Promise<number | null> {
  const { body } = await person.call('GET', '/api/v1/subscription/details')
  return body.premiumValidity === null ? null : Date.parse(String(body.premiumValidity))
}

export const grantsOf = (node: TestApp, person: Person) =>
  node.app.context.database.prisma.premiumGrant.findMany({
    where: { userId: person.id },
    orderBy: { id: 'asc' },
  })

/** Checks every order now, as if its next check were due. */
export async function checkAllNow(node: TestApp) {
  await node.app.context.database.pool.query('UPDATE "order" SET next_check = now() - interval \'1 second\'')
  return node.app.context.billing.reconcile()
}

export const statusOf = (person: Person, paymentId: string) =>
  person.call('GET', `/api/v1/payment/status/${paymentId}`)
export const capture = (person: Person, paymentId: string) =>
  person.call('POST', `/api/v1/payment/capture/${paymentId}`)
export const subscribe = (person: Person, plan: string, paymentId: string) =>
  person.call('POST', `/api/v1/subscribe/${plan}`, { paymentId })
export const capturePaypal = (person: Person, orderId: string) =>
  person.call('POST', '/api/v1/orders/paypal/capture', { orderId })

export const createOrder = (person: Person, body: unknown, path = 'create-simple') =>
  person.call('POST', `/api/v1/orders/${path}`, body)

export type CardOutcome = Parameters<PaymentSandbox['payByCard']>[1]

/** Pays at the checkout of the card provider. Returns the payment's id, also of a failed payment. */
export function payByCard(sandbox: PaymentSandbox, orderId: string, outcome: CardOutcome = 'captured') {
  const paid = sandbox.payByCard(orderId, outcome)
  if (!paid) throw new Error(`the sandbox has no order ${orderId}`)
  return 'response' in paid ? paid.response.razorpay_payment_id : paid.error.metadata.payment_id
}

export const isPremium = async (person: Person) =>
  (await person.call('GET', '/api/v1/subscription/details')).body.isPremium

/** Returns the latest webhook of this type that the sandbox has created for an order. */
export function webhookOf(sandbox: PaymentSandbox, event: string, orderId: string): Webhook {
  const webhook = sandbox.webhooks.findLast((one) => one.event === event && one.body.includes(orderId))
  if (!webhook) throw new Error(`the sandbox created no ${event} for ${orderId}`)
  return webhook
}

export const transactionsOf = async (person: Person) =>
  transactions.parse((await person.call('GET', '/api/v1/transactions')).body)
