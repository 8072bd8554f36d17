import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminUser, LaunchNotification } from '#schema/admin.ts'
import { startApp } from '../../kit/app.ts'
import { ask } from '../../kit/graphql.ts'
import { mailsTo } from '../../kit/mails.ts'
import { call, join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const logged: string[] = []
const node = useNode({ log: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }) })
let admin: Person
beforeAll(async () => {
  admin = await join(node)
  await grantRole(admin, 'ADMIN')
})

async function grantRole(person: Person, role: 'ADMIN' | 'MODERATOR') {
  const { database, events } = node.app.context
  await database.prisma.user.update({ where: { id: person.id }, data: { role } })
  await events.emit('userChanged', { userId: person.id })
}

const CALLS = [
  ['GET', '/api/v1/admin/stats'],
  ['GET', '/api/v1/admin/users'],
  ['GET', '/api/v1/admin/launch-notifications'],
  ['POST', '/api/v1/admin/launch-notifications/notify'],
] as const

const users = async (query = '') =>
  (await admin.call('GET', `/api/v1/admin/users${query}`)).body.responseData as AdminUser[]
const launchList = async (query = '') =>
  (await admin.call('GET', `/api/v1/admin/launch-notifications${query}`)).body
    .responseData as LaunchNotification[]
const stats = async () => (await admin.call('GET', '/api/v1/admin/stats')).body.responseData
const joinList = (email: unknown) =>
  call(node.url, 'POST', '/api/v1/launch-notifications', { body: { email } })

describe('admin calls', () => {
  // covers: 6-admin-role
  it.each(CALLS)(
    'need an administrator: %s %s answers 401 without a session, and 403 with a log entry for others',
    async (method, path) => {
      expect((await call(node.url, method, path)).status).toBe(401)
      for (const role of [null, 'MODERATOR'] as const) {
        const person = await join(node)
        if (role) await grantRole(person, role)
        expect(await person.call(method, path)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
        expect(logged.some((line) => line.includes(person.id) && line.includes(path))).toBe(true)
      }
    },
  )
})

describe('the list of users', () => {
  // covers: 7-admin-users
  it('shows the newest first, page by page, without secrets', async () => {
    const [older, newer] = [await join(node, { premium: true }), await join(node)]
    const all = await users()
    expect(all.slice(0, 2).map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(all[1]).toMatchObject({ premiumUser: true, active: true, role: 'MEMBER' })
    expect(Object.keys(all[0] ?? {})).not.toContain('passwordHash')
    expect(Object.keys(all[0] ?? {})).not.toContain('latitude')
    expect((await users('?size=1')).map(({ id }) => id)).toEqual([newer.id])
    expect((await users('?size=1&pageNumber=1')).map(({ id }) => id)).toEqual([older.id])
  })

  it('finds members by name or email in any case, and takes % literally', async () => {
    const one = await join(node, { displayName: 'Quiet 100% Atlas' })
    expect((await users('?search=quiet%20100%25')).map(({ id }) => id)).toEqual([one.id])
    expect((await users(`?search=${encodeURIComponent(one.user.userName.toUpperCase())}`)).length).toBe(1)
    expect(await users('?search=nobody-is-called-this')).toEqual([])
  })

  // covers: beyond-console-lists-paged
  it('counts all entries that it finds, and the next page starts after the last entry', async () => {
    const name = 'Paged Person'
    const made = [
      await join(node, { displayName: `${name} 1` }),
      await join(node, { displayName: `${name} 2` }),
      await join(node, { displayName: `${name} 3` }),
    ]
    const page = async (query: string) =>
      (await admin.call('GET', `/api/v1/admin/users?search=paged%20person&size=2${query}`)).body as {
        responseData: AdminUser[]
        totalElements: number
      }
    const first = await page('')
    expect(first.totalElements).toBe(3)
    expect(first.responseData.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id])
    const newer = await join(node, { displayName: `${name} 4` })
    const next = await page(`&before=${made[1]?.id}`)
    expect(next.totalElements).toBe(4)
    expect(next.responseData.map(({ id }) => id)).toEqual([made[0]?.id])

    const { data } = await ask(
      node,
      admin,
      `query($before: ID) { adminUserCount(search: "paged person")
        adminUsers(search: "paged person", before: $before) { id } }`,
      { before: newer.id },
    )
    expect(data?.adminUserCount).toBe(4)
    expect(data?.adminUsers).toHaveLength(3)
    const wrong = await admin.call('GET', '/api/v1/admin/users?before=nobody')
    expect(wrong).toMatchObject({ status: 400, body: { fields: { before: 'Not an id' } } })
  })

  it('leaves out erased members', async () => {
    const erased = await join(node)
    await node.app.context.database.prisma.user.update({
      where: { id: erased.id },
      data: { erasedAt: new Date(), active: false },
    })
    expect((await users()).map(({ id }) => id)).not.toContain(erased.id)
  })

  it('shows suspended members as inactive', async () => {
    const one = await join(node)
    const suspendedUntil = new Date(Date.now() + 60_000)
    await node.app.context.database.prisma.user.update({ where: { id: one.id }, data: { suspendedUntil } })
    expect((await users()).find(({ id }) => id === one.id)?.active).toBe(false)
  })

  // covers: 3-admin-stats
  it('counts neither erased members nor demo partners', async () => {
    const total = async () => ((await stats()) as { totalUsers: number }).totalUsers
    const before = await total()
    const [stays, erased, demo] = [await join(node), await join(node), await join(node)]
    expect(await total()).toBe(before + 3)
    const change = (id: string, data: object) =>
      node.app.context.database.prisma.user.update({ where: { id }, data })
    await change(erased.id, { erasedAt: new Date(), active: false })
    await change(demo.id, { demo: true })
    expect(await total()).toBe(before + 1)
    const { data } = await ask(node, admin, '{ adminStats { totalUsers } }')
    expect(data?.adminStats).toEqual({ totalUsers: before + 1 })
    await change(stays.id, { active: false })
    expect(await total()).toBe(before + 1)
  })

  it.each(['?size=0', '?size=101', '?pageNumber=-1', '?pageNumber=x'])(
    'refuses the page %s',
    async (query) => {
      expect((await admin.call('GET', `/api/v1/admin/users${query}`)).status).toBe(400)
    },
  )
})

describe('the launch list', () => {
  // covers: 3-admin-stats, 7-admin-stats
  it('counts its entries, the notified ones and the waiting ones', async () => {
    const counts = async () => (await stats()) as Record<string, number>
    const before = await counts()
    await joinList('counted-once@example.com')
    await joinList('counted-twice@example.com')
    const { totalUsers, totalNotifications = 0, notifiedCount = 0, pendingCount = 0 } = before
    expect(await counts()).toEqual({
      totalUsers,
      totalNotifications: totalNotifications + 2,
      notifiedCount,
      pendingCount: pendingCount + 2,
    })
    await admin.call('POST', '/api/v1/admin/launch-notifications/notify')
    expect(await counts()).toEqual({
      totalUsers,
      totalNotifications: totalNotifications + 2,
      notifiedCount: notifiedCount + pendingCount + 2,
      pendingCount: 0,
    })
  })

  // covers: 3-launch-list-entry, 7-admin-launch-list
  it('shows where an entry came from and whether it was notified', async () => {
    const agent = 'Launch list browser'
    const headers = { 'user-agent': agent }
    const email = 'whole-entry@example.com'
    await call(node.url, 'POST', '/api/v1/launch-notifications', { body: { email }, headers })
    const [entry] = await launchList('?search=whole-entry')
    expect(entry).toEqual({
      id: expect.any(String),
      email,
      ipAddress: expect.stringMatching(/127\.0\.0\.1|::1/),
      userAgent: agent,
      timestamp: expect.any(String),
      notified: false,
      notifiedAt: null,
      city: null,
      state: null,
      country: null,
    })
  })

  it('stores an address once, and gives the same answer when it was there already', async () => {
    const first = await joinList('Waits@Example.com')
    expect(first.status).toBe(200)
    expect(await joinList('waits@example.com')).toMatchObject({ status: 200, body: first.body })
    expect((await launchList('?search=waits')).map(({ email }) => email)).toEqual(['waits@example.com'])
  })

  // covers: 3-launch-list-entry
  it("stores the city, state and country of the browser's position, but no coordinates", async () => {
    const PUNE = { latitude: '18.520431', longitude: '73.856744', accuracy: '35' }
    const from = (email: string, headers: Record<string, string>) =>
      call(node.url, 'POST', '/api/v1/launch-notifications', { body: { email }, headers })
    expect((await from('place-known@example.com', PUNE)).status).toBe(200)
    expect((await from('place-vague@example.com', { ...PUNE, accuracy: '90000' })).status).toBe(200)
    expect((await from('place-wrong@example.com', { ...PUNE, latitude: '91' })).status).toBe(400)
    const query = `mutation { joinLaunchList(email: "place-graphql@example.com",
      position: { latitude: 18.520431, longitude: 73.856744 }) }`
    expect((await ask(node, null, query)).data).toEqual({ joinLaunchList: true })
    const IN_PUNE = { city: 'Pune', state: 'Maharashtra', country: 'India' }
    const NOWHERE = { city: null, state: null, country: null }
    expect(await launchList('?search=place-')).toMatchObject([
      { email: 'place-graphql@example.com', ...IN_PUNE },
      { email: 'place-vague@example.com', ...NOWHERE },
      { email: 'place-known@example.com', ...IN_PUNE },
    ])
    const answer = await admin.call('GET', '/api/v1/admin/launch-notifications?search=place-')
    // A time may contain the same digits.
    const withoutTimes = JSON.stringify(answer.body).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
    expect(withoutTimes).not.toMatch(/18\.5|73\.8/)
  })

  it.each(['', 'nobody', 'a@b', 7])('refuses the address %j', async (email) => {
    expect(await joinList(email)).toMatchObject({ status: 400, body: { code: 'INVALID' } })
  })

  // covers: 7-admin-launch-list
  it('mails each entry once when several notify calls run at the same time', async () => {
    for (let n = 0; n < 60; n += 1) await joinList(`crowd-${n}@example.com`)
    const before = (await stats()) as { pendingCount: number }
    const pressed = await Promise.all(
      [1, 2, 3].map(() => admin.call('POST', '/api/v1/admin/launch-notifications/notify')),
    )
    const counts = pressed.map(({ body }) => (body.responseData as { notified: number }).notified)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(before.pendingCount)
    for (const n of [0, 31, 59]) expect(mailsTo(node, `crowd-${n}@example.com`)).toHaveLength(1)
    expect(await stats()).toMatchObject({ pendingCount: 0 })
    expect((await launchList('?search=crowd-31'))[0]).toMatchObject({
      notified: true,
      notifiedAt: expect.any(String),
    })
  })

  // covers: design-launch-mail-language
  it('mails each address in the language of the page that added it', async () => {
    const [overRest, overGraphql, unknown] = ['rest', 'graphql', 'none'].map(
      (name) => `said-${name}@example.com`,
    )
    const headers = { 'accept-language': 'de' }
    await call(node.url, 'POST', '/api/v1/launch-notifications', { body: { email: overRest }, headers })
    await ask(node, null, `mutation { joinLaunchList(email: "${overGraphql}") }`, {}, headers)
    await joinList(unknown)
    await admin.call('POST', '/api/v1/admin/launch-notifications/notify')
    const subjects = [overRest, overGraphql, unknown].map((email) => mailsTo(node, String(email))[0]?.subject)
    expect(subjects).toEqual(['Rapport ist offen', 'Rapport ist offen', 'Rapport is open'])
  })

  it('limits requests per network address', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_FACTOR: '0.1' } })
    const ask = () =>
      call(strict.url, 'POST', '/api/v1/launch-notifications', { body: { email: 'often@example.com' } })
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await strict[Symbol.asyncDispose]()
  })
})
