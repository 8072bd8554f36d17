import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { decideReport, reportAbout, reportMember } from '../../kit/erasure.ts'
import { type Person, pair } from '../../kit/person.ts'
import { deleteAccount, finishFirstSweep } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const DAY = 24 * 60 * 60_000
const MONTH = 31 * DAY
const clock = createTestClock()
const node = useNode({ clock })
beforeAll(async () => {
  await finishFirstSweep(node)
})

const prisma = () => node.app.context.database.prisma
const sweep = () => node.app.context.privacy.sweep()
const now = () => new Date(clock.now())
const rowOf = (who: Person) => prisma().user.findUnique({ where: { id: who.id } })

describe('records with a retention period', () => {
  let asha: Person
  let ben: Person
  beforeEach(async () => {
    const both = await pair(node)
    ;({ asha, ben } = both)
    await asha.send(both.conversationId, 'Mine')
    await ben.send(both.conversationId, 'Theirs')
    const [orderId, paymentId] = [uuidv7(), uuidv7()]
    const sum = { amount: 9900, currency: 'INR' }
    await prisma().order.create({
      data: {
        id: orderId,
        userId: asha.id,
        provider: 'razorpay',
        providerOrderId: `order_${orderId}`,
        plan: 'daily',
        ...sum,
        chargedAmount: 9900,
        chargedCurrency: 'INR',
        status: 'paid',
      },
    })
    await prisma().transaction.create({
      data: {
        id: paymentId,
        userId: asha.id,
        orderId,
        provider: 'razorpay',
        providerPaymentId: `pay_${orderId}`,
        status: 'completed',
        description: 'Daily',
        type: 'subscription',
        ...sum,
      },
    })
    await prisma().premiumGrant.create({
      data: {
        id: uuidv7(),
        userId: asha.id,
        transactionId: paymentId,
        plan: 'daily',
        validFrom: now(),
        validUntil: new Date(clock.now() + DAY),
      },
    })
    await decideReport(node, await reportMember(node, { by: ben, about: asha }), now())
    await prisma().strike.create({
      data: {
        id: uuidv7(),
        userId: asha.id,
        actionId: uuidv7(),
        created: now(),
        expires: new Date(clock.now() + DAY),
      },
    })
    await prisma().moderationAction.createMany({
      data: [
        {
          id: uuidv7(),
          kind: 'WARN',
          subjectId: asha.id,
          reason: 'Old',
          at: new Date(Date.now() - 25 * MONTH),
        },
        { id: uuidv7(), kind: 'BAN', subjectId: asha.id, reason: 'Recent', at: new Date() },
      ],
    })
    await deleteAccount(node, asha)
  })

  const kept = async () => {
    const userId = asha.id
    return {
      user: await prisma().user.count({ where: { id: userId } }),
      orders: await prisma().order.count({ where: { userId } }),
      payments: await prisma().transaction.count({ where: { userId } }),
      grants: await prisma().premiumGrant.count({ where: { userId } }),
      reports: await prisma().report.count({ where: { reportedId: userId } }),
      strikes: await prisma().strike.count({ where: { userId } }),
      conversations: await prisma().conversationMember.count({ where: { userId } }),
      actions: await prisma().moderationAction.count({ where: { subjectId: userId } }),
    }
  }
  const ALL = {
    user: 1,
    orders: 1,
    payments: 1,
    grants: 1,
    reports: 1,
    strikes: 1,
    conversations: 1,
    actions: 2,
  }

  it('stay for 24 months: payments, decided reports with their evidence, strikes and the audit log', async () => {
    clock.advance(31 * DAY)
    await sweep()
    expect((await rowOf(asha))?.erasedAt).not.toBeNull()
    expect(await kept()).toEqual(ALL)
    clock.advance(23 * 30 * DAY)
    await sweep()
    expect(await kept()).toEqual(ALL)
  })

  // covers: 9-reactivation-within-12-months, beyond-essential-data-24-months
  it('disappear after 24 months with the account, except newer entries of the audit log', async () => {
    clock.advance(31 * DAY)
    await sweep()
    clock.advance(25 * MONTH)
    await sweep()
    const nothing = Object.fromEntries(Object.keys(ALL).map((name) => [name, 0]))
    expect(await kept()).toEqual({ ...nothing, actions: 1 })
    expect(await rowOf(ben)).not.toBeNull()
    expect(await prisma().message.count({ where: { senderId: ben.id } })).toBe(0)
  })

  it('stay longer while a report is open', async () => {
    clock.advance(31 * DAY)
    await sweep()
    const { id } = await reportAbout(node, asha)
    await prisma().report.update({ where: { id }, data: { status: 'OPEN', decidedAt: null } })
    clock.advance(25 * MONTH)
    await sweep()
    expect(await kept()).toEqual(ALL)
    await decideReport(node, id, now())
    await sweep()
    expect((await kept()).user).toBe(0)
  })
})
