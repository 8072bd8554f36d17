import { beforeAll, describe, expect, it } from 'vitest'
import { startPaymentSandbox } from '#server/local/index.ts'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { join, type Person } from '../../kit/person.ts'
import { order, payByCard, statusOf } from '../../kit/shop.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const NOTE = {
  heading: 'Gender filter and Nearby Users are off',
  body: 'They ended with your Premium. With a new plan, you can turn them on again in Edit Profile.',
  read: false,
}

const clock = createTestClock()
const sandbox = useStarted(() => startPaymentSandbox())
const node = useNode({ clock, payments: sandbox })
beforeAll(async () => {
  sandbox.simulation.webhooks = 'none'
})

async function buyDay(person: Person) {
  const { orderId } = await order(person, 'daily')
  const { body } = await statusOf(person, payByCard(sandbox, orderId))
  expect(body).toMatchObject({ premiumActivated: true })
}

const save = async (person: Person, changes: object) => {
  const { id, displayName, interests, lookingFor, age } = person.user
  const body = { id, displayName, interests, lookingFor, age, ...changes }
  expect(await person.call('PUT', '/api/v1/user', body)).toMatchObject({ status: 200 })
}

/** A member whose premium lasts a day, and who uses it. */
async function choosy(on = node) {
  const person = await join(on)
  await buyDay(person)
  await save(person, { filterByGender: 'female', nearBy: true })
  return person
}

const choicesOf = async (person: Person) => {
  const { body } = await person.call('GET', '/api/session')
  const { premiumUser, filterByGender, nearBy } = body.user as Record<string, unknown>
  return { premiumUser, filterByGender, nearBy }
}
const runJob = (on = node) => on.app.context.reminders.sendPremiumReminders()
const notesOf = async (person: Person) => (await inboxOf(node, person)).notes
const grantByHand = (person: Person) =>
  node.app.context.billing.premiumByHand.grant(person.id, { days: 30 }, 'Outage')

const OFF = { filterByGender: null, nearBy: false }

describe('the gender filter and the nearby choice', () => {
  // covers: beyond-premium-lapsed-choices
  it('end with premium, with one notification', async () => {
    const [asha, free] = [await choosy(), await join(node, { nearBy: true })]
    await runJob()
    expect(await choicesOf(asha)).toEqual({ premiumUser: true, filterByGender: 'female', nearBy: true })
    expect(await notesOf(asha)).toEqual([])
    clock.advance(DAY)
    expect(await choicesOf(asha)).toEqual({ premiumUser: false, ...OFF })
    for (const _ of [1, 2]) await runJob()
    expect(await notesOf(asha)).toMatchObject([
      { ...NOTE, kind: 'premium_ending', path: '/pricing?reactivate' },
    ])
    await buyDay(asha)
    expect(await choicesOf(asha)).toEqual({ premiumUser: true, ...OFF })
    expect(await notesOf(asha)).toHaveLength(1)
    expect(await choicesOf(free)).toEqual({ premiumUser: false, filterByGender: null, nearBy: true })
    expect(await notesOf(free)).toEqual([])
  })

  // covers: beyond-premium-lapsed-choices
  it.each([
    ['a payment', buyDay],
    ['a grant by hand', grantByHand],
  ])('do not come back with %s that is faster than the job', async (_, renew) => {
    const asha = await choosy()
    clock.advance(DAY)
    await renew(asha)
    expect(await choicesOf(asha)).toEqual({ premiumUser: true, ...OFF })
    expect(await notesOf(asha)).toMatchObject([NOTE])
    await runJob()
    expect(await notesOf(asha)).toHaveLength(1)
  })

  it.each([
    ['a payment', buyDay],
    ['a grant by hand', grantByHand],
  ])('stay when %s extends premium in time', async (_, extend) => {
    const asha = await choosy()
    await extend(asha)
    clock.advance(DAY)
    await runJob()
    expect(await choicesOf(asha)).toEqual({ premiumUser: true, filterByGender: 'female', nearBy: true })
  })

  it('end with each end of premium, again with a notification', async () => {
    const asha = await choosy()
    for (const ends of [1, 2]) {
      clock.advance(DAY)
      await runJob()
      expect(await notesOf(asha)).toHaveLength(ends)
      await buyDay(asha)
      await save(asha, { filterByGender: 'male' })
    }
    expect(await choicesOf(asha)).toMatchObject({ filterByGender: 'male' })
  })

  it('end with one notification when several nodes look at the same time', async (context) => {
    const cluster = await startCluster(2, { clock, payments: sandbox })
    if (!cluster) return context.skip('redis-server is not installed')
    const [first, second] = cluster.nodes as [TestApp, TestApp]
    const people: Person[] = []
    for (let index = 0; index < 4; index += 1) people.push(await choosy(first))
    clock.advance(DAY)
    const counts = await Promise.all([first, second, first, second].map(runJob))
    expect(counts.reduce((sum, count) => sum + count)).toBe(4)
    for (const person of people) {
      expect((await inboxOf(first, person)).notes).toMatchObject([NOTE])
      expect(await choicesOf(person)).toMatchObject(OFF)
    }
    await cluster[Symbol.asyncDispose]()
  })
})
