import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coarse } from '#server/domains/nearby/index.ts'
import { startApp, type TestApp } from '../../kit/app.ts'
import { ask } from '../../kit/graphql.ts'
import {
  type At,
  createPlaces,
  idsOf,
  memberAt,
  north,
  peopleNear,
  premiumMemberAt,
} from '../../kit/nearby.ts'
import { call, join, type Person } from '../../kit/person.ts'

let node: TestApp
beforeAll(async () => {
  node = await startApp()
})
afterAll(() => node[Symbol.asyncDispose]())

const nextPlace = createPlaces()
const change = (userId: string, data: object) =>
  node.app.context.database.prisma.user.update({ where: { id: userId }, data })

describe('people nearby', () => {
  it('are listed nearest first, with their public fields only', async () => {
    const at = nextPlace()
    const me = await premiumMemberAt(node, at)
    const far = await memberAt(node, north(at, 30))
    const near = await memberAt(node, north(at, 5), { interests: ['Chess'], gender: 'Male' })
    const here = await memberAt(node, north(at, 1))
    const page = await peopleNear(me)
    expect(idsOf(page)).toEqual([here.id, near.id, far.id])
    const { body } = await me.call('POST', '/api/v1/near-by', {})
    const [, second] = body.elements as Record<string, unknown>[]
    expect(Object.keys(second ?? {}).sort()).toEqual(
      ['age', 'city', 'displayName', 'gender', 'id', 'interests', 'state'].sort(),
    )
    expect(second).toMatchObject({ interests: ['Chess'], gender: 'Male', age: 31 })
  })

  it('are active members within reach who share their location, without the caller', async () => {
    const at = nextPlace()
    const me = await premiumMemberAt(node, at)
    const found = await memberAt(node, at)
    await memberAt(node, at, { nearBy: false })
    await memberAt(node, north(at, 60))
    await join(node, { nearBy: true })
    await change((await memberAt(node, at)).id, { active: false })
    await change((await memberAt(node, at)).id, { bannedAt: new Date() })
    await change((await memberAt(node, at)).id, { suspendedUntil: new Date(Date.now() + 60_000) })
    const back = await memberAt(node, at)
    await change(back.id, { suspendedUntil: new Date(Date.now() - 60_000) })
    expect(new Set(idsOf(await peopleNear(me)))).toEqual(new Set([found.id, back.id]))
  })

  it('exclude blocked and blocking members', async () => {
    const at = nextPlace()
    const [me, blocked, blocker, other] = [
      await premiumMemberAt(node, at),
      await memberAt(node, at),
      await memberAt(node, at),
      await memberAt(node, at),
    ]
    await me.call('POST', '/api/v1/blocks', { userId: blocked.id })
    await blocker.call('POST', '/api/v1/blocks', { userId: me.id })
    const page = await peopleNear(me)
    expect(idsOf(page)).toEqual([other.id])
    expect(page.totalElements).toBe(1)
  })

  it('are filtered by gender', async () => {
    const at = nextPlace()
    const me = await premiumMemberAt(node, at)
    const people = {
      male: await memberAt(node, at, { gender: 'Male' }),
      female: await memberAt(node, at, { gender: 'Female' }),
      transgender: await memberAt(node, at, { gender: 'Transgender' }),
    }
    for (const [filterBy, person] of Object.entries(people)) {
      const page = await peopleNear(me, { filterBy })
      expect(idsOf(page)).toEqual([person.id])
      expect(page.totalElements).toBe(1)
    }
    expect((await peopleNear(me, { filterBy: 'none' })).totalElements).toBe(3)
  })

  it('are paged with totals, without repeats', async () => {
    const at = nextPlace()
    const me = await premiumMemberAt(node, at)
    // Many share a rounded position; their order is the same on every page.
    const ids = await Promise.all(Array.from({ length: 23 }, async () => (await memberAt(node, at)).id))
    const pages = await Promise.all(
      [0, 1, 2, 3].map((pageNumber) => peopleNear(me, { pageNumber, size: 10 })),
    )
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

  it('are empty for a member without a known location', async () => {
    const me = await join(node, { premium: true, nearBy: true })
    expect(await peopleNear(me)).toEqual({ elements: [], totalElements: 0, totalPages: 0, last: true })
  })

  it.each([
    { pageNumber: -1 },
    { pageNumber: 1e9 },
    { size: 0 },
    { size: 1e6 },
    { filterBy: 'everyone' },
    { pageNumber: 'first' },
  ])('refuse %j', async (request) => {
    const me = await premiumMemberAt(node, nextPlace())
    const { status } = await me.call('POST', '/api/v1/near-by', request)
    expect(status).toBe(400)
  })
})

describe('a member whose premium ends', () => {
  it('leaves every nearby list and count at once, as their own profile shows', async () => {
    const at = nextPlace()
    const [me, lapsing, never] = [
      await premiumMemberAt(node, at),
      await premiumMemberAt(node, at),
      await memberAt(node, at),
    ]
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
    expect(new Set(idsOf(await peopleNear(me)))).toEqual(new Set([lapsing.id, never.id]))
    expect(await figure()).toBe(2)
    expect(await shown()).toEqual([
      true,
      'male',
      { me: { nearBy: true }, session: { user: { nearBy: true } } },
    ])

    await change(lapsing.id, { premiumUntil: new Date(Date.now() - 1_000) })
    await node.app.context.events.emit('userChanged', { userId: lapsing.id })
    expect(await peopleNear(me)).toMatchObject({ elements: [{ id: never.id }], totalElements: 1 })
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
    const [me, there] = [
      await premiumMemberAt(node, east(179.97)),
      await premiumMemberAt(node, east(-179.97)),
    ]
    const [near, far, beyond] = [
      await memberAt(node, east(-179.99)),
      await memberAt(node, east(-179.8)),
      await memberAt(node, east(179.6)),
    ]
    await memberAt(node, east(-179.4))
    const pages = [await peopleNear(me, { size: 2 }), await peopleNear(me, { size: 2, pageNumber: 1 })]
    expect(pages.map(idsOf)).toEqual([
      [near.id, there.id],
      [far.id, beyond.id],
    ])
    expect(pages.map(({ totalElements, last }) => [totalElements, last])).toEqual([
      [4, false],
      [4, true],
    ])
    expect(idsOf(await peopleNear(there))).toEqual([near.id, me.id, far.id, beyond.id])
    expect((await there.call('POST', '/api/v1/conversation', { secondUser: me.id })).status).toBe(200)
  })

  it('are found by a member exactly on it', async () => {
    const on = await premiumMemberAt(node, { latitude: 66.5, longitude: 180 })
    const [west, east] = [
      await memberAt(node, { latitude: 66.5, longitude: 179.5 }),
      await memberAt(node, { latitude: 66.5, longitude: -179.8 }),
    ]
    expect(idsOf(await peopleNear(on))).toEqual([east.id, west.id])
  })
})

describe('the location of a member nearby', () => {
  it('cannot be determined more closely than about one kilometre, from any number of places', async () => {
    const home = coarse(nextPlace())
    const me = await premiumMemberAt(node, home)
    const target = await memberAt(node, home)
    // Members all around: the order of the list reveals distances.
    for (let ring = 1; ring <= 12; ring += 1) {
      const angle = ring * 2.4
      await memberAt(node, {
        latitude: home.latitude + 0.012 * ring * Math.sin(angle),
        longitude: home.longitude + 0.012 * ring * Math.cos(angle),
      })
    }
    const report = (person: Person, at: At) =>
      call(node.url, 'GET', '/api/session', {
        token: person.token,
        headers: { latitude: at.latitude.toFixed(6), longitude: at.longitude.toFixed(6) },
      })
    /** Returns all answers of requests from 40 places around. */
    const allAnswers = async () => {
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
    const atHome = await allAnswers()
    for (const [north, east] of [
      [0.004, 0.004],
      [-0.004, 0.0045],
      [0.0045, -0.004],
    ] as const) {
      await report(target, { latitude: home.latitude + north, longitude: home.longitude + east })
      expect(await allAnswers()).toEqual(atHome)
    }
    // Two kilometres must be distinguishable, or this test would prove nothing.
    await report(target, { latitude: home.latitude + 0.02, longitude: home.longitude })
    expect(await allAnswers()).not.toEqual(atHome)
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
