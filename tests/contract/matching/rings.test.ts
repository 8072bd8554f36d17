import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TIMING } from '#schema/limits.ts'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { join, type Person } from '../../kit/person.ts'
import { choosePush, pushSettings, stopPeriodicPushes, subscribePush, takePushes } from '../../kit/push.ts'
import { startPushService } from '../../kit/push-service.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000
const SEARCH = '/api/v1/search'
const RING = '/api/v1/search/ring'

describe('a search in a closed app, on two nodes', () => {
  const service = useStarted(startPushService)
  const clock = createTestClock()
  let cluster: Awaited<ReturnType<typeof startCluster>> = null
  let one: TestApp
  let two: TestApp

  beforeAll(async () => {
    cluster = await startCluster(2, { env: pushSettings(service), clocks: [clock, clock] })
    const [first, second] = cluster?.nodes ?? []
    if (!first || !second) return
    ;[one, two] = [first, second]
    for (const node of [one, two]) await stopPeriodicPushes(node)
  })
  beforeEach((context) => {
    if (!cluster) context.skip('redis-server is not installed')
    service.received.splice(0)
  })
  afterAll(() => cluster?.[Symbol.asyncDispose]())

  const poll = (person: Person) => person.call('GET', '/api/v1/conversation')
  const stateOf = async (person: Person) => (await person.call('GET', SEARCH)).body
  const ringMe = (person: Person, body: object = { on: true }) => person.call('PUT', RING, body)
  const tick = () => two.app.context.matching.tick()
  const takeRings = async () => {
    const taken = [...(await takePushes(one, service)), ...(await takePushes(two, service))]
    return taken.filter(({ payload }) => payload.kind === 'ring')
  }
  /** Two members with an interest of their own: Asha on the first node, Ben on the second one. */
  async function twoMembers(interests = [crypto.randomUUID()]) {
    const [asha, ben] = [await join(one, { interests }), await join(two, { interests })]
    await subscribePush(asha, service)
    return { asha, ben }
  }
  /** Asha searches in a closed app since ten minutes ago, and Ben's poll finds her. */
  async function ringing() {
    const { asha, ben } = await twoMembers()
    await poll(asha)
    expect(await ringMe(asha)).toMatchObject({ status: 200 })
    clock.advance(10 * MINUTE)
    const found = await poll(ben)
    return { asha, ben, found }
  }

  // covers: beyond-ring-goes-on, beyond-ring-both-come
  it('rings the member, and opens the chat when both come', async () => {
    const { asha, ben, found } = await ringing()
    const comeUntil = new Date(clock.now() + TIMING.ringFor).toISOString()
    expect(found).toMatchObject({ status: 202, body: { status: 'searching', comeUntil } })
    expect(await stateOf(asha)).toMatchObject({ searching: true, waitingSeconds: 600, comeUntil })
    const rings = await takeRings()
    expect(rings).toMatchObject([
      { headers: { ttl: '60', urgency: 'high' }, payload: { kind: 'ring', tag: 'ring', path: '/' } },
    ])
    expect(JSON.stringify(rings[0]?.payload)).not.toContain(ben.id)
    expect((await asha.call('POST', '/api/v1/conversations', {})).body).toMatchObject({ totalElements: 0 })
    const opened = await poll(asha)
    expect(opened).toMatchObject({ status: 200, body: { partnerId: ben.id } })
    expect(await poll(ben)).toMatchObject({ status: 200, body: { id: (opened.body as { id: string }).id } })
    expect(await takeRings()).toEqual([])
  })

  // covers: beyond-ring-missed
  it('ends for the member who does not come, and goes on for the other', async () => {
    const { asha, ben } = await ringing()
    const rangAt = new Date(clock.now()).toISOString()
    // The nodes tick too. A tick at the end of the ring finds that Ben was there a moment ago.
    clock.advance(TIMING.ringFor - 1_000)
    await poll(ben)
    clock.advance(1_000)
    await tick()
    expect(await stateOf(asha)).toMatchObject({ searching: false, comeUntil: null, missedRingAt: rangAt })
    expect(await stateOf(ben)).toMatchObject({ searching: true, waitingSeconds: 60, comeUntil: null })
    await poll(asha)
    expect(await ringMe(asha)).toMatchObject({ status: 409 })
    expect(await takeRings()).toEqual([])
  })

  // covers: beyond-ring-both-come
  it('rings both when both are away', async () => {
    const [asha, ben] = [
      await join(one, { interests: [crypto.randomUUID()] }),
      await join(two, { interests: [crypto.randomUUID()] }),
    ]
    for (const person of [asha, ben]) {
      await subscribePush(person, service)
      await poll(person)
      await ringMe(person)
    }
    await takeRings()
    clock.advance(MINUTE)
    await tick()
    expect(await takeRings()).toHaveLength(2)
    expect(await poll(asha)).toMatchObject({ status: 202 })
    expect(await poll(ben)).toMatchObject({ status: 200, body: { partnerId: asha.id } })
  })

  // covers: beyond-ring-cancel
  it('keeps two apart of whom one blocks the other during the ring', async () => {
    const { asha, ben } = await ringing()
    await asha.call('POST', '/api/v1/blocks', { userId: ben.id })
    expect(await takeRings()).toEqual([])
    expect(await stateOf(asha)).toMatchObject({ searching: true, comeUntil: null })
    expect(await poll(asha)).toMatchObject({ status: 202 })
    expect(await poll(ben)).toMatchObject({ status: 202, body: { comeUntil: null } })
    await asha.call('DELETE', '/api/v1/conversation')
    await ben.call('DELETE', '/api/v1/conversation')
  })

  // covers: beyond-ring-cancel
  it('ends on every device when the member cancels', async () => {
    const { asha, ben } = await ringing()
    await asha.call('DELETE', '/api/v1/conversation')
    expect(await takeRings()).toEqual([])
    expect(await stateOf(asha)).toMatchObject({ searching: false, comeUntil: null, missedRingAt: null })
    expect(await stateOf(ben)).toMatchObject({ searching: true, comeUntil: null })
    await ben.call('DELETE', '/api/v1/conversation')
  })

  // covers: beyond-ring-goes-on
  it('tells every device of the member how the search is', async () => {
    const { asha, ben } = await twoMembers()
    const stream = await asha.stream()
    await stream.next('ready')
    await poll(asha)
    await ringMe(asha)
    await stream.next('search_ring', ({ ringUntil }) => typeof ringUntil === 'string')
    await poll(ben)
    const rung = await stream.next('search_ring', ({ comeUntil }) => typeof comeUntil === 'string')
    expect(rung.data).toEqual(await stateOf(asha))
    stream.close()
    await ben.call('DELETE', '/api/v1/conversation')
    await asha.call('DELETE', '/api/v1/conversation')
  })

  // covers: beyond-ring-goes-on
  it('needs a search, and a device or an app that notifies', async () => {
    const asha = await join(one, { interests: [crypto.randomUUID()] })
    await poll(asha)
    expect(await ringMe(asha)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await ringMe(asha, { on: true, appNotifies: true })).toMatchObject({ status: 200 })
    await subscribePush(asha, service)
    await choosePush(asha, { kinds: ['match'] })
    expect(await ringMe(asha)).toMatchObject({ status: 409 })
    await asha.call('DELETE', '/api/v1/conversation')
    expect(await ringMe(asha, { on: true, appNotifies: true })).toMatchObject({ status: 409 })
  })

  // covers: beyond-ring-quiet
  it('ends where the quiet hours of the member begin, also when they change', async () => {
    const { asha } = await twoMembers()
    const timeAt = (later: number) => new Date(clock.now() + later).toISOString().slice(11, 16)
    const quiet = (from: number) =>
      choosePush(asha, {
        quietHours: { from: timeAt(from), until: timeAt(from + 180 * MINUTE), timeZone: 'UTC' },
      })
    const ringUntil = async () => Date.parse(((await stateOf(asha)) as { ringUntil: string }).ringUntil)
    await poll(asha)
    await ringMe(asha)
    expect(await ringUntil()).toBe(clock.now() + TIMING.ringSearch)
    await quiet(60 * MINUTE)
    expect(await ringUntil()).toBeLessThanOrEqual(clock.now() + 60 * MINUTE)
    expect(await ringUntil()).toBeGreaterThan(clock.now() + 58 * MINUTE)
    await ringMe(asha)
    expect(await ringUntil()).toBeLessThanOrEqual(clock.now() + 60 * MINUTE)
    await quiet(-5 * MINUTE)
    expect(await stateOf(asha)).toMatchObject({ searching: true, ringUntil: null })
    expect(await ringMe(asha)).toMatchObject({ status: 409 })
    await asha.call('DELETE', '/api/v1/conversation')
  })

  // covers: beyond-ring-goes-on
  it('works over GraphQL', async () => {
    const { asha } = await twoMembers()
    const fields = '{ searching ringUntil comeUntil missedRingAt }'
    await ask(one, asha, 'mutation { findMatch { waitingSeconds ringUntil comeUntil } }')
    const set = await ask(one, asha, `mutation { ringMe(on: true) ${fields} }`)
    expect(set.data?.ringMe).toMatchObject({ searching: true, ringUntil: expect.any(String) })
    expect((await ask(two, asha, `{ search ${fields} }`)).data?.search).toEqual(set.data?.ringMe)
    const off = await ask(one, asha, `mutation { ringMe(on: false) ${fields} }`)
    expect(off.data?.ringMe).toMatchObject({ searching: true, ringUntil: null })
    await asha.call('DELETE', '/api/v1/conversation')
  })
})
