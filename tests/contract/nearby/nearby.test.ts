import { describe, expect, it } from 'vitest'
import { coarse } from '#server/domains/nearby/index.ts'
import { ask } from '../../kit/graphql.ts'
import { knockFrom, knockOn, resign } from '../../kit/knocks.ts'
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
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const nextPlace = createPlaces()
/** How many people nearby the home screen of a member names. */
const figure = async (me: Person) => (await me.call('GET', '/api/session')).body.nearByUsers
const change = (userId: string, data: object) =>
  node.app.context.database.prisma.user.update({ where: { id: userId }, data })

describe('people nearby', () => {
  // covers: 3-nearby-user-without-coordinates
  it('appear by bands, the nearer one first, with their public fields only', async () => {
    const at = nextPlace()
    const me = await premiumMemberAt(node, at)
    const showAt = async (kilometres: number, changes: Parameters<typeof memberAt>[2] = {}) => {
      const { id } = await memberAt(node, at, changes)
      const { latitude: shownLatitude, longitude: shownLongitude } = north(at, kilometres)
      await change(id, { shownLatitude, shownLongitude })
      return id
    }
    const far = [await showAt(28), await showAt(34), await showAt(30)]
    const near = [
      await showAt(2),
      await showAt(12, { interests: ['Chess'], gender: 'Male' }),
      await showAt(7),
    ]
    const ids = idsOf(await peopleNear(me))
    expect(new Set(ids.slice(0, 3))).toEqual(new Set(near))
    expect(new Set(ids.slice(3))).toEqual(new Set(far))
    const { body } = await me.call('POST', '/api/v1/near-by', { filterBy: 'male' })
    const [only] = body.elements as Record<string, unknown>[]
    expect(Object.keys(only ?? {}).sort()).toEqual(
      ['age', 'city', 'displayName', 'gender', 'id', 'interests', 'state'].sort(),
    )
    expect(only).toMatchObject({ interests: ['Chess'], gender: 'Male', age: 31 })
  })

  // covers: design-location-not-exact
  it('keep their order within a band wherever the caller stands, and have another for each caller', async () => {
    const at = nextPlace()
    const [me, other] = [await premiumMemberAt(node, at), await premiumMemberAt(node, at)]
    const members = await Promise.all(Array.from({ length: 12 }, () => memberAt(node, at)))
    const known = new Set(members.map(({ id }) => id))
    for (const { id } of members)
      await change(id, { shownLatitude: at.latitude, shownLongitude: at.longitude })
    const orderFor = async (person: Person) =>
      idsOf(await peopleNear(person, { size: 50 })).filter((id) => known.has(id))
    const first = await orderFor(me)
    await change(me.id, { latitude: at.latitude + 0.05, longitude: at.longitude - 0.06 })
    expect(await orderFor(me)).toEqual(first)
    expect(await orderFor(other)).not.toEqual(first)
  })

  it('include active, verified members within reach who share their location, without the caller', async () => {
    const at = nextPlace()
    const me = await premiumMemberAt(node, at)
    const found = await memberAt(node, at)
    await memberAt(node, at, { nearBy: false })
    await memberAt(node, north(at, 80))
    await join(node, { nearBy: true })
    await memberAt(node, at, { verified: false })
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

  // covers: design-nearby-verified-members
  it('appear with a verified address only, in the list, the count and for a chat', async () => {
    const at = nextPlace()
    const me = await premiumMemberAt(node, at)
    const { id } = await memberAt(node, at, { verified: false })
    const start = () => me.call('POST', '/api/v1/conversation', { secondUser: id })
    for (const filterBy of ['none', 'female']) expect(idsOf(await peopleNear(me, { filterBy }))).toEqual([])
    expect([await figure(me), (await start()).status]).toEqual([0, 404])
    await change(id, { emailVerified: true })
    for (const filterBy of ['none', 'female']) expect(idsOf(await peopleNear(me, { filterBy }))).toEqual([id])
    expect([await figure(me), (await start()).status]).toEqual([1, 200])
  })

  // covers: design-nearby-without-open-chats
  it('exclude the partners of open chats, and include them again afterwards', async () => {
    const at = nextPlace()
    const [me, partner, other] = [
      await premiumMemberAt(node, at),
      await premiumMemberAt(node, at),
      await memberAt(node, at),
    ]
    const { conversationId } = await node.app.context.chat.open(me.id, partner.id)
    expect(await peopleNear(me)).toMatchObject({ elements: [{ id: other.id }], totalElements: 1 })
    expect(await figure(me)).toBe(1)
    expect(new Set(idsOf(await peopleNear(partner)))).toEqual(new Set([other.id]))
    expect((await ask(node, me, '{ nearby { totalCount } }')).data?.nearby).toEqual({ totalCount: 1 })
    await partner.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    expect(new Set(idsOf(await peopleNear(me)))).toEqual(new Set([partner.id, other.id]))
    expect(await figure(me)).toBe(2)
  })

  // covers: design-nearby-without-open-chats
  it.each([false, true])(
    'exclude a member whom the viewer asked to talk, also after an answer (forever: %s)',
    async (forever) => {
      const at = nextPlace()
      const [me, partner] = [await premiumMemberAt(node, at), await premiumMemberAt(node, at)]
      const { id } = await knockOn(me, partner)
      expect([idsOf(await peopleNear(me)), await figure(me)]).toEqual([[], 0])
      expect(idsOf(await peopleNear(partner))).toEqual([me.id])
      const knock = await knockFrom(me, partner)
      await partner.call('POST', `/api/v1/knocks/${knock.id}/decline`, { forever })
      expect([idsOf(await peopleNear(me)), await figure(me)]).toEqual([[], 0])
      await resign(me, id)
      expect([idsOf(await peopleNear(me)), await figure(me)]).toEqual([[partner.id], 1])
    },
  )

  // covers: 2.7-gender-filter, 7-near-by
  it('can be filtered by gender', async () => {
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

  // covers: 4.5-pages-append, 7-near-by
  it('come in pages with totals, without repeats', async () => {
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

  // covers: 6-free-members
  it('need premium, nearby turned on, and a session', async () => {
    const at = nextPlace()
    const free = await join(node, { ...at, nearBy: true })
    const hidden = await join(node, { ...at, premium: true })
    const ask = (person: Person) => person.call('POST', '/api/v1/near-by', {})
    expect(await ask(free)).toMatchObject({ status: 403, body: { code: 'PREMIUM_REQUIRED' } })
    expect(await ask(hidden)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await call(node.url, 'POST', '/api/v1/near-by', { body: {} })).status).toBe(401)
  })

  it('stay empty for a member without a known location', async () => {
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
  // covers: design-nearby-ends-with-premium
  it('leaves every nearby list and count at once, as their own profile shows', async () => {
    const at = nextPlace()
    const [me, lapsing, never] = [
      await premiumMemberAt(node, at),
      await premiumMemberAt(node, at),
      await memberAt(node, at),
    ]
    await change(lapsing.id, { filterByGender: 'Male' })
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
    expect(await figure(me)).toBe(2)
    expect(await shown()).toEqual([
      true,
      'male',
      { me: { nearBy: true }, session: { user: { nearBy: true } } },
    ])

    await change(lapsing.id, { premiumUntil: new Date(Date.now() - 1_000) })
    await node.app.context.events.emit('userChanged', { userId: lapsing.id })
    expect(await peopleNear(me)).toMatchObject({ elements: [{ id: never.id }], totalElements: 1 })
    expect(await figure(me)).toBe(1)
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
  // covers: design-nearby-across-180th-meridian
  it('find each other across it, page by page', async () => {
    // Taveuni: the meridian runs through the island.
    const east = (longitude: number): At => ({ latitude: -16.8, longitude })
    const [me, there] = [
      await premiumMemberAt(node, east(179.97)),
      await premiumMemberAt(node, east(-179.97)),
    ]
    const others = [
      await memberAt(node, east(-179.99)),
      await memberAt(node, east(-179.9)),
      await memberAt(node, east(179.9)),
    ]
    await memberAt(node, east(-179))
    const pages = [await peopleNear(me, { size: 2 }), await peopleNear(me, { size: 2, pageNumber: 1 })]
    const around = (person: Person) => new Set([person, ...others].map(({ id }) => id))
    expect(new Set(pages.flatMap(idsOf))).toEqual(around(there))
    expect(pages.map(({ totalElements, last }) => [totalElements, last])).toEqual([
      [4, false],
      [4, true],
    ])
    expect(new Set(idsOf(await peopleNear(there)))).toEqual(around(me))
    expect((await there.call('POST', '/api/v1/conversation', { secondUser: me.id })).status).toBe(200)
  })

  it('appear to a member exactly on it', async () => {
    const on = await premiumMemberAt(node, { latitude: 66.5, longitude: 180 })
    const [west, east] = [
      await memberAt(node, { latitude: 66.5, longitude: 179.6 }),
      await memberAt(node, { latitude: 66.5, longitude: -179.8 }),
    ]
    expect(new Set(idsOf(await peopleNear(on)))).toEqual(new Set([west.id, east.id]))
  })
})

describe('a stored position', () => {
  it.each([0, 18.5, 45, 60, 75, 89])('rounds to about one kilometre at %d° of latitude', (latitude) => {
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
