import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authResponse } from '#schema/account.ts'
import { type SearchState, searchState } from '#schema/ring.ts'
import { startApp, startCluster, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { CANCEL, planIn, schedule } from '../../kit/evenings.ts'
import { ask, joinAs } from '../../kit/graphql.ts'
import { aRegistration, call, join, type Person, personOf } from '../../kit/person.ts'

const MINUTE = 60_000
const clock = createTestClock()

/** The nodes that the two devices use, or null without their server. */
const PLACES = [
  {
    name: 'one node with the memory store',
    async open() {
      const node = await startApp({ clock })
      return { nodes: [node, node], [Symbol.asyncDispose]: () => node[Symbol.asyncDispose]() }
    },
  },
  { name: 'two nodes with the Redis store', open: () => startCluster(2, { clocks: [clock, clock] }) },
]

describe.each(PLACES)('a search in a closed app on two devices, on $name', ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>> = null
  let one: TestApp
  let two: TestApp
  let admin: Person

  beforeAll(async () => {
    opened = await open()
    const [first, second] = opened?.nodes ?? []
    if (!first || !second) return
    ;[one, two] = [first, second]
    admin = await joinAs(one, 'ADMIN')
  })
  beforeEach((context) => {
    if (!opened) context.skip('redis-server is not installed')
  })
  afterAll(() => opened?.[Symbol.asyncDispose]())

  /** A member with a phone on the first node and a laptop on the second one, who learns a language. */
  async function twoDevices() {
    const interests = [`Only mine ${crypto.randomUUID().slice(0, 8)}`]
    const { userName, password } = aRegistration()
    const phone = await join(one, { userName, password, interests })
    const { id, displayName, age, lookingFor } = phone.user
    const profile = { id, displayName, age, interests, lookingFor, languages: ['en'], learning: ['mr'] }
    await phone.call('PUT', '/api/v1/user', profile)
    const { body } = await call(two.url, 'POST', '/auth', { body: { userName, password } })
    const { token, user } = authResponse.parse(body)
    return { phone, laptop: personOf(two.url, token, user) }
  }
  const runningEvening = async () => {
    const [planned] = await schedule(one, admin, planIn(1, clock.now()))
    if (!planned) throw new Error('No evening was scheduled.')
    clock.advance(2 * MINUTE)
    return { id: planned.id, topic: 'Jazz', endsAt: planned.endsAt }
  }
  const poll = (device: Person, query = '') => device.call('GET', `/api/v1/conversation${query}`)
  const stateOf = async (device: Person): Promise<SearchState> =>
    searchState.parse((await device.call('GET', '/api/v1/search')).body)
  const ringMe = (device: Person) =>
    device.call('PUT', '/api/v1/search/ring', { on: true, appNotifies: true })

  // covers: beyond-ring-kind
  it('shows its evening on both, over REST, GraphQL and the stream', async () => {
    const { phone, laptop } = await twoDevices()
    const evening = await runningEvening()
    const stream = await laptop.stream()
    await stream.next('ready')
    await poll(phone, `?evening=${evening.id}`)
    expect(await ringMe(phone)).toMatchObject({ status: 200, body: { evening, exchange: false } })
    expect(await stateOf(laptop)).toMatchObject({ searching: true, evening, exchange: false })
    const { data } = await ask(two, laptop, '{ search { exchange evening { id topic endsAt } } }')
    expect(data?.search).toEqual({ exchange: false, evening })
    const told = await stream.next('search_ring')
    expect(told.data).toMatchObject({ evening, exchange: false })
    stream.close()
    await laptop.call('DELETE', '/api/v1/conversation')
    expect(await stateOf(phone)).toMatchObject({ searching: false, evening: null, exchange: false })
  })

  // covers: beyond-ring-kind
  it('stays for an exchange of languages on both', async () => {
    const { phone, laptop } = await twoDevices()
    await poll(phone, '?exchange=true')
    await ringMe(phone)
    expect(await stateOf(laptop)).toMatchObject({ searching: true, evening: null, exchange: true })
    await poll(laptop)
    expect(await stateOf(phone)).toMatchObject({ searching: true, exchange: false })
    await laptop.call('DELETE', '/api/v1/conversation')
  })

  // covers: beyond-ring-goes-on
  it('ends at once on both when the member cancels it on one', async () => {
    const { phone, laptop } = await twoDevices()
    await poll(phone)
    await ringMe(phone)
    const streams = [await phone.stream(), await laptop.stream()]
    for (const stream of streams) await stream.next('ready')
    await laptop.call('DELETE', '/api/v1/conversation')
    for (const stream of streams) {
      const told = await stream.next('search_ring', ({ searching }) => searching === false)
      expect(told.data).toEqual(await stateOf(phone))
      stream.close()
    }
  })

  // covers: beyond-ring-evening-over
  it.each([
    ['ends', async () => void clock.advance(60 * MINUTE)],
    ['is cancelled', (id: string) => ask(one, admin, CANCEL, { id, andLater: false })],
  ])('goes on without its evening on both once that %s', async (_, end) => {
    const { phone, laptop } = await twoDevices()
    const evening = await runningEvening()
    await poll(phone, `?evening=${evening.id}`)
    await ringMe(phone)
    const stream = await laptop.stream()
    await stream.next('ready')
    await end(evening.id)
    // The next look at the ticket is due.
    clock.advance(5_000)
    await two.app.context.matching.tick()
    const told = await stream.next('search_ring', ({ evening: shown }) => shown === null)
    expect(told.data).toMatchObject({ searching: true, ringUntil: expect.any(String) })
    for (const device of [phone, laptop])
      expect(await stateOf(device)).toMatchObject({ searching: true, evening: null })
    stream.close()
    await laptop.call('DELETE', '/api/v1/conversation')
  })
})
