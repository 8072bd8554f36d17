import { beforeAll, describe, expect, it } from 'vitest'
import type { PlanId } from '#schema/plans.ts'
import { startPaymentSandbox } from '#server/local/index.ts'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { mailsTo } from '../../kit/mails.ts'
import { join, type Person } from '../../kit/person.ts'
import { order, statusOf } from '../../kit/shop.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

const clock = createTestClock()
const sandbox = useStarted(() => startPaymentSandbox())
const node = useNode({ clock, payments: sandbox })
beforeAll(async () => {
  sandbox.simulation.webhooks = 'none'
})

async function buy(person: Person, plan: PlanId) {
  const { orderId } = await order(person, plan)
  const paid = sandbox.payByCard(orderId, 'captured')
  const id = paid && 'response' in paid ? paid.response.razorpay_payment_id : ''
  expect((await statusOf(person, id)).body).toMatchObject({ premiumActivated: true })
}

const sendReminders = (on = node) => on.app.context.reminders.sendPremiumReminders()
const remindersOf = async (person: Person) =>
  (await inboxOf(node, person)).notes.filter(({ kind }) => kind === 'premium_ending')
const reminderMailsTo = (person: Person, on = node) =>
  mailsTo(on, person.user.userName).filter(({ subject }) => subject.includes('Premium ends'))

const dayAfter = (days: number) =>
  new Date(clock.now() + days * DAY).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

describe('the announcement that premium ends', () => {
  // covers: beyond-premium-ending
  it('comes three days before, once, in the app and by mail', async () => {
    const asha = await join(node)
    await buy(asha, 'weekly')
    const end = dayAfter(7)
    clock.advance(4 * DAY - HOUR)
    await sendReminders()
    expect(await remindersOf(asha)).toEqual([])
    clock.advance(2 * HOUR)
    for (const _ of [1, 2]) await sendReminders()
    expect(await remindersOf(asha)).toMatchObject([
      { heading: `Premium ends on ${end}`, path: '/pricing?reactivate', read: false },
    ])
    expect(reminderMailsTo(asha).map(({ subject }) => subject)).toEqual([
      `Your Rapport Premium ends on ${end}`,
    ])
    expect(reminderMailsTo(asha)[0]?.text).toContain("won't renew by itself")
    clock.advance(3 * DAY)
    await sendReminders()
    expect(await remindersOf(asha)).toHaveLength(1)
  })

  it('comes again after another purchase', async () => {
    const asha = await join(node)
    await buy(asha, 'weekly')
    clock.advance(5 * DAY)
    await sendReminders()
    await buy(asha, 'weekly')
    await sendReminders()
    expect(await remindersOf(asha)).toHaveLength(1)
    clock.advance(7 * DAY)
    await sendReminders()
    expect(await remindersOf(asha)).toHaveLength(2)
    expect(reminderMailsTo(asha)).toHaveLength(2)
  })

  it('does not come for a single day, unless that day extends a longer plan', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    await buy(asha, 'daily')
    await buy(ben, 'weekly')
    await buy(ben, 'daily')
    await sendReminders()
    expect([await remindersOf(asha), await remindersOf(ben)]).toEqual([[], []])
    clock.advance(5 * DAY + HOUR)
    await sendReminders()
    expect(await remindersOf(asha)).toEqual([])
    expect(await remindersOf(ben)).toHaveLength(1)
  })

  it('goes to verified addresses only, and to no suspended member', async () => {
    const people = [await join(node), await join(node)]
    const [unverified, suspended] = people as [Person, Person]
    for (const person of people) await buy(person, 'weekly')
    const { prisma } = node.app.context.database
    await prisma.user.update({ where: { id: unverified.id }, data: { emailVerified: false } })
    await prisma.user.update({
      where: { id: suspended.id },
      data: { suspendedUntil: new Date(clock.now() + 30 * DAY) },
    })
    clock.advance(5 * DAY)
    await sendReminders()
    expect(people.flatMap((person) => reminderMailsTo(person))).toEqual([])
    expect(await remindersOf(unverified)).toHaveLength(1)
    expect(await node.app.context.inbox.unreadCount(suspended.id)).toBe(0)
  })

  it('comes once when several nodes look at the same time', async (context) => {
    const cluster = await startCluster(2, { clock, payments: sandbox })
    if (!cluster) return context.skip('redis-server is not installed')
    const [first, second] = cluster.nodes as [TestApp, TestApp]
    const people: Person[] = []
    for (let index = 0; index < 4; index += 1) people.push(await join(first))
    for (const person of people) await buy(person, 'weekly')
    clock.advance(5 * DAY)
    const counts = await Promise.all([first, second, first, second].map(sendReminders))
    expect(counts.reduce((sum, count) => sum + count)).toBe(4)
    for (const person of people)
      expect([first, second].flatMap((one) => reminderMailsTo(person, one))).toHaveLength(1)
    await cluster[Symbol.asyncDispose]()
  })
})
