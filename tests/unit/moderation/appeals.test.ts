import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { openModeration, type TestModeration } from '../../kit/moderation-cases.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const NOW = new Date(createTestClock().now())
const reason = 'Insults'
const refused = (code: string) => expect.objectContaining({ code })

const rows = useStarted(openRows)
let kit: TestModeration
let moderator: { id: string; role: 'MODERATOR' }
let admin: { id: string; role: 'ADMIN' }
beforeEach(async () => {
  await rows.database.prisma.user.updateMany({ data: { role: 'MEMBER' } })
  kit = openModeration(rows)
  ;[moderator, admin] = [await kit.staff('MODERATOR'), await kit.staff('ADMIN')]
})

const prisma = () => rows.database.prisma
type Decided = { kind: 'WARN' | 'BAN' } | { kind: 'SUSPEND'; days: number }

/** Decides about a member without a report. Returns the member and the action. */
async function decided(
  decision: Decided,
  userId?: string,
  actor: typeof moderator | typeof admin = moderator,
) {
  const id = userId ?? (await rows.member())
  await kit.decisions.decideAbout(actor, id, { ...decision, reason })
  const action = await kit.newestAction(id, decision.kind)
  kit.emitted.length = 0
  return { userId: id, actionId: action.id }
}
async function appealed(decision: Decided, userId?: string) {
  const { userId: id, actionId } = await decided(decision, userId)
  await kit.decisions.appeal(id, actionId, 'It was a joke')
  const { id: appealId } = await prisma().appeal.findUniqueOrThrow({ where: { actionId } })
  kit.emitted.length = 0
  return { userId: id, actionId, appealId }
}
const appealOf = (actionId: string) => prisma().appeal.findUniqueOrThrow({ where: { actionId } })
const strikesOf = async (userId: string) =>
  (await prisma().strike.findMany({ where: { userId }, orderBy: { created: 'asc' } })).map(
    ({ revokedAt }) => revokedAt,
  )
const changed = (kind: string, id: string, subjectId: string, actorId: string | null) => ({
  name: 'moderationChanged',
  event: { kind, ids: [id], subjectId, actorId },
})

describe('appeals', () => {
  it('stores an open appeal and announces it to staff', async () => {
    const { userId, actionId } = await decided({ kind: 'WARN' })
    await kit.decisions.appeal(userId, actionId, 'It was a joke')
    const appeal = await appealOf(actionId)
    expect(appeal).toMatchObject({
      userId,
      text: 'It was a joke',
      status: 'OPEN',
      created: kit.at(),
      answer: null,
    })
    expect(kit.emitted).toEqual([changed('APPEAL_ARRIVED', appeal.id, userId, null)])
  })

  it('accepts one appeal by the sanctioned member against a sanction that is not reversed', async () => {
    const { userId, actionId } = await appealed({ kind: 'WARN' })
    const appeal = (by: string, against: string) => kit.decisions.appeal(by, against, 'x')
    await expect(appeal(userId, actionId)).rejects.toEqual(refused('CONFLICT'))
    await expect(appeal(await rows.member(), actionId)).rejects.toEqual(refused('NOT_FOUND'))
    await expect(appeal(userId, uuidv7())).rejects.toEqual(refused('NOT_FOUND'))
    const suspended = await decided({ kind: 'SUSPEND', days: 1 })
    await kit.decisions.reverse(moderator, suspended.actionId, 'A mistake')
    await expect(appeal(suspended.userId, suspended.actionId)).rejects.toEqual(refused('CONFLICT'))
    const { id: reversal } = await kit.newestAction(suspended.userId)
    await expect(appeal(suspended.userId, reversal)).rejects.toEqual(refused('NOT_FOUND'))
    expect(kit.emitted.filter(({ name }) => name === 'moderationChanged')).toEqual([])
  })

  it('keeps the sanction and notifies the member when the appeal is upheld', async () => {
    const { userId, actionId, appealId } = await appealed({ kind: 'SUSPEND', days: 2 })
    const answer = 'It was no joke'
    await kit.decisions.decideAppeal(admin, { appealId, reverse: false, answer })
    expect(await appealOf(actionId)).toMatchObject({ status: 'UPHELD', decidedAt: kit.at(), answer })
    expect(await kit.account(userId)).toMatchObject({ suspendedUntil: kit.at(2 * DAY) })
    expect(await strikesOf(userId)).toEqual([null])
    expect(await kit.newestAction(userId)).toMatchObject({
      kind: 'UPHOLD',
      actorId: admin.id,
      subjectId: userId,
      reason: answer,
      at: kit.at(),
      reversed: null,
    })
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      { name: 'appealDecided', event: { userId, actionId, reversed: false, answer } },
      changed('APPEAL_DECIDED', appealId, userId, admin.id),
    ])
  })

  it('reverses the sanction and notifies the member when the appeal is granted', async () => {
    const { userId, actionId, appealId } = await appealed({ kind: 'SUSPEND', days: 2 })
    const answer = 'You are right'
    await kit.decisions.decideAppeal(admin, { appealId, reverse: true, answer })
    expect(await appealOf(actionId)).toMatchObject({ status: 'REVERSED', decidedAt: kit.at(), answer })
    expect(await kit.account(userId)).toEqual({ bannedAt: null, suspendedUntil: null })
    expect(await strikesOf(userId)).toEqual([kit.at()])
    expect(await kit.newestAction(userId)).toMatchObject({
      kind: 'REVERSE',
      actorId: admin.id,
      reason: answer,
      reversed: actionId,
      at: kit.at(),
    })
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      { name: 'appealDecided', event: { userId, actionId, reversed: true, answer } },
      changed('APPEAL_DECIDED', appealId, userId, admin.id),
    ])
    await expect(kit.decisions.decideAppeal(admin, { appealId, reverse: true, answer })).rejects.toEqual(
      refused('CONFLICT'),
    )
  })

  it('refuses to decide an appeal a second time, and an unknown appeal', async () => {
    const { appealId, userId } = await appealed({ kind: 'WARN' })
    await kit.decisions.decideAppeal(admin, { appealId, reverse: false, answer: 'No' })
    const decide = (id: string, reverse: boolean) =>
      kit.decisions.decideAppeal(admin, { appealId: id, reverse, answer: 'x' })
    await expect(decide(appealId, false)).rejects.toEqual(refused('CONFLICT'))
    await expect(decide(appealId, true)).rejects.toEqual(refused('CONFLICT'))
    await expect(decide(uuidv7(), true)).rejects.toEqual(refused('NOT_FOUND'))
    expect(await strikesOf(userId)).toEqual([null])
  })

  it('does not let moderators decide about their own appeal or that of another moderator', async () => {
    const { userId, appealId } = await appealed({ kind: 'WARN' })
    await prisma().user.update({ where: { id: userId }, data: { role: 'MODERATOR' } })
    for (const id of [userId, moderator.id])
      await expect(
        kit.decisions.decideAppeal({ id, role: 'MODERATOR' }, { appealId, reverse: true, answer: 'x' }),
      ).rejects.toEqual(refused('FORBIDDEN'))
  })

  it('requires a moderator who neither acted nor reported while one is available', async () => {
    const { appealId } = await appealed({ kind: 'WARN' })
    const hear = (actor: { id: string; role: 'MODERATOR' }, id: string) =>
      kit.decisions.decideAppeal(actor, { appealId: id, reverse: false, answer: 'x' })
    await expect(hear(moderator, appealId)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('took this action'),
    })
    const reporter = await kit.staff('MODERATOR')
    const report = await kit.report(await rows.member(), { reporterId: reporter.id })
    await kit.decisions.decideReport(moderator, report.id, { kind: 'WARN', reason })
    const { id: actionId } = await kit.newestAction(report.reportedId)
    await kit.decisions.appeal(report.reportedId, actionId, 'x')
    const { id: reported } = await appealOf(actionId)
    await expect(hear(reporter, reported)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('reported this person'),
    })
    await hear(await kit.staff('MODERATOR'), reported)
    await prisma().user.updateMany({ where: { id: { not: moderator.id } }, data: { role: 'MEMBER' } })
    await hear(moderator, appealId)
  })
})

describe('a moderator who reported the member', () => {
  it.each([
    ['is suspended', { suspendedUntil: new Date('2100-01-01') }, false],
    ['has a suspension that is over', { suspendedUntil: new Date(0) }, true],
    ['has a suspension that ends now', { suspendedUntil: NOW }, true],
    ['is banned', { bannedAt: new Date(0) }, false],
    ['has a closed account', { active: false }, false],
    ['has a demo account', { demo: true }, false],
    ['has the role of a member', { role: 'MEMBER' as const }, false],
  ])(
    'must leave the decision to another moderator only if that one can decide: who %s',
    async (_, changes, counts) => {
      await prisma().user.update({ where: { id: admin.id }, data: { role: 'MEMBER' } })
      await kit.staff('MODERATOR', changes)
      const report = await kit.report(await rows.member(), { reporterId: moderator.id })
      const decide = kit.decisions.decideReport(moderator, report.id, { kind: 'DISMISS', reason })
      if (counts) await expect(decide).rejects.toEqual(refused('FORBIDDEN'))
      else await expect(decide).resolves.toBeUndefined()
    },
  )

  it('must leave a decision about a moderator to another administrator when there is one', async () => {
    const subject = await kit.staff('MODERATOR')
    await kit.report(subject.id, { reporterId: admin.id })
    const warn = () => kit.decisions.decideAbout(admin, subject.id, { kind: 'WARN', reason })
    await warn()
    await kit.staff('ADMIN')
    await expect(warn()).rejects.toEqual(refused('FORBIDDEN'))
  })
})

describe('the reversal of a sanction', () => {
  const reverse = (actionId: string, actor: typeof moderator | typeof admin = moderator) =>
    kit.decisions.reverse(actor, actionId, 'A mistake')

  it('grants the open appeal with the reason of the reversal, once', async () => {
    const { userId, actionId, appealId } = await appealed({ kind: 'WARN' })
    await reverse(actionId)
    const answer = { status: 'REVERSED', decidedAt: kit.at(), answer: 'A mistake' }
    expect(await appealOf(actionId)).toMatchObject(answer)
    expect(await strikesOf(userId)).toEqual([kit.at()])
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      { name: 'appealDecided', event: { userId, actionId, reversed: true, answer: 'A mistake' } },
      changed('APPEAL_DECIDED', appealId, userId, moderator.id),
    ])
    await expect(reverse(actionId)).rejects.toEqual(refused('CONFLICT'))
    await prisma().appeal.update({ where: { actionId }, data: { status: 'OPEN', decidedAt: null } })
    await expect(
      kit.decisions.decideAppeal(admin, { appealId, reverse: false, answer: 'x' }),
    ).rejects.toEqual(refused('CONFLICT'))
    kit.emitted.length = 0
    await kit.decisions.decideAppeal(admin, { appealId, reverse: true, answer: 'Was done' })
    expect(await appealOf(actionId)).toMatchObject({ status: 'REVERSED', answer: 'Was done' })
    expect(await kit.actionsOf(userId)).toHaveLength(2)
  })

  it('cannot concern other actions, or a member on whom the caller may not act', async () => {
    const { userId, actionId } = await decided({ kind: 'WARN' })
    await reverse(actionId)
    const { id: reversal } = await kit.newestAction(userId)
    for (const id of [reversal, uuidv7()]) await expect(reverse(id)).rejects.toEqual(refused('NOT_FOUND'))
    const another = await decided({ kind: 'WARN' })
    const own = { id: another.userId, role: 'MODERATOR' } as const
    await expect(reverse(another.actionId, own)).rejects.toEqual(refused('FORBIDDEN'))
  })

  it('needs an administrator when an administrator took the action', async () => {
    const { actionId } = await decided({ kind: 'WARN' }, undefined, admin)
    await expect(reverse(actionId)).rejects.toEqual(refused('FORBIDDEN'))
    await reverse(actionId, await kit.staff('ADMIN'))
    const byModerator = await decided({ kind: 'WARN' })
    await reverse(byModerator.actionId, await kit.staff('MODERATOR'))
  })

  it('deletes the ban signals only when no other ban is active', async () => {
    const { userId, actionId } = await decided({ kind: 'BAN' })
    kit.clock.advance(DAY)
    const second = await decided({ kind: 'BAN' }, userId)
    kit.banSignals.length = 0
    await reverse(actionId)
    expect(kit.banSignals).toEqual([])
    expect(await kit.account(userId)).toMatchObject({ bannedAt: kit.at() })
    await reverse(second.actionId)
    expect(kit.banSignals).toEqual([`delete ${userId}`])
    expect(await kit.account(userId)).toMatchObject({ bannedAt: null })
  })

  it('leaves the longest of the other suspensions in force', async () => {
    const { userId } = await decided({ kind: 'SUSPEND', days: 3 })
    const longer = await decided({ kind: 'SUSPEND', days: 9 }, userId)
    await decided({ kind: 'SUSPEND', days: 5 }, userId)
    await reverse(longer.actionId)
    expect(await kit.account(userId)).toEqual({ bannedAt: null, suspendedUntil: kit.at(5 * DAY) })
    expect(kit.banSignals).toEqual([])
  })
})
