import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { createModeration, type Moderation } from '#server/domains/moderation/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createEventRecorder, type EventRecorder } from '../../kit/event-recorder.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
// The database sets the dates of its rows itself.
const clock = createTestClock()

const rows = useStarted(openRows)
let log: EventRecorder
let limits: RateLimits
let moderation: Moderation
beforeEach(() => {
  log = createEventRecorder('userBlocked', 'userSuspended')
  const platform = testPlatform({ database: rows.database, clock, events: log.events })
  limits = platform.limits
  moderation = createModeration(
    platform,
    {
      signals: { store: async () => undefined, delete: async () => undefined },
      isUrgentText: () => false,
    },
    { autoPauseReports: 2, autoPauseHours: 5 },
  )
})

const prisma = () => rows.database.prisma
const twoMembers = async () => {
  const [asha, ben] = [await rows.member(), await rows.member()]
  await prisma().user.update({ where: { id: ben }, data: { displayName: 'Ben' } })
  return [asha, ben] as const
}

describe('blocks', () => {
  it('applies a block to both members and lists it only for the one who made it', async () => {
    const [asha, ben] = await twoMembers()
    await moderation.block(asha, ben)
    expect(await moderation.blockedIds(asha)).toEqual([ben])
    expect(await moderation.blockedIds(ben)).toEqual([asha])
    expect(await moderation.blockedPeople(asha)).toEqual([
      { id: ben, displayName: 'Ben', since: expect.any(Date) },
    ])
    expect(await moderation.blockedPeople(ben)).toEqual([])
    expect(log.emitted).toEqual([{ name: 'userBlocked', event: { blockerId: asha, blockedId: ben } }])
  })

  it('keeps the date of a block that is repeated', async () => {
    const [asha, ben] = await twoMembers()
    const since = new Date(Date.now() - DAY)
    await prisma().block.create({ data: { blockerId: asha, blockedId: ben, created: since } })
    await moderation.block(asha, ben)
    expect(await moderation.blockedPeople(asha)).toMatchObject([{ id: ben, since }])
  })

  it('lists the newest block first', async () => {
    const asha = await rows.member()
    const [earlier, later] = await twoMembers()
    for (const [blockedId, days] of [
      [earlier, 2],
      [later, 1],
    ] as const)
      await prisma().block.create({
        data: { blockerId: asha, blockedId, created: new Date(Date.now() - days * DAY) },
      })
    expect((await moderation.blockedPeople(asha)).map(({ id }) => id)).toEqual([later, earlier])
  })

  it('removes only the member’s own block when both blocked each other', async () => {
    const [asha, ben] = await twoMembers()
    await moderation.block(asha, ben)
    await moderation.block(ben, asha)
    await moderation.unblock(asha, ben)
    await moderation.unblock(asha, ben)
    expect(await moderation.blockedPeople(asha)).toEqual([])
    expect(await moderation.blockedIds(asha)).toEqual([ben])
    await moderation.unblock(ben, asha)
    expect(await moderation.blockedIds(asha)).toEqual([])
  })

  it('refuses blocks of the own account, of unknown members, and more than sixty an hour', async () => {
    const [asha, ben] = await twoMembers()
    await expect(moderation.block(asha, asha)).rejects.toMatchObject({ code: 'INVALID' })
    await expect(moderation.block(asha, uuidv7())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (let count = 1; count < 60; count += 1) await limits.consume('blockByAccount', asha)
    await expect(moderation.block(asha, ben)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(log.emitted).toEqual([])
  })
})

describe('reports by a member', () => {
  it('appear to the reporter with their outcomes, newest first', async () => {
    const [asha, ben] = await twoMembers()
    const created = (days: number) => new Date(Date.now() - days * DAY)
    const shared = { reporterId: asha, reportedId: ben, evidence: [] }
    const [first, second] = [uuidv7(), uuidv7()]
    await prisma().report.createMany({
      data: [
        { ...shared, id: second, reason: 'Later', created: created(1) },
        {
          ...shared,
          id: first,
          reason: 'Earlier',
          created: created(2),
          status: 'ACTED' as const,
          outcome: 'Warned',
        },
      ],
    })
    const displayName = 'Ben'
    expect(await moderation.myReports(asha)).toEqual([
      {
        id: second,
        displayName,
        reason: 'Later',
        category: null,
        created: expect.any(Date),
        status: 'OPEN',
        outcome: null,
      },
      {
        id: first,
        displayName,
        reason: 'Earlier',
        category: null,
        created: expect.any(Date),
        status: 'ACTED',
        outcome: 'Warned',
      },
    ])
    expect(await moderation.myReports(ben)).toEqual([])
  })

  it('pause an account at the configured number of reporters, for the configured hours', async () => {
    const reported = await rows.member()
    const reporters = await twoMembers()
    await prisma().user.updateMany({ data: { created: new Date(Date.now() - 2 * DAY) } })
    for (const reporter of reporters) {
      await rows.conversation(reporter, reported)
      await moderation.report({ reporterId: reporter, reportedId: reported, reason: 'x' })
    }
    const { suspendedUntil } = await prisma().user.findUniqueOrThrow({ where: { id: reported } })
    expect(suspendedUntil).toEqual(new Date(clock.now() + 5 * HOUR))
    expect(log.emitted.at(-1)).toEqual({ name: 'userSuspended', event: { userId: reported } })
    expect(await moderation.decisions.accountStatus(reported)).toMatchObject({ history: [{ kind: 'PAUSE' }] })
  })
})
