import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { whileBroken } from '../../kit/break-statements.ts'
import { createTestClock } from '../../kit/clock.ts'
import { CANCEL, PLANNED, planIn, schedule } from '../../kit/evenings.ts'
import { ask, joinAs } from '../../kit/graphql.ts'
import { join, type Person } from '../../kit/person.ts'
import { choosePush, pushSettings, stopPeriodicPushes, subscribePush, takePushes } from '../../kit/push.ts'
import { startPushService } from '../../kit/push-service.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const service = useStarted(startPushService)

const wantReminder = (person: Person, id = '') => person.call('PUT', `/api/v1/evenings/${id}/reminder`)

describe('reminders of evenings', () => {
  const clock = createTestClock()
  const node = useNode(() => ({ env: pushSettings(service), clock }))
  let admin: Person
  beforeAll(async () => {
    await stopPeriodicPushes(node)
    admin = await joinAs(node, 'ADMIN')
  })
  beforeEach(() => void service.received.splice(0))

  const told = async () => {
    await node.app.context.evenings.remind()
    return (await takePushes(node, service)).map(({ payload }) => payload.title)
  }
  async function withReminder(minutes: number) {
    const [evening] = await schedule(node, admin, planIn(minutes, clock.now()))
    const asha = await join(node)
    await subscribePush(asha, service)
    expect((await wantReminder(asha, evening?.id)).status).toBe(200)
    return { asha, id: evening?.id ?? '' }
  }

  // covers: beyond-evenings-reminder
  it('come ten minutes before, once, and without the topic on the lock screen', async () => {
    await withReminder(30)
    expect(await told()).toEqual([])
    clock.advance(21 * MINUTE)
    expect(await told()).toEqual(['Time for the evening you wanted to join'])
    clock.advance(MINUTE)
    expect(await told()).toEqual([])
  })

  // covers: beyond-evenings-reminder
  it('enter the queue before they are marked, and outlast a node that dies in between', async () => {
    await withReminder(9)
    const title = 'Time for the evening you wanted to join'
    expect(await whileBroken('SET reminded_at', 'SET nowhere', told)).toEqual([title])
    expect(await told()).toEqual([title])
    expect(await told()).toEqual([])
  })

  // covers: beyond-evenings-reminder
  it('do not come after the member took it back, or turned the kind off, or when it was cancelled', async () => {
    const [back, off, cancelled] = [await withReminder(30), await withReminder(30), await withReminder(30)]
    expect((await back.asha.call('DELETE', `/api/v1/evenings/${back.id}/reminder`)).status).toBe(200)
    await choosePush(off.asha, { kinds: ['message'] })
    await ask(node, admin, CANCEL, { id: cancelled.id, andLater: false })
    clock.advance(25 * MINUTE)
    expect(await told()).toEqual([])
  })

  // covers: beyond-evenings-reminder
  it('drop out when the evening is cancelled while they wait for the end of quiet hours', async () => {
    const { asha, id } = await withReminder(9)
    const at = (time: number) => new Date(time).toISOString().slice(11, 16)
    const quietHours = { from: at(clock.now() - HOUR), until: at(clock.now() + 20 * MINUTE), timeZone: 'UTC' }
    await choosePush(asha, { quietHours })
    const other = await withReminder(9)
    await choosePush(other.asha, { quietHours })
    expect(await told()).toEqual([])
    await ask(node, admin, CANCEL, { id, andLater: false })
    clock.advance(25 * MINUTE)
    expect(await told()).toEqual(['Time for the evening you wanted to join'])
  })

  // covers: beyond-evenings-figures
  it.each([
    [19, { members: null, conversations: null, medianMessages: null }],
    [20, { members: 20, conversations: 1, medianMessages: 3 }],
  ])('count an evening a day after it: %i members', async (count, figures) => {
    const [evening] = await schedule(node, admin, planIn(1, clock.now(), { topic: `Figures ${count}` }))
    const id = evening?.id ?? ''
    clock.advance(2 * MINUTE)
    const { prisma } = node.app.context.database
    const own = () => ({ interests: [`Only mine ${crypto.randomUUID().slice(0, 8)}`] })
    const [asha, ben] = [await join(node, own()), await join(node, own())]
    await asha.call('GET', `/api/v1/conversation?evening=${id}`)
    const { body } = await ben.call('GET', `/api/v1/conversation?evening=${id}`)
    for (const words of ['One', 'Two', 'Three']) await asha.send(String(body.id), words)
    const more = await Promise.all(Array.from({ length: count - 2 }, () => join(node)))
    await prisma.eveningMember.createMany({
      data: more.map(({ id: userId }) => ({ userId, eveningId: id, searchedAt: new Date(clock.now()) })),
    })
    const read = async () =>
      (await ask(node, admin, PLANNED, { past: true })).data?.plannedEvenings.find(
        (one: { id: string }) => one.id === id,
      )
    clock.advance(2 * HOUR)
    await node.app.context.evenings.count()
    expect(await read()).toMatchObject({ counted: false, members: null })
    clock.advance(24 * HOUR)
    await node.app.context.evenings.count()
    expect(await read()).toMatchObject({ counted: true, ...figures })
    expect(await prisma.eveningMember.count({ where: { eveningId: id } })).toBe(0)
  })
})

describe('two nodes that remind of an evening', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>> = null
  let nodes: TestApp[] = []
  beforeAll(async () => {
    cluster = await startCluster(2, { env: pushSettings(service) })
    nodes = [...(cluster?.nodes ?? [])]
    for (const node of nodes) await stopPeriodicPushes(node)
  })
  beforeEach((context) => {
    if (!cluster) context.skip('redis-server is not installed')
    service.received.splice(0)
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())

  // covers: beyond-evenings-reminder
  it('remind each member exactly once', async () => {
    const [one, two] = nodes
    if (!one || !two) throw new Error('two nodes are needed')
    const admin = await joinAs(one, 'ADMIN')
    const [evening] = await schedule(one, admin, planIn(8, Date.now()))
    const members = await Promise.all([one, two, one, two].map((node) => join(node)))
    for (const member of members) {
      await subscribePush(member, service)
      await wantReminder(member, evening?.id)
    }
    await Promise.all([one, two, one, two].map((node) => node.app.context.evenings.remind()))
    const taken = await Promise.all([takePushes(one, service), takePushes(two, service)])
    expect(taken.flat()).toHaveLength(members.length)
  })
})
