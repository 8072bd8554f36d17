import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { openModeration, type TestModeration } from '../../kit/moderation-cases.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const reason = 'Insults'

const rows = useStarted(openRows)
let kit: TestModeration
let moderator: { id: string; role: 'MODERATOR' }
beforeEach(async () => {
  kit = openModeration(rows)
  moderator = await kit.staff('MODERATOR')
})

const prisma = () => rows.database.prisma

describe('an automatic pause', () => {
  it('lasts the configured hours, and suspends and notifies the member', async () => {
    const userId = await rows.member()
    const { id: reportId } = await kit.report(userId)
    await kit.decisions.pause(userId, reason, reportId)
    const until = kit.at(72 * HOUR)
    const paused = await kit.newestAction(userId)
    expect(paused).toMatchObject({ kind: 'PAUSE', actorId: null, reportId, reason, until, at: kit.at() })
    expect(await kit.account(userId)).toEqual({ bannedAt: null, suspendedUntil: until })
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      { name: 'userSuspended', event: { userId } },
      { name: 'userSanctioned', event: { userId, actionId: paused.id, kind: 'PAUSE', reason, until } },
    ])
    expect(await prisma().strike.count({ where: { userId } })).toBe(0)
  })

  it('starts once for each report, and each time without a report', async () => {
    const userId = await rows.member()
    const [first, second] = [await kit.report(userId), await kit.report(userId)]
    for (const id of [first.id, first.id, second.id, null]) await kit.decisions.pause(userId, reason, id)
    expect((await kit.actionsOf(userId)).map(({ reportId }) => reportId)).toEqual([first.id, second.id, null])
    await kit.decisions.pause(userId, reason, null)
    expect(await kit.actionsOf(userId)).toHaveLength(4)
  })

  it('does not start for decided reports or for staff', async () => {
    const userId = await rows.member()
    const { id } = await kit.report(userId, { status: 'DISMISSED' })
    await kit.decisions.pause(userId, reason, id)
    await kit.decisions.pause(moderator.id, reason, null)
    expect([await kit.actionsOf(userId), await kit.actionsOf(moderator.id)]).toEqual([[], []])
    expect(kit.emitted).toEqual([])
    await expect(kit.decisions.pause(uuidv7(), reason, null)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each([
    ['DISMISS', null, 'REVERSED', 'found nothing against our rules'],
    ['WARN', null, 'UPHELD', 'The pause is over'],
    ['SUSPEND', 30, 'UPHELD', 'The pause is over'],
  ] as const)('ends when its report is decided with %s', async (kind, days, status, answer) => {
    const userId = await rows.member()
    const [{ id: reportId }, other] = [await kit.report(userId), await kit.report(userId)]
    await kit.decisions.pause(userId, reason, reportId)
    const { id: actionId } = await kit.newestAction(userId)
    await kit.decisions.appeal(userId, actionId, 'x')
    kit.emitted.length = 0
    const decision = days ? ({ kind: 'SUSPEND', days } as const) : { kind: kind as 'WARN' }
    await kit.decisions.decideReport(moderator, reportId, { ...decision, reason })
    expect(await kit.account(userId)).toMatchObject({ suspendedUntil: days ? kit.at(days * DAY) : null })
    const appeal = await prisma().appeal.findUniqueOrThrow({ where: { actionId } })
    expect(appeal).toMatchObject({ status, answer: expect.stringContaining(answer), decidedAt: kit.at() })
    const reversed = status === 'REVERSED'
    expect(kit.emitted.slice(-2)).toMatchObject([
      { name: 'appealDecided', event: { userId, actionId, reversed } },
      { event: { kind: 'APPEAL_DECIDED', ids: [appeal.id], subjectId: userId, actorId: moderator.id } },
    ])
    const decided = await prisma().report.findUniqueOrThrow({ where: { id: other.id } })
    expect(decided.status).toBe(days ? 'ACTED' : 'OPEN')
  })

  it('continues when another report is decided, and is reversed only once', async () => {
    const userId = await rows.member()
    const [first, second] = [await kit.report(userId), await kit.report(userId)]
    await kit.decisions.pause(userId, reason, first.id)
    await kit.decisions.pause(userId, reason, second.id)
    await kit.decisions.decideReport(moderator, second.id, { kind: 'DISMISS', reason })
    expect(await kit.account(userId)).toMatchObject({ suspendedUntil: kit.at(72 * HOUR) })
    const { id: firstPause } = await prisma().moderationAction.findFirstOrThrow({
      where: { kind: 'PAUSE', reportId: first.id },
    })
    await kit.decisions.reverse(moderator, firstPause, 'A mistake')
    await kit.decisions.decideReport(moderator, first.id, { kind: 'DISMISS', reason })
    const reversals = (await kit.actionsOf(userId)).filter(({ kind }) => kind === 'REVERSE')
    expect(reversals).toHaveLength(2)
  })
})

describe('a moderation decision', () => {
  const decide = (
    id: string,
    actor: Parameters<TestModeration['decisions']['decideReport']>[0] = moderator,
  ) => kit.decisions.decideReport(actor, id, { kind: 'DISMISS', reason })

  it('fails for decided and unknown reports', async () => {
    const { id } = await kit.report(await rows.member())
    await decide(id)
    await expect(decide(id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(decide(uuidv7())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('closes only one report when it dismisses, and tells its reporter that nothing was found', async () => {
    const userId = await rows.member()
    const [first, second] = [await kit.report(userId), await kit.report(userId)]
    await decide(first.id)
    const { id: reportId, reporterId } = first
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      {
        name: 'reportDecided',
        event: { reporterId, reportId, outcome: expect.stringContaining('found nothing against our rules') },
      },
      {
        name: 'moderationChanged',
        event: { kind: 'REPORT_DECIDED', ids: [reportId], subjectId: userId, actorId: moderator.id },
      },
    ])
    const stored = await prisma().report.findMany({ where: { reportedId: userId }, orderBy: { id: 'asc' } })
    expect(stored).toMatchObject([
      { id: first.id, status: 'DISMISSED', decidedAt: kit.at() },
      { id: second.id, status: 'OPEN', decidedAt: null, outcome: null },
    ])
  })

  it.each([
    ['SUSPEND', 'cannot use'],
    ['BAN', 'cannot use'],
  ] as const)('closes all open reports about the member with %s', async (kind, outcome) => {
    const [userId, another] = [await rows.member(), await rows.member()]
    const [first, second] = [await kit.report(userId), await kit.report(userId)]
    await kit.report(userId, { reporterId: null, kind: 'REPEATED' })
    const untouched = await kit.report(another)
    await kit.decisions.decideReport(moderator, first.id, { kind, reason, days: 1 })
    const told = kit.emitted.filter(({ name }) => name === 'reportDecided')
    expect(told.map(({ event }) => (event as { reportId: string }).reportId).sort()).toEqual(
      [first.id, second.id].sort(),
    )
    expect(told[0]?.event).toMatchObject({ outcome: expect.stringContaining(outcome) })
    expect(await prisma().report.count({ where: { reportedId: userId, status: 'ACTED' } })).toBe(3)
    expect(await prisma().report.findUnique({ where: { id: untouched.id } })).toMatchObject({
      status: 'OPEN',
    })
  })

  it('cannot dismiss without a report, and cannot be made by moderators about staff', async () => {
    const about = (id: string, kind: 'DISMISS' | 'WARN') =>
      kit.decisions.decideAbout(moderator, id, { kind, reason })
    await expect(about(await rows.member(), 'DISMISS')).rejects.toMatchObject({ code: 'INVALID' })
    await expect(about((await kit.staff('MODERATOR')).id, 'WARN')).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(about(uuidv7(), 'WARN')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('can only dismiss when it is about an administrator, and only by another administrator', async () => {
    const [admin, other] = [await kit.staff('ADMIN'), await kit.staff('ADMIN')]
    const { id } = await kit.report(admin.id)
    for (const actor of [moderator, admin])
      await expect(decide(id, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(kit.decisions.decideReport(other, id, { kind: 'WARN', reason })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await decide(id, other)
  })
})

describe('dismissing several reports', () => {
  it('lists refused reports and dismisses the others', async () => {
    const [first, decided, minor, last] = [
      await kit.report(await rows.member()),
      await kit.report(await rows.member(), { status: 'ACTED' }),
      await kit.report(await rows.member(), { kind: 'MINOR', reporterId: null }),
      await kit.report(await rows.member()),
    ]
    const unknown = uuidv7()
    const ids = [first.id, decided.id, minor.id, unknown, last.id]
    expect(await kit.decisions.dismissReports(moderator, ids, reason)).toEqual({
      dismissed: [first.id, last.id],
      refused: [
        { id: decided.id, code: 'CONFLICT', message: expect.any(String) },
        { id: minor.id, code: 'FORBIDDEN', message: expect.stringContaining('under 18') },
        { id: unknown, code: 'NOT_FOUND', message: expect.any(String) },
      ],
    })
    const stored = await prisma().report.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
    expect(stored.map(({ status }) => status).sort()).toEqual(['ACTED', 'DISMISSED', 'DISMISSED', 'OPEN'])
    expect(await kit.newestAction(first.reportedId)).toMatchObject({ kind: 'DISMISS', reason })
  })

  it('refuses a decided report about a minor because it is decided', async () => {
    const { id } = await kit.report(await rows.member(), { kind: 'MINOR', reporterId: null, status: 'ACTED' })
    const { refused } = await kit.decisions.dismissReports(moderator, [id], reason)
    expect(refused).toMatchObject([{ id, code: 'CONFLICT' }])
  })

  it('throws the error of the database when a query fails', async () => {
    await expect(kit.decisions.dismissReports(moderator, ['no id'], reason)).rejects.not.toHaveProperty(
      'status',
    )
  })
})

describe('the account status that a member sees', () => {
  it('stays empty without sanctions', async () => {
    const none = { suspended: false, banned: false, until: null, history: [] }
    expect(await kit.decisions.accountStatus(await rows.member())).toEqual(none)
    expect(await kit.decisions.accountStatus(uuidv7())).toEqual(none)
  })

  it('lists sanctions newest first, with their strikes, appeals and reversals', async () => {
    const userId = await rows.member()
    const about = { bannedAt: null, reason, at: kit.at() }
    await kit.decisions.decideAbout(moderator, userId, { kind: 'WARN', reason })
    const warning = await kit.newestAction(userId)
    await kit.decisions.appeal(userId, warning.id, 'It was a joke')
    await kit.decisions.decideAbout(moderator, userId, { kind: 'SUSPEND', days: 2, reason })
    const suspension = await kit.newestAction(userId)
    await kit.decisions.reverse(moderator, suspension.id, 'A mistake')
    await kit.decisions.pause(userId, reason, null)
    const pause = await kit.newestAction(userId)
    const shared = { reason, at: about.at, reversed: false, strikeUntil: null, appeal: null, until: null }
    expect(await kit.decisions.accountStatus(userId)).toEqual({
      suspended: true,
      banned: false,
      until: kit.at(72 * HOUR),
      history: [
        { ...shared, actionId: pause.id, kind: 'PAUSE', until: kit.at(72 * HOUR) },
        { ...shared, actionId: suspension.id, kind: 'SUSPEND', until: kit.at(2 * DAY), reversed: true },
        {
          ...shared,
          actionId: warning.id,
          kind: 'WARN',
          strikeUntil: kit.at(90 * DAY),
          appeal: { status: 'OPEN', text: 'It was a joke', answer: null },
        },
      ],
    })
    kit.clock.advance(72 * HOUR)
    expect(await kit.decisions.accountStatus(userId)).toMatchObject({ suspended: false, until: null })
    kit.clock.advance(87 * DAY)
    expect((await kit.decisions.accountStatus(userId)).history[2]).toMatchObject({ strikeUntil: null })
  })

  it('shows no end during a ban, even with an additional suspension', async () => {
    const userId = await rows.member()
    await kit.decisions.decideAbout(moderator, userId, { kind: 'SUSPEND', days: 2, reason })
    await kit.decisions.decideAbout(moderator, userId, { kind: 'BAN', reason })
    expect(await kit.decisions.accountStatus(userId)).toMatchObject({
      suspended: true,
      banned: true,
      until: null,
      history: [{ kind: 'BAN', until: null }, {}],
    })
  })
})
