import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminListQuery } from '#schema/admin.ts'
import { type Admin, createAdmin } from '#server/domains/admin/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000
const ADDRESS = '203.0.113.7'
/** A quarter into this minute. */
const START = Date.now() - (Date.now() % MINUTE) + MINUTE / 4

const rows = useStarted(openRows)
let clock: ReturnType<typeof createTestClock>
let admin: Admin
let mailed: string[]
/** The language of the mail to each address. */
let languages: Map<string, string>
let failing: Set<string>
let errors: unknown[]
let looks: number
beforeEach(async () => {
  await prisma().conversation.deleteMany()
  await prisma().user.deleteMany()
  await prisma().launchNotification.deleteMany()
  clock = createTestClock(START)
  ;[mailed, languages, failing, errors, looks] = [[], new Map(), new Set(), [], 0]
  admin = createAdmin(
    testPlatform({ database: rows.database, clock, onFailure: (error) => void errors.push(error) }),
    {
      geocoder: {
        placeOf: async ({ latitude }) =>
          latitude > 80 ? null : { city: 'Pune', state: null, country: 'India' },
      },
      async mailLaunch({ email, language }) {
        if (failing.has(email)) throw new Error(`no mail to ${email}`)
        mailed.push(email)
        languages.set(email, language)
      },
      presence: {
        async count() {
          looks += 1
          return 7
        },
      },
      matching: { waiting: async () => 3 },
    },
  )
})

const prisma = () => rows.database.prisma
const at = (milliseconds = 0) => new Date(clock.now() + milliseconds)
const query = (changes: object = {}) => adminListQuery.parse(changes)
const origin = { ipAddress: ADDRESS, userAgent: 'Browser/1', acceptLanguage: undefined, position: null }

async function member(changes: object = {}) {
  const id = await rows.member()
  await prisma().user.update({ where: { id }, data: changes })
  return id
}

describe('the list of accounts', () => {
  it('lists accounts in pages, newest first, without erased ones', async () => {
    const [one, two, three] = [await member(), await member(), await member()]
    await member({ erasedAt: at() })
    const list = async (changes: object) => {
      const { elements, total } = await admin.users(query(changes))
      expect(total).toBe(3)
      return elements.map(({ id }) => id)
    }
    expect(await list({})).toEqual([three, two, one])
    expect(await list({ size: 2 })).toEqual([three, two])
    expect(await list({ size: 2, pageNumber: 1 })).toEqual([one])
    expect(await list({ size: 2, pageNumber: 1, before: three })).toEqual([two, one])
  })

  it('finds accounts by part of the name or email, ignoring case', async () => {
    const one = await member({ displayName: 'Priya', userName: 'first@example.com' })
    const two = await member({ displayName: 'Other', userName: 'priya@example.org' })
    await member({ displayName: 'Ben', userName: 'third@example.com' })
    const { elements, total } = await admin.users(query({ search: 'PRIY' }))
    expect(elements.map(({ id }) => id)).toEqual([two, one])
    expect(total).toBe(2)
    expect((await admin.users(query({ search: 'priya', before: two }))).elements).toMatchObject([{ id: one }])
  })
})

describe('the launch list', () => {
  it('stores an email once, with the place from the browser’s position', async () => {
    await admin.joinLaunchList('asha@example.com', {
      ...origin,
      position: { latitude: 18.5, longitude: 73.8 },
    })
    await admin.joinLaunchList('asha@example.com', { ...origin, userAgent: 'Browser/2' })
    await admin.joinLaunchList('ben@example.com', { ...origin, position: { latitude: 89, longitude: 0 } })
    const { elements, total } = await admin.launchNotifications(query())
    const shared = { ipAddress: ADDRESS, userAgent: 'Browser/1', notified: false, notifiedAt: null }
    expect(total).toBe(2)
    expect(elements).toMatchObject([
      { email: 'ben@example.com', city: null, country: null },
      { ...shared, email: 'asha@example.com', city: 'Pune', country: 'India', timestamp: at().toISOString() },
    ])
  })

  it('accepts ten entries an hour from one IP address', async () => {
    for (let count = 0; count < 10; count += 1) await admin.joinLaunchList(`${count}@example.com`, origin)
    await expect(admin.joinLaunchList('x@example.com', origin)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
    await admin.joinLaunchList('x@example.com', { ...origin, ipAddress: '198.51.100.9' })
  })

  it('finds entries by part of the email, in pages', async () => {
    for (const name of ['asha', 'ben', 'natasha']) await admin.joinLaunchList(`${name}@example.com`, origin)
    const emails = async (changes: object) => {
      const { elements, total } = await admin.launchNotifications(query(changes))
      return [total, ...elements.map(({ email }) => email.split('@')[0])]
    }
    expect(await emails({ search: 'ASHA' })).toEqual([2, 'natasha', 'asha'])
    expect(await emails({ size: 1, pageNumber: 1 })).toEqual([3, 'ben'])
    const { elements } = await admin.launchNotifications(query())
    expect(await emails({ before: elements[0]?.id, size: 5 })).toEqual([3, 'ben', 'asha'])
  })

  it('mails each entry once and deletes where the person joined from', async () => {
    await admin.joinLaunchList('asha@example.com', {
      ...origin,
      position: { latitude: 18.5, longitude: 73.8 },
    })
    await admin.joinLaunchList('ben@example.com', origin)
    expect(await admin.notifyLaunchList()).toBe(2)
    expect(mailed.sort()).toEqual(['asha@example.com', 'ben@example.com'])
    expect(await admin.notifyLaunchList()).toBe(0)
    expect(mailed).toHaveLength(2)
    const { elements } = await admin.launchNotifications(query())
    for (const one of elements)
      expect(one).toMatchObject({
        notified: true,
        notifiedAt: at().toISOString(),
        city: null,
        country: null,
        ipAddress: null,
        userAgent: null,
      })
  })

  it('mails failed entries again the next time', async () => {
    for (const name of ['asha', 'ben', 'cleo']) await admin.joinLaunchList(`${name}@example.com`, origin)
    failing.add('ben@example.com')
    expect(await admin.notifyLaunchList()).toBe(2)
    expect(errors).toMatchObject([{ message: 'no mail to ben@example.com' }])
    const waits = await prisma().launchNotification.findMany({ where: { notified: false } })
    expect(waits).toMatchObject([{ email: 'ben@example.com', notifiedAt: null }])
    failing.clear()
    expect(await admin.notifyLaunchList()).toBe(1)
    expect(mailed).toEqual(expect.arrayContaining(['ben@example.com']))
  })

  // covers: design-launch-mail-language
  it('mails each entry in the language it was added in, even after a failure, and then deletes the language', async () => {
    const accepted = { asha: 'de-AT,en;q=0.5', ben: 'ja', cleo: undefined, dora: 'sv' }
    for (const [name, acceptLanguage] of Object.entries(accepted))
      await admin.joinLaunchList(`${name}@example.com`, { ...origin, acceptLanguage })
    failing.add('ben@example.com')
    await admin.notifyLaunchList()
    failing.clear()
    await admin.notifyLaunchList()
    expect(Object.fromEntries(languages)).toEqual({
      'asha@example.com': 'de',
      'ben@example.com': 'ja',
      'cleo@example.com': 'en',
      'dora@example.com': 'en',
    })
    expect(await prisma().launchNotification.count({ where: { language: { not: null } } })).toBe(0)
  })

  it('mails every entry when there are more than fifty', async () => {
    await prisma().launchNotification.createMany({
      data: Array.from({ length: 101 }, (_, index) => ({ id: uuidv7(), email: `${index}@example.com` })),
    })
    for (let index = 0; index < 101; index += 25) failing.add(`${index}@example.com`)
    expect(await admin.notifyLaunchList()).toBe(96)
    expect(new Set(mailed).size).toBe(96)
    expect(errors).toHaveLength(5)
  })
})

describe('the figures of the admin panel', () => {
  it('count members without erased and demo accounts, and the pending launch entries', async () => {
    await member()
    await member()
    await member({ erasedAt: at() })
    await member({ demo: true })
    for (const name of ['asha', 'ben', 'cleo']) await admin.joinLaunchList(`${name}@example.com`, origin)
    failing.add('asha@example.com').add('ben@example.com')
    await admin.notifyLaunchList()
    expect(await admin.stats()).toEqual({
      totalUsers: 2,
      totalNotifications: 3,
      notifiedCount: 1,
      pendingCount: 2,
    })
  })
})

describe('live figures', () => {
  const idAt = (milliseconds: number) => uuidv7({ msecs: clock.now() + milliseconds })

  /** Stores a conversation and messages with this time. */
  async function talked(opened: number, ...messages: number[]) {
    const [asha, ben] = [await rows.member(), await rows.member()]
    const conversationId = await rows.conversation(asha, ben)
    await prisma().conversation.update({ where: { id: conversationId }, data: { openedAt: at(opened) } })
    await prisma().message.createMany({
      data: messages.map((time) => ({
        id: idAt(time),
        conversationId,
        senderId: asha,
        body: 'x',
        time: at(time),
      })),
    })
    return { asha, ben }
  }

  it('count the last sixty seconds and the undecided cases', async () => {
    const { asha, ben } = await talked(-MINUTE, -MINUTE - 1, -MINUTE, -1)
    await talked(-MINUTE - 1)
    const report = { reporterId: asha, reportedId: ben, reason: 'x', evidence: [] }
    await prisma().report.createMany({
      data: [
        { id: uuidv7(), ...report },
        { id: uuidv7(), ...report, status: 'ACTED' },
      ],
    })
    const appeal = { userId: ben, text: 'x' }
    await prisma().appeal.createMany({
      data: [
        { id: uuidv7(), actionId: uuidv7(), ...appeal },
        { id: uuidv7(), actionId: uuidv7(), ...appeal },
        { id: uuidv7(), actionId: uuidv7(), ...appeal, status: 'UPHELD', answer: 'No', decidedAt: at() },
      ],
    })
    expect(await admin.figures.now()).toEqual({
      at: at(),
      online: 7,
      waiting: 3,
      matchesPerMinute: 1,
      messagesPerMinute: 2,
      reportsOpen: 1,
      appealsOpen: 2,
    })
  })

  it('need at most one query a second for all callers', async () => {
    const [one, two] = await Promise.all([admin.figures.now(), admin.figures.now()])
    expect(two).toBe(one)
    clock.advance(999)
    expect((await admin.figures.now()).at).toEqual(one.at)
    expect(looks).toBe(1)
    clock.advance(1)
    expect((await admin.figures.now()).at).toEqual(at())
    expect(looks).toBe(2)
  })

  it('contain one entry for each of the last sixty minutes, oldest first', async () => {
    const intoMinute = 15_000
    await talked(-59 * MINUTE - intoMinute, -59 * MINUTE - intoMinute, -MINUTE, -1)
    await talked(-59 * MINUTE - intoMinute - 1, -59 * MINUTE - intoMinute - 1)
    await talked(-2 * MINUTE)
    const hour = await admin.figures.lastHour()
    expect(hour).toHaveLength(60)
    expect(hour[0]).toEqual({ minute: at(-59 * MINUTE - intoMinute), matches: 1, messages: 1 })
    expect(hour[1]).toEqual({ minute: at(-58 * MINUTE - intoMinute), matches: 0, messages: 0 })
    expect(hour.slice(-3)).toEqual([
      { minute: at(-2 * MINUTE - intoMinute), matches: 1, messages: 0 },
      { minute: at(-MINUTE - intoMinute), matches: 0, messages: 1 },
      { minute: at(-intoMinute), matches: 0, messages: 1 },
    ])
  })
})
