import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanId } from '#schema/plans.ts'
import { type Billing, createBilling } from '#server/domains/billing/index.ts'
import { type PaymentSandbox, startPaymentSandbox } from '#server/local/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type Database, openDatabase } from '#server/platform/postgres/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { type Crash, openCrashingDatabase } from '../../kit/crashing-database.ts'
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { priceOf } from '../../kit/shop.ts'
import { testPlatform } from '../../kit/test-platform.ts'

const HOUR = 60 * 60_000
const LENGTH: Record<string, number> = { daily: 24 * HOUR, weekly: 7 * 24 * HOUR }

/** What a person, a provider, the network or time may do to one order. */
const STEPS = [
  'pay',
  'authorise',
  'fail',
  'callback',
  'poll',
  'capture',
  'webhook',
  'reconcile',
  'refund',
] as const

const step = fc.record({
  what: fc.constantFrom(...STEPS),
  order: fc.nat(2),
  webhook: fc.nat(30),
  crash: fc.option(
    fc.record({ statement: fc.nat(14), when: fc.constantFrom<Crash['when'][]>('before', 'after') }),
    { freq: 2 },
  ),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Bought {
  plan: PlanId
  currency: string
  orderId: string
  payments: string[]
}

let home: TestDatabase
let sandbox: PaymentSandbox
let database: Awaited<ReturnType<typeof openCrashingDatabase>>
/** Reads the database, and is never killed. */
let reader: Database
let billing: Billing
const clock = createTestClock()
const unexpected: unknown[] = []
/** A process that is not killed fails only with the errors of the contract. */
const note = (error: unknown) => {
  if (!database.isDead() && !(error instanceof ApiError)) unexpected.push(error)
}

beforeAll(async () => {
  home = await createTestDatabase()
  sandbox = await startPaymentSandbox()
  sandbox.simulation.webhooks = 'none'
  database = await openCrashingDatabase(home.url)
  reader = await openDatabase({ url: home.url, connectTimeout: 60_000 })
  billing = createBilling(testPlatform({ database, clock, rateLimitFactor: 1_000_000, onFailure: note }), {
    payments: sandbox.settings,
    freeConversationsADay: 20,
    origins: ['http://localhost'],
  })
})
afterAll(async () => {
  for (const one of [database, reader, sandbox, home]) await one[Symbol.asyncDispose]()
})

async function aMember(): Promise<string> {
  const id = uuidv7()
  await reader.prisma.user.create({
    data: {
      id,
      userName: `${id}@example.com`,
      passwordHash: '',
      displayName: 'Somebody',
      phone: '+919822012345',
      interests: ['Jazz'],
      gender: 'Female',
      age: 31,
      lookingFor: ['Friendship'],
    },
  })
  return id
}

async function buy(userId: string, plan: PlanId, currency: string): Promise<Bought> {
  const { orderId } = await billing.createOrder(userId, priceOf(plan, currency), undefined)
  return { plan, currency, orderId, payments: [] }
}

async function pay(bought: Bought, outcome: 'captured' | 'authorized' | 'gateway') {
  if (bought.currency === 'INR') {
    const paid = sandbox.payByCard(bought.orderId, outcome)
    if (!paid) throw new Error('the order is unknown')
    bought.payments.push(
      'response' in paid ? paid.response.razorpay_payment_id : paid.error.metadata.payment_id,
    )
  } else if (bought.payments.length === 0 && outcome !== 'gateway') {
    await sandbox.approveAtPaypal(bought.orderId)
    bought.payments.push(bought.orderId)
  }
}

/** The call of the browser after a payment. */
function callback(userId: string, { plan, currency, orderId, payments }: Bought) {
  const paymentId = payments.at(-1) ?? 'none'
  if (currency !== 'INR') return billing.captureOrder(userId, 'paypal', orderId)
  return plan === 'daily'
    ? billing.paymentStatus(userId, paymentId)
    : billing.subscribe(userId, plan, paymentId)
}

async function reconcileAll(userId: string) {
  await reader.pool.query(
    'UPDATE "order" SET next_check = $2 WHERE user_id = $1 AND next_check IS NOT NULL',
    [userId, new Date(clock.now() - 1)],
  )
  return billing.reconcile()
}

async function webhook(orders: readonly Bought[], nth: number) {
  const ours = sandbox.webhooks.filter((one) => orders.some(({ orderId }) => one.body.includes(orderId)))
  const one = ours[nth % Math.max(1, ours.length)]
  if (one) await billing.webhook(one.provider, '127.0.0.1', one.body, one.headers)
}

async function runStep(userId: string, orders: readonly Bought[], { what, order, webhook: nth }: Step) {
  const bought = orders[order]
  if (!bought) throw new Error('no such order')
  const paymentId = bought.payments.at(-1) ?? 'none'
  switch (what) {
    case 'pay':
      return pay(bought, 'captured')
    case 'authorise':
      return pay(bought, 'authorized')
    case 'fail':
      return pay(bought, 'gateway')
    case 'callback':
      return callback(userId, bought)
    case 'poll':
      return billing.paymentStatus(userId, paymentId)
    case 'capture':
      return billing.capture(userId, paymentId)
    case 'webhook':
      return webhook(orders, nth)
    case 'reconcile':
      return reconcileAll(userId)
    case 'refund':
      return sandbox.refund(bought.orderId)
  }
}

/** One step of a process that may be killed during it, and is started again. */
async function run(userId: string, orders: readonly Bought[], one: Step) {
  database.crashAt(one.crash)
  try {
    await runStep(userId, orders, one)
  } catch (error) {
    note(error)
  } finally {
    database.revive()
  }
}

const grantsOf = (userId: string) =>
  reader.prisma.premiumGrant.findMany({ where: { userId }, include: { transaction: true } })

describe('any sequence of payment events, with repeats and crashes between statements', () => {
  // covers: design-payment-grants-once
  it('ends with exactly one entitlement for each captured payment, and none without', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const userId = await aMember()
        const orders = [
          await buy(userId, 'weekly', 'INR'),
          await buy(userId, 'daily', 'INR'),
          await buy(userId, 'weekly', 'USD'),
        ]
        for (const one of steps) {
          await run(userId, orders, one)
          for (const grant of await grantsOf(userId))
            expect(sandbox.statusOf(grant.transaction?.providerPaymentId ?? '')).toMatch(/captured|refunded/)
        }

        await reconcileAll(userId)
        await reconcileAll(userId)
        const grants = await grantsOf(userId)
        const lasting = grants.filter(({ revokedAt }) => revokedAt === null)
        const captured = orders.flatMap(({ orderId }) => sandbox.capturedOf(orderId))
        expect(lasting.map((one) => one.transaction?.providerPaymentId ?? '').sort()).toEqual(captured.sort())
        expect(new Set(grants.map(({ transactionId }) => transactionId)).size).toBe(grants.length)
        // The clock does not move, so the remaining time is the sum of the plans bought and kept.
        const sum = lasting.reduce((total, { plan }) => total + (LENGTH[plan ?? ''] ?? 0), 0)
        const { premiumUntil } = await reader.prisma.user.findUniqueOrThrow({ where: { id: userId } })
        expect(premiumUntil?.getTime() ?? clock.now()).toBe(clock.now() + sum)
        expect(unexpected).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})
