import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applySanction } from '#server/domains/moderation/decisions/apply-sanction.ts'
import { createDecisions } from '#server/domains/moderation/decisions/decisions.ts'
import { createEnforcement } from '#server/domains/moderation/decisions/enforcement.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createEventRecorder, type EventRecorder } from '../../kit/event-recorder.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const clock = createTestClock()
const at = (milliseconds = 0) => new Date(clock.now() + milliseconds)
const reason = 'Insults'

const rows = useStarted(openRows)
let log: EventRecorder
let moderator: { id: string; role: 'MODERATOR' }
let banSignals: string[]
beforeAll(async () => {
  moderator = { id: await rows.member(), role: 'MODERATOR' }
})
beforeEach(() => {
  log = createEventRecorder('userChanged', 'userSuspended', 'userSanctioned', 'userWarned', 'reportDecided')
  banSignals = []
})

const prisma = () => rows.database.prisma
const decisions = () =>
  createDecisions({
    database: rows.database,
    clock,
    events: log.events,
    autoPauseHours: 24,
    signals: {
      store: async (userId) => void banSignals.push(userId),
      delete: async (userId) => void banSignals.push(`not ${userId}`),
    },
  })
const accountOf = (id: string) =>
  prisma().user.findUniqueOrThrow({ where: { id }, select: { bannedAt: true, suspendedUntil: true } })
const actionsOf = (subjectId: string) =>
  prisma().moderationAction.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })
const strikesOf = (userId: string) => prisma().strike.findMany({ where: { userId } })
const names = () => log.emitted.map(({ name }) => name)

async function report(reportedId: string) {
  const [id, reporterId] = [uuidv7(), await rows.member()]
  await prisma().report.create({ data: { id, reporterId, reportedId, reason: 'x', evidence: [] } })
  return { id, reporterId }
}

describe('a decision', () => {
  it('adds a strike for 90 days and does not restrict the account when it warns', async () => {
    const userId = await rows.member()
    const { id, reporterId } = await report(userId)
    await decisions().decideReport(moderator, id, { kind: 'WARN', reason })
    expect(await actionsOf(userId)).toMatchObject([
      { kind: 'WARN', actorId: moderator.id, reportId: id, reason, at: at(), until: null },
    ])
    expect(await strikesOf(userId)).toMatchObject([{ created: at(), expires: at(90 * DAY), revokedAt: null }])
    expect(await accountOf(userId)).toEqual({ bannedAt: null, suspendedUntil: null })
    expect(names()).toEqual(['userChanged', 'userWarned', 'reportDecided'])
    expect(log.emitted.at(-1)?.event).toMatchObject({ reporterId, reportId: id })
    expect(banSignals).toEqual([])
  })

  it('restricts the account for the given days and adds a strike when it suspends', async () => {
    const userId = await rows.member()
    await decisions().decideAbout(moderator, userId, { kind: 'SUSPEND', reason, days: 3 })
    expect(await actionsOf(userId)).toMatchObject([{ kind: 'SUSPEND', reportId: null, until: at(3 * DAY) }])
    expect(await strikesOf(userId)).toHaveLength(1)
    expect(await accountOf(userId)).toEqual({ bannedAt: null, suspendedUntil: at(3 * DAY) })
    expect(log.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      { name: 'userSuspended', event: { userId } },
      {
        name: 'userSanctioned',
        event: { userId, actionId: expect.any(String), kind: 'SUSPEND', reason, until: at(3 * DAY) },
      },
    ])
    expect(banSignals).toEqual([])
  })

  it('sets no end, adds no strike and stores the ban signals when it bans', async () => {
    const userId = await rows.member()
    await decisions().decideAbout(moderator, userId, { kind: 'BAN', reason })
    expect(await actionsOf(userId)).toMatchObject([{ kind: 'BAN', until: null }])
    expect(await strikesOf(userId)).toEqual([])
    expect(await accountOf(userId)).toEqual({ bannedAt: at(), suspendedUntil: null })
    expect(banSignals).toEqual([userId])
  })

  it('causes no suspension by a first warning', async () => {
    const userId = await rows.member()
    const done = await prisma().$transaction((transaction) =>
      applySanction(
        { transaction, signals: { store: async () => undefined, delete: async () => undefined }, now: at() },
        { decision: { kind: 'WARN', reason }, userId, actorId: null, reportId: null },
      ),
    )
    expect(done).toMatchObject({ action: { kind: 'WARN', actorId: null }, automaticActions: [] })
  })

  it('does not change the account when it dismisses', async () => {
    const userId = await rows.member()
    const { id } = await report(userId)
    await decisions().decideReport(moderator, id, { kind: 'DISMISS', reason })
    expect(await actionsOf(userId)).toMatchObject([{ kind: 'DISMISS', reportId: id }])
    expect(await strikesOf(userId)).toEqual([])
    expect(names()).not.toContain('userSuspended')
    expect(await prisma().report.findUnique({ where: { id } })).toMatchObject({
      status: 'DISMISSED',
      decidedAt: at(),
    })
  })
})

describe('the third active strike', () => {
  const warn = (userId: string) => decisions().decideAbout(moderator, userId, { kind: 'WARN', reason })
  const kindsOf = async (userId: string) => (await actionsOf(userId)).map(({ kind }) => kind)

  it('suspends the account for seven days when it comes from a warning', async () => {
    const userId = await rows.member()
    for (let count = 0; count < 2; count += 1) await warn(userId)
    expect(await accountOf(userId)).toEqual({ bannedAt: null, suspendedUntil: null })
    await warn(userId)
    expect((await actionsOf(userId)).at(-1)).toMatchObject({
      kind: 'SUSPEND',
      actorId: null,
      at: at(),
      until: at(7 * DAY),
      reason: '3 strikes within 90 days',
    })
    expect(await accountOf(userId)).toEqual({ bannedAt: null, suspendedUntil: at(7 * DAY) })
    expect(names()).toContain('userSanctioned')
  })

  it('adds no suspension when it comes from a suspension', async () => {
    const userId = await rows.member()
    for (let count = 0; count < 2; count += 1) await warn(userId)
    await decisions().decideAbout(moderator, userId, { kind: 'SUSPEND', reason, days: 1 })
    expect(await kindsOf(userId)).toEqual(['WARN', 'WARN', 'SUSPEND'])
  })

  it('counts without expired and reversed strikes', async () => {
    const userId = await rows.member()
    await warn(userId)
    const [first] = await actionsOf(userId)
    await decisions().reverse(moderator, first?.id ?? '', 'A mistake')
    await warn(userId)
    await warn(userId)
    expect(await accountOf(userId)).toMatchObject({ suspendedUntil: null })
    clock.advance(90 * DAY)
    await warn(userId)
    expect(await kindsOf(userId)).not.toContain('SUSPEND')
  })
})

describe('enforcement', () => {
  const open = () => createEnforcement(testPlatform({ database: rows.database, clock, events: log.events }))
  async function suspended(
    since: number,
    until: Date | null = at(DAY),
    kind: 'SUSPEND' | 'WARN' = 'SUSPEND',
  ) {
    const id = await rows.member()
    await prisma().user.update({ where: { id }, data: { suspendedUntil: until } })
    await prisma().moderationAction.create({
      data: { id: uuidv7(), kind, subjectId: id, reason: 'x', at: at(since) },
    })
    return id
  }
  const heard = () => log.emitted.flatMap(({ name, event }) => (name === 'userSuspended' ? [event] : []))
  beforeEach(() => clock.advance(2 * DAY))

  it('re-announces the active sanctions of the last day in its first run', async () => {
    const expected = [await suspended(0), await suspended(-DAY + 1)]
    await suspended(-DAY)
    await suspended(0, at())
    await suspended(0, null)
    await suspended(0, at(DAY), 'WARN')
    expect(await open().reannounceSanctions()).toBe(2)
    expect(heard()).toEqual(expected.sort().map((userId) => ({ userId })))
  })

  it('re-announces only sanctions of the last minute in later runs, unless a listener failed', async () => {
    const { reannounceSanctions } = open()
    let fails = true
    log.events.on('userSuspended', () => {
      if (fails) throw new Error('Redis is away')
    })
    await suspended(0)
    expect(await reannounceSanctions()).toBe(1)
    clock.advance(MINUTE)
    expect(await reannounceSanctions()).toBe(1)
    fails = false
    clock.advance(MINUTE)
    expect(await reannounceSanctions()).toBe(1)
    expect(await reannounceSanctions()).toBe(0)
    await suspended(-MINUTE + 1)
    expect(await reannounceSanctions()).toBe(1)
    clock.advance(1)
    expect(await reannounceSanctions()).toBe(1)
    expect(await reannounceSanctions()).toBe(0)
  })

  it('repeats a run in which any listener failed, even if the last one succeeded', async () => {
    const { reannounceSanctions } = open()
    const [first] = [await suspended(0), await suspended(0)].sort()
    let fails = true
    log.events.on('userSuspended', ({ userId }) => {
      if (fails && userId === first) throw new Error('one listener failed')
    })
    expect(await reannounceSanctions()).toBe(2)
    clock.advance(2 * MINUTE)
    fails = false
    expect(await reannounceSanctions()).toBe(2)
    expect(await reannounceSanctions()).toBe(0)
  })

  it('re-announces every member when there are more than 500', async () => {
    const ids = Array.from({ length: 501 }, () => uuidv7())
    await prisma().user.createMany({
      data: ids.map((id) => ({
        id,
        userName: `${id}@example.com`,
        passwordHash: 'none',
        displayName: 'Asha',
        phone: '',
        gender: 'Female' as const,
        age: 31,
        interests: [],
        lookingFor: [],
        suspendedUntil: at(DAY),
      })),
    })
    await prisma().moderationAction.createMany({
      data: ids.map((id) => ({ id: uuidv7(), kind: 'PAUSE' as const, subjectId: id, reason: 'x', at: at() })),
    })
    expect(await open().reannounceSanctions()).toBe(501)
    expect(new Set(heard().map((event) => JSON.stringify(event))).size).toBe(501)
  })
})
