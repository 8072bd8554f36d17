import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startPaymentSandbox } from '#server/local/index.ts'
import { ask } from '../../kit/graphql.ts'
import { join, type Person } from '../../kit/person.ts'
import { type CardOutcome, grantsOf, order, payByCard, priceOf, statusOf } from '../../kit/shop.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const sandbox = useStarted(() => startPaymentSandbox())
const node = useNode({ payments: sandbox })
beforeAll(async () => {
  sandbox.simulation.webhooks = 'none'
})
afterEach(() => {
  sandbox.simulation.api = 'up'
})

const pay = (orderId: string, outcome: CardOutcome) => payByCard(sandbox, orderId, outcome)

const createOrder = (person: Person, currency = 'INR') =>
  person.call('POST', '/api/v1/orders/create-simple', priceOf('daily', currency))

/** Moves an order and its payments back in time. */
const makeOlder = (orderId: string, hours: number) =>
  node.app.context.database.pool.query(
    `WITH moved AS (
       UPDATE "order" SET created = created - $2 * interval '1 hour' WHERE provider_order_id = $1 RETURNING id
     )
     UPDATE transaction SET date = date - $2 * interval '1 hour' WHERE order_id IN (SELECT id FROM moved)`,
    [orderId, hours],
  )

const processing = (paymentId: string) => ({
  status: 409,
  body: {
    code: 'EARLIER_PAYMENT',
    message: 'Your earlier payment is still being processed. Please do not pay again.',
    paymentId,
  },
})

describe('a second order', () => {
  // covers: 4.9-no-second-order
  it.each(['create-simple', 'create'])('fails at %s while the bank decides on a payment', async (path) => {
    const asha = await join(node)
    // Only the provider knows this payment: the server has received no callback, poll or webhook.
    const paymentId = pay((await order(asha, 'weekly')).orderId, 'pending')
    for (const currency of ['INR', 'USD'])
      expect(await asha.call('POST', `/api/v1/orders/${path}`, priceOf('daily', currency))).toMatchObject(
        processing(paymentId),
      )
  })

  it('fails over GraphQL with the id of the earlier payment', async () => {
    const asha = await join(node)
    const paymentId = pay((await order(asha, 'weekly')).orderId, 'pending')
    const document =
      'mutation($currency: String!, $amount: Int!) { createOrder(currency: $currency, amount: $amount) { id } }'
    const { codes, errors } = await ask(node, asha, document, priceOf('daily'))
    expect(codes).toEqual(['EARLIER_PAYMENT'])
    expect(errors?.[0]?.extensions).toMatchObject({ paymentId })
  })

  it('succeeds once the bank has refused the earlier payment', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly')
    const paymentId = pay(orderId, 'pending')
    expect(await createOrder(asha)).toMatchObject(processing(paymentId))
    await sandbox.decide(orderId, 'failed')
    expect((await createOrder(asha)).status).toBe(200)
  })

  it('fails once when the earlier payment turns out to be completed, which gives premium', async () => {
    const asha = await join(node)
    for (const outcome of ['captured', 'authorized'] as const) {
      const paymentId = pay((await order(asha, 'weekly')).orderId, outcome)
      expect(await createOrder(asha)).toMatchObject({
        status: 409,
        body: {
          code: 'EARLIER_PAYMENT',
          message: 'Your earlier payment has just been completed. You do not need to pay again.',
          paymentId,
        },
      })
      expect((await statusOf(asha, paymentId)).body).toMatchObject({ premiumActivated: true })
    }
    expect(await grantsOf(node, asha)).toHaveLength(2)
    expect((await createOrder(asha)).status).toBe(200)
  })

  it('fails while PayPal reviews a payment', async () => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly', 'USD')
    await sandbox.approveAtPaypal(orderId, 'pending')
    const refused = await createOrder(asha, 'USD')
    expect(refused).toMatchObject({ status: 409, body: { code: 'EARLIER_PAYMENT' } })
    const { paymentId } = refused.body
    expect((await statusOf(asha, String(paymentId))).body).toMatchObject({ status: 'pending' })
    await makeOlder(orderId, 71)
    expect(await createOrder(asha, 'USD')).toMatchObject(processing(String(paymentId)))
    await sandbox.decide(orderId, 'completed')
    await createOrder(asha, 'USD')
    expect((await statusOf(asha, String(paymentId))).body).toMatchObject({ premiumActivated: true })
  })

  // covers: 4.9-no-second-order
  it.each([
    ['was abandoned before it was paid', 'INR', async () => undefined],
    ['failed at the bank', 'INR', async (orderId: string) => pay(orderId, 'declined')],
    ['was never approved at PayPal', 'USD', async () => undefined],
    [
      'was declined by PayPal',
      'USD',
      async (orderId: string) => sandbox.approveAtPaypal(orderId, 'declined'),
    ],
  ] as const)('succeeds when the first %s', async (_, currency, happens) => {
    const asha = await join(node)
    await happens((await order(asha, 'weekly', currency)).orderId)
    for (const again of ['INR', 'USD', currency]) expect((await createOrder(asha, again)).status).toBe(200)
  })

  it.each([
    ['card', 'INR', 1],
    ['PayPal', 'USD', 72],
  ] as const)('succeeds after a %s payment (%s) was undecided for %i h', async (_, currency, hours) => {
    const asha = await join(node)
    const { orderId } = await order(asha, 'weekly', currency)
    if (currency === 'INR') pay(orderId, 'pending')
    else await sandbox.approveAtPaypal(orderId, 'pending')
    expect((await createOrder(asha, currency)).status).toBe(409)
    await makeOlder(orderId, hours)
    expect((await createOrder(asha, currency)).status).toBe(200)
  })

  it("succeeds while another member's payment is undecided", async () => {
    const [asha, ben] = [await join(node), await join(node)]
    pay((await order(asha, 'weekly')).orderId, 'pending')
    expect((await createOrder(ben)).status).toBe(200)
  })

  it('fails with 503 while the provider of the first order is unavailable', async () => {
    const asha = await join(node)
    const paymentId = pay((await order(asha, 'weekly')).orderId, 'pending')
    sandbox.simulation.api = 'down'
    expect(await createOrder(asha)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    sandbox.simulation.api = 'up'
    expect(await createOrder(asha)).toMatchObject(processing(paymentId))
  })
})
