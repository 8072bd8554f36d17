import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NearbyPage, nearbyPage } from '#schema/nearby.ts'
import type { Registration } from '#schema/registration.ts'
import { coarse } from '#server/domains/nearby/index.ts'
import { startApp, type TestApp } from '../../kit/app.ts'
import { ask } from '../../kit/graphql.ts'
import { call, join, type Person } from '../../kit/person.ts'

let node: TestApp
beforeAll(async () => {
  node = await startApp()
})
afterAll(() => node[Symbol.asyncDispose]())

/** Places far from each other, so that tests do not see each other's people. */
let place = 0
function nextPlace() {
  place += 1
  return { latitude: 10 + place * 2, longitude: 20 }
}

type At = { latitude: number; longitude: number }
type More = Partial<Registration> & { premium?: boolean }
const north = (at: At, kilometres: number): At => ({ ...at, latitude: at.latitude + kilometres / 111.32 })

/** Somebody premium at a place who lets themselves be found. */
const seeker = (at: At) => join(node, { ...at, premium: true, nearBy: true })
const somebody = (at: At, more: More = {}) => join(node, { ...at, nearBy: true, ...more })

async function look(person: Person, request: Record<string, unknown> = {}): Promise<NearbyPage> {
  const { status, body } = await person.call('POST', '/api/v1/near-by', { pageNumber: 0, ...request })
  expect(status).toBe(200)
  return nearbyPage.parse(body)
}
const idsOf = (page: NearbyPage) => page.elements.map(({ id }) => id)

const change = (userId: string, data: object) =>
  node.app.context.database.prisma.user.update({ where: { id: userId }, data })

describe('people nearby', () => {
  it('come nearest first, with what may be known of them and nothing more', async () => {
    const at = nextPlace()
    const me = await seeker(at)
    const far = await somebody(north(at, 30))
    const near = await somebody(north(at, 5), { interests: ['Chess'], gender: 'Male' })
    const here = await somebody(north(at, 1))
    const page = await look(me)
    expect(idsOf(page)).toEqual([here.id, near.id, far.id])
    const { body } = await me.call('POST', '/api/v1/near-by', {})
    const [, second] = body.elements as Record<string, unknown>[]
    expect(Object.keys(second ?? {}).sort()).toEqual(
      ['age', 'city', 'displayName', 'gender', 'id', 'interests', 'state'].sort(),
    )
    expect(second).toMatchObject({ interests: ['Chess'], gender: 'Male', age: 31 })
  })

  it('are only those who let themselves be found, are active, within reach, and not oneself', async () => {
    const at = nextPlace()
    const me = await seeker(at)
    const found = await somebody(at)
    await somebody(at, { nearBy: false })
    await somebody(north(at, 60))
    await join(node, { nearBy: true })
    await change((await somebody(at)).id, { active: false })
    await change((await somebody(at)).id, { bannedAt: new Date() })
    await change((await somebody(at)).id, { suspendedUntil: new Date(Date.now() + 60_000) })
    const back = await somebody(at)
    await change(back.id, { suspendedUntil: new Date(Date.now() - 60_000) })
    expect(new Set(idsOf(await look(me)))).toEqual(new Set([found.id, back.id]))
  })

  it('never show anybody across a block, whoever made it', async () => {
    const at = nextPlace()
    const [me, blocked, blocker, other] = [
      await seeker(at),
      await somebody(at),
      await somebody(at),
      await somebody(at),
    ]
    await me.call('POST', '/api/v1/blocks', { userId: blocked.id })
    await blocker.call('POST', '/api/v1/blocks', { userId: me.id })
    const page = await look(me)
    expect(idsOf(page)).toEqual([other.id])
    expect(page.totalElements).toBe(1)
  })

  it('are filtered by gender', async () => {
    const at = nextPlace()
    const me = await seeker(at)
    const people = {
      male: await somebody(at, { gender: 'Male' }),
      female: await somebody(at, { gender: 'Female' }),
      transgender: await somebody(at, { gender: 'Transgender' }),
    }
    for (const [filterBy, person] of Object.entries(people)) {
      const page = await look(me, { filterBy })
      expect(idsOf(page)).toEqual([person.id])
      expect(page.totalElements).toBe(1)
    }
    expect((await look(me, { filterBy: 'none' })).totalElements).toBe(3)
  })

  it('are paged with totals, each once', async () => {
    const at = nextPlace()
    const me = await seeker(at)
    // Many share a rounded position; the order among them is the same on every page.
    const ids = await Promise.all(Array.from({ length: 23 }, async () => (await somebody(at)).id))
    const pages = await Promise.all([0, 1, 2, 3].map((pageNumber) => look(me, { pageNumber, size: 10 })))
    expect(pages.map(({ elements }) => elements.length)).toEqual([10, 10, 3, 0])
    expect(pages.map(({ last }) => last)).toEqual([false, false, true, true])
    expect(pages[0]).toMatchObject({ totalElements: 23, totalPages: 3 })
    expect(new Set(pages.flatMap(idsOf))).toEqual(new Set(ids))
  })

  it('need premium, nearby turned on, and a session', async () => {
    const at = nextPlace()
    const free = await join(node, { ...at, nearBy: true })
    const hidden = await join(node, { ...at, premium: true })
    const ask = (person: Person) => person.call('POST', '/api/v1/near-by', {})
    expect(await ask(free)).toMatchObject({ status: 403, body: { code: 'PREMIUM_REQUIRED' } })
    expect(await ask(hidden)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await call(node.url, 'POST', '/api/v1/near-by', { body: {} })).status).toBe(401)
  })

  it('are none for a member whose place is not known', async () => {
    const me = await join(node, { premium: true, nearBy: true })
    expect(await look(me)).toEqual({ elements: [], totalElements: 0, totalPages: 0, last: true })
  })

  it.each([
    { pageNumber: -1 },
    { pageNumber: 1e9 },
    { size: 0 },
    { size: 1e6 },
    { filterBy: 'everyone' },
    { pageNumber: 'first' },
  ])('refuse %j', async (request) => {
    const me = await seeker(nextPlace())
    const { status } = await me.call('POST', '/api/v1/near-by', request)
    expect(status).toBe(400)
  })
})

describe('people nearby whose premium ends', () => {
  it('leave every list and figure at once, and see in their own profile that they are not found', async () => {
    const at = nextPlace()
    const [me, lapsing, never] = [await seeker(at), await seeker(at), await somebody(at)]
    await change(lapsing.id, { filterByGender: 'Male' })
    const figure = async () => (await me.call('GET', '/api/session')).body.nearByUsers
    const start = () => me.call('POST', '/api/v1/conversation', { secondUser: lapsing.id })
    const shown = async () => {
      const [session, graphql] = [
        await lapsing.call('GET', '/api/session'),
        await ask(node, lapsing, '{ me { nearBy } session { user { nearBy } } }'),
      ]
      const { user } = session.body as { user: Record<string, unknown> }
      return [user.nearBy, user.filterByGender, graphql.data]
    }
    expect(new Set(idsOf(await look(me)))).toEqual(new Set([lapsing.id, never.id]))
    expect(await figure()).toBe(2)
    expect(await shown()).toEqual([
      true,
      'male',
      { me: { nearBy: true }, session: { user: { nearBy: true } } },
    ])

    await change(lapsing.id, { premiumUntil: new Date(Date.now() - 1_000) })
    await node.app.context.events.emit('userChanged', { userId: lapsing.id })
    expect(await look(me)).toMatchObject({ elements: [{ id: never.id }], totalElements: 1 })
    expect(await figure()).toBe(1)
    const graphql = await ask(node, me, '{ nearby { totalCount nodes { id } } }')
    expect(graphql.data?.nearby).toEqual({ totalCount: 1, nodes: [{ id: never.id }] })
    expect((await start()).status).toBe(404)
    expect(await shown()).toEqual([
      false,
      null,
      { me: { nearBy: false }, session: { user: { nearBy: false } } },
    ])
  })
})

describe('people nearby at the 180th meridian', () => {
  it('find each other across it, nearest first, page by page', async () => {
    // Taveuni: the meridian runs through the island.
    const east = (longitude: number): At => ({ latitude: -16.8, longitude })
    const [me, there] = [await seeker(east(179.97)), await seeker(east(-179.97))]
    const [near, far, beyond] = [
      await somebody(east(-179.99)),
      await somebody(east(-179.8)),
      await somebody(east(179.6)),
    ]
    await somebody(east(-179.4))
    const pages = [await look(me, { size: 2 }), await look(me, { size: 2, pageNumber: 1 })]
    expect(pages.map(idsOf)).toEqual([
      [near.id, there.id],
      [far.id, beyond.id],
    ])
    expect(pages.map(({ totalElements, last }) => [totalElements, last])).toEqual([
      [4, false],
      [4, true],
    ])
    expect(idsOf(await look(there))).toEqual([near.id, me.id, far.id, beyond.id])
    expect((await there.call('POST', '/api/v1/conversation', { secondUser: me.id })).status).toBe(200)
  })

  it('are found by somebody who stands on it', async () => {
    const on = await seeker({ latitude: 66.5, longitude: 180 })
    const [west, east] = [
      await somebody({ latitude: 66.5, longitude: 179.5 }),
      await somebody({ latitude: 66.5, longitude: -179.8 }),
    ]
    expect(idsOf(await look(on))).toEqual([east.id, west.id])
  })
})

describe('where somebody is', () => {
  it('cannot be narrowed down below about one kilometre, from however many places one asks', async () => {
    const home = coarse(nextPlace())
    const me = await seeker(home)
    const target = await somebody(home)
    // Others all around, so that the order of the list tells distances apart.
    for (let ring = 1; ring <= 12; ring += 1) {
      const angle = ring * 2.4
      await somebody({
        latitude: home.latitude + 0.012 * ring * Math.sin(angle),
        longitude: home.longitude + 0.012 * ring * Math.cos(angle),
      })
    }
    const report = (person: Person, at: At) =>
      call(node.url, 'GET', '/api/session', {
        token: person.token,
        headers: { latitude: at.latitude.toFixed(6), longitude: at.longitude.toFixed(6) },
      })
    /** Everything that asking from 40 places around tells. */
    const everythingTold = async () => {
      const told: string[] = []
      for (let step = 0; step < 40; step += 1) {
        const angle = (step / 40) * 2 * Math.PI
        const distance = 0.02 + 0.004 * step
        await report(me, {
          latitude: home.latitude + distance * Math.sin(angle),
          longitude: home.longitude + distance * Math.cos(angle),
        })
        told.push(JSON.stringify((await me.call('POST', '/api/v1/near-by', { size: 50 })).body))
      }
      return told
    }
    const atHome = await everythingTold()
    for (const [north, east] of [
      [0.004, 0.004],
      [-0.004, 0.0045],
      [0.0045, -0.004],
    ] as const) {
      await report(target, { latitude: home.latitude + north, longitude: home.longitude + east })
      expect(await everythingTold()).toEqual(atHome)
    }
    // Two kilometres are told apart, or this test would prove nothing.
    await report(target, { latitude: home.latitude + 0.02, longitude: home.longitude })
    expect(await everythingTold()).not.toEqual(atHome)
  })

  it.each([0, 18.5, 45, 60, 75, 89])('is rounded to about one kilometre at %d° of latitude', (latitude) => {
    for (let turn = 0; turn < 200; turn += 1) {
      const at = { latitude: latitude + turn * 0.0013, longitude: 73 + turn * 0.0017 }
      const rounded = coarse(at)
      const step = 111.32 * Math.cos((rounded.latitude * Math.PI) / 180)
      const again = coarse({ ...rounded, longitude: rounded.longitude + 0.0001 })
      expect(again.longitude).toBe(rounded.longitude)
      expect(Math.abs(at.latitude - rounded.latitude) * 111.32).toBeLessThan(0.6)
      expect(Math.abs(at.longitude - rounded.longitude) * step).toBeLessThan(1.2)
    }
  })
})

describe('starting a chat from a list', () => {
  const start = (person: Person, secondUser: unknown) =>
    person.call('POST', '/api/v1/conversation', { secondUser })

  it('opens the one conversation of a pair, and tells the other', async () => {
    const at = nextPlace()
    const [me, other] = [await seeker(at), await somebody(at)]
    const stream = await other.stream()
    const first = await start(me, other.id)
    expect(first).toMatchObject({ status: 200, body: { partnerId: other.id, userActive: true } })
    expect((await stream.next('match_found')).data).toMatchObject({ id: first.body.id, partnerId: me.id })
    const again = await start(me, other.id)
    expect(again.body.id).toBe(first.body.id)
    expect((await start(other, me.id)).body.id).toBe(first.body.id)
    const answers = await Promise.all([start(me, other.id), start(other, me.id), start(me, other.id)])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(stream.received.filter(({ event }) => event === 'match_found')).toHaveLength(1)
    stream.close()
  })

  it('opens a conversation again that had ended', async () => {
    const at = nextPlace()
    const [me, other] = [await seeker(at), await somebody(at)]
    const { body } = await start(me, other.id)
    await other.call('GET', `/api/v1/conversation/${body.id}/resign`)
    const again = await start(me, other.id)
    expect(again.body).toMatchObject({ id: body.id, userActive: true, partnerActive: true })
  })

  it('needs a verified email', async () => {
    const at = nextPlace()
    const [me, other] = [await seeker(at), await somebody(at)]
    await change(me.id, { emailVerified: false })
    await node.app.context.events.emit('userChanged', { userId: me.id })
    expect(await start(me, other.id)).toMatchObject({
      status: 403,
      body: {
        code: 'EMAIL_NOT_VERIFIED',
        message:
          'Please verify your email address before starting chats. Check your inbox for the verification link.',
      },
    })
  })

  it('reaches neither strangers who are not near, nor anybody across a block, nor nobody, all alike', async () => {
    const at = nextPlace()
    const [me, stranger, hidden, blocked, blocker] = [
      await seeker(at),
      await somebody(nextPlace()),
      await somebody(at, { nearBy: false }),
      await somebody(at),
      await somebody(at),
    ]
    await start(me, blocked.id)
    await me.call('POST', '/api/v1/blocks', { userId: blocked.id })
    await blocker.call('POST', '/api/v1/blocks', { userId: me.id })
    const free = await join(node, { ...at, nearBy: true })
    for (const answer of [
      await start(me, stranger.id),
      await start(me, hidden.id),
      await start(me, blocked.id),
      await start(me, blocker.id),
      await start(me, crypto.randomUUID()),
      await start(free, me.id),
    ])
      expect(answer).toMatchObject({
        status: 404,
        body: { message: 'You cannot chat with this person right now.' },
      })
  })

  it('refuses oneself, and what is nobody’s id', async () => {
    const me = await seeker(nextPlace())
    expect((await start(me, me.id)).status).toBe(400)
    for (const id of ['', 'me', null, 7]) expect((await start(me, id)).status).toBe(400)
    expect((await call(node.url, 'POST', '/api/v1/conversation', { body: {} })).status).toBe(401)
  })
})
