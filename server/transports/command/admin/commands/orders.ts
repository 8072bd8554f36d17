import type { OperatorOrder } from '#server/domains/billing/index.ts'
import type { AdminCommand } from '../command.ts'
import { fieldLines } from '../lines.ts'

const ID = 'The reference is the id of an order, its id at the provider, or the id of a payment (`pay_…`).'

const money = (amount: number, currency: string) => `${(amount / 100).toFixed(2)} ${currency}`

function orderLines({ payments, amount, currency, ...fields }: OperatorOrder): string[] {
  return [
    ...fieldLines({ ...fields, price: money(amount, currency) }),
    ...payments.map(({ id, status, date, premium, ...sum }) => {
      const granted = premium
        ? `, premium ${premium.from.toISOString()} to ${premium.until.toISOString()}${premium.revokedAt ? ', revoked' : ''}`
        : ', no premium'
      return `payment: ${id} ${status} ${money(sum.amount, sum.currency)} ${date.toISOString()}${granted}`
    }),
  ]
}

export const orderShow: AdminCommand = {
  name: 'order show',
  args: ['reference'],
  summary: 'shows an order, its payments and the premium that they granted',
  details: [ID],
  isAudited: true,
  async run({ domains }, { args: [reference = ''] }) {
    const { billing } = await domains()
    const order = await billing.orders.find(reference)
    return { lines: orderLines(order), data: order }
  },
}

export const orderCheck: AdminCommand = {
  name: 'order check',
  args: ['reference'],
  summary: 'asks the payment provider about an order now, and shows it',
  details: [ID],
  isAudited: true,
  async run({ domains }, { args: [reference = ''] }) {
    const { billing } = await domains()
    const { id } = await billing.orders.find(reference)
    const order = await billing.orders.check(id)
    return { lines: orderLines(order), data: order }
  },
}
