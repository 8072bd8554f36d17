import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { openModeration, type TestModeration } from '../../kit/moderation-cases.ts'
import { openRows, type Rows } from '../../kit/rows.ts'

const DAY = 24 * 60 * 60_000
const NOW = new Date(createTestClock().now())
const reason = 'Insults'
const refused = (code: string) => expect.objectContaining({ code })

let rows: Rows
let kit: TestModeration
let moderator: { id: string; role: 'MODERATOR' }
let admin: { id: string; role: 'ADMIN' }
beforeAll(async () => {
  rows = await openRows()
})
beforeEach(async () => {
  await rows.database.prisma.user.updateMany({ data: { role: 'MEMBER' } })
  kit = openModeration(rows)
  ;[moderator, admin] = [await kit.staff('MODERATOR'), await kit.staff('ADMIN')]
})
afterAll(() => rows.close())

const prisma = () => rows.database.prisma
type Decided = { kind: 'WARN' | 'BAN' } | { kind: 'SUSPEND'; days: number }

/** Decides about a member without a report. Returns the member and the action. */
async function decided(
  decision: Decided,
  userId?: string,
  actor: typeof moderator | typeof admin = moderator,
) {
  const id = userId ?? (await rows.member())
  await kit.moderation.decideAbout(actor, id, { ...decision, reason })
  const action = await kit.newestAction(id, decision.kind)
  kit.emitted.length = 0
  return { userId: id, actionId: action.id }
}
async function appealed(decision: Decided, userId?: string) {
  const { userId: id, actionId } = await decided(decision, userId)
  await kit.moderation.appeal(id, actionId, 'It was a joke')
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
  ...{ name: 'moderationChanged', event: { kind, ids: [id], subjectId, actorId } },
})

describe('an appeal', () => {
  it('waits for staff, who see that it arrived', async () => {
    const { userId, actionId } = await decided({ kind: 'WARN' })
    await kit.moderation.appeal(userId, actionId, 'It was a joke')
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

  it('can be made once, by the member, against what was done and still counts', async () => {
    const { userId, actionId } = await appealed({ kind: 'WARN' })
    const appeal = (by: string, against: string) => kit.moderation.appeal(by, against, 'x')
    await expect(appeal(userId, actionId)).rejects.toEqual(refused('CONFLICT'))
    await expect(appeal(await rows.member(), actionId)).rejects.toEqual(refused('NOT_FOUND'))
    await expect(appeal(userId, uuidv7())).rejects.toEqual(refused('NOT_FOUND'))
    const suspended = await decided({ kind: 'SUSPEND', days: 1 })
    await kit.moderation.reverse(moderator, suspended.actionId, 'A mistake')
    await expect(appeal(suspended.userId, suspended.actionId)).rejects.toEqual(refused('CONFLICT'))
    const { id: reversal } = await kit.newestAction(suspended.userId)
    await expect(appeal(suspended.userId, reversal)).rejects.toEqual(refused('NOT_FOUND'))
    expect(kit.emitted.filter(({ name }) => name === 'moderationChanged')).toEqual([])
  })

  it('that is upheld leaves the sanction and tells the member', async () => {
    const { userId, actionId, appealId } = await appealed({ kind: 'SUSPEND', days: 2 })
    const answer = 'It was no joke'
    await kit.moderation.decideAppeal(admin, { appealId, reverse: false, answer })
    expect(await appealOf(actionId)).toMatchObject({ status: 'UPHELD', decidedAt: kit.at(), answer })
    expect(await kit.account(userId)).toMatchObject({ suspendedUntil: kit.at(2 * DAY) })
    expect(await strikesOf(userId)).toEqual([null])
    expect(await kit.newestAction(userId)).toMatchObject({
      ...{
        kind: 'UPHOLD',
        actorId: admin.id,
        subjectId: userId,
        reason: answer,
        at: kit.at(),
        reversed: null,
      },
    })
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      { name: 'appealDecided', event: { userId, actionId, reversed: false, answer } },
      changed('APPEAL_DECIDED', appealId, userId, admin.id),
    ])
  })

  it('that is granted takes the sanction back and tells the member', async () => {
    const { userId, actionId, appealId } = await appealed({ kind: 'SUSPEND', days: 2 })
    const answer = 'You are right'
    await kit.moderation.decideAppeal(admin, { appealId, reverse: true, answer })
    expect(await appealOf(actionId)).toMatchObject({ status: 'REVERSED', decidedAt: kit.at(), answer })
    expect(await kit.account(userId)).toEqual({ bannedAt: null, suspendedUntil: null })
    expect(await strikesOf(userId)).toEqual([kit.at()])
    expect(await kit.newestAction(userId)).toMatchObject({
      ...{ kind: 'REVERSE', actorId: admin.id, reason: answer, reversed: actionId, at: kit.at() },
    })
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      { name: 'appealDecided', event: { userId, actionId, reversed: true, answer } },
      changed('APPEAL_DECIDED', appealId, userId, admin.id),
    ])
    await expect(kit.moderation.decideAppeal(admin, { appealId, reverse: true, answer })).rejects.toEqual(
      refused('CONFLICT'),
    )
  })

  it('is decided once, and not where there is none', async () => {
    const { appealId, userId } = await appealed({ kind: 'WARN' })
    await kit.moderation.decideAppeal(admin, { appealId, reverse: false, answer: 'No' })
    const decide = (id: string, reverse: boolean) =>
      kit.moderation.decideAppeal(admin, { appealId: id, reverse, answer: 'x' })
    await expect(decide(appealId, false)).rejects.toEqual(refused('CONFLICT'))
    await expect(decide(appealId, true)).rejects.toEqual(refused('CONFLICT'))
    await expect(decide(uuidv7(), true)).rejects.toEqual(refused('NOT_FOUND'))
    expect(await strikesOf(userId)).toEqual([null])
  })

  it('is not heard by the member, nor by a moderator about another moderator', async () => {
    const { userId, appealId } = await appealed({ kind: 'WARN' })
    await prisma().user.update({ where: { id: userId }, data: { role: 'MODERATOR' } })
    for (const id of [userId, moderator.id])
      await expect(
        kit.moderation.decideAppeal({ id, role: 'MODERATOR' }, { appealId, reverse: true, answer: 'x' }),
      ).rejects.toEqual(refused('FORBIDDEN'))
  })

  it('is decided by a moderator who neither acted nor reported, where there is one', async () => {
    const { appealId } = await appealed({ kind: 'WARN' })
    const hear = (actor: { id: string; role: 'MODERATOR' }, id: string) =>
      kit.moderation.decideAppeal(actor, { appealId: id, reverse: false, answer: 'x' })
    await expect(hear(moderator, appealId)).rejects.toMatchObject({
      ...{ code: 'FORBIDDEN', message: expect.stringContaining('took this action') },
    })
    const reporter = await kit.staff('MODERATOR')
    const report = await kit.report(await rows.member(), { reporterId: reporter.id })
    await kit.moderation.decideReport(moderator, report.id, { kind: 'WARN', reason })
    const { id: actionId } = await kit.newestAction(report.reportedId)
    await kit.moderation.appeal(report.reportedId, actionId, 'x')
    const { id: reported } = await appealOf(actionId)
    await expect(hear(reporter, reported)).rejects.toMatchObject({
      ...{ code: 'FORBIDDEN', message: expect.stringContaining('reported this person') },
    })
    await hear(await kit.staff('MODERATOR'), reported)
    await prisma().user.updateMany({ where: { id: { not: moderator.id } }, data: { role: 'MEMBER' } })
    await hear(moderator, appealId)
  })
})

describe('who else could decide', () => {
  it.each([
    ['a suspended one', { suspendedUntil: new Date('2100-01-01') }, false],
    ['one whose suspension is over', { suspendedUntil: new Date(0) }, true],
    ['one whose suspension ends now', { suspendedUntil: NOW }, true],
    ['a banned one', { bannedAt: new Date(0) }, false],
    ['a closed account', { active: false }, false],
    ['a demo account', { demo: true }, false],
    ['a member', { role: 'MEMBER' as const }, false],
  ])('%s counts or does not count', async (_, changes, counts) => {
    await prisma().user.update({ where: { id: admin.id }, data: { role: 'MEMBER' } })
    await kit.staff('MODERATOR', changes)
    const report = await kit.report(await rows.member(), { reporterId: moderator.id })
    const decide = kit.moderation.decideReport(moderator, report.id, { kind: 'DISMISS', reason })
    if (counts) await expect(decide).rejects.toEqual(refused('FORBIDDEN'))
    else await expect(decide).resolves.toBeUndefined()
  })

  it('about a moderator is another administrator', async () => {
    const subject = await kit.staff('MODERATOR')
    await kit.report(subject.id, { reporterId: admin.id })
    const warn = () => kit.moderation.decideAbout(admin, subject.id, { kind: 'WARN', reason })
    await warn()
    await kit.staff('ADMIN')
    await expect(warn()).rejects.toEqual(refused('FORBIDDEN'))
  })
})

describe('taking back', () => {
  const takeBack = (actionId: string, actor: typeof moderator | typeof admin = moderator) =>
    kit.moderation.reverse(actor, actionId, 'A mistake')

  it('answers the open appeal with the reason, once', async () => {
    const { userId, actionId, appealId } = await appealed({ kind: 'WARN' })
    await takeBack(actionId)
    const answer = { status: 'REVERSED', decidedAt: kit.at(), answer: 'A mistake' }
    expect(await appealOf(actionId)).toMatchObject(answer)
    expect(await strikesOf(userId)).toEqual([kit.at()])
    expect(kit.emitted).toEqual([
      { name: 'userChanged', event: { userId } },
      { name: 'appealDecided', event: { userId, actionId, reversed: true, answer: 'A mistake' } },
      changed('APPEAL_DECIDED', appealId, userId, moderator.id),
    ])
    await expect(takeBack(actionId)).rejects.toEqual(refused('CONFLICT'))
    await prisma().appeal.update({ where: { actionId }, data: { status: 'OPEN', decidedAt: null } })
    await expect(
      kit.moderation.decideAppeal(admin, { appealId, reverse: false, answer: 'x' }),
    ).rejects.toEqual(refused('CONFLICT'))
    kit.emitted.length = 0
    await kit.moderation.decideAppeal(admin, { appealId, reverse: true, answer: 'Was done' })
    expect(await appealOf(actionId)).toMatchObject({ status: 'REVERSED', answer: 'Was done' })
    expect(await kit.actionsOf(userId)).toHaveLength(2)
  })

  it('is for sanctions, and for those who may act on the member', async () => {
    const { userId, actionId } = await decided({ kind: 'WARN' })
    await takeBack(actionId)
    const { id: reversal } = await kit.newestAction(userId)
    for (const id of [reversal, uuidv7()]) await expect(takeBack(id)).rejects.toEqual(refused('NOT_FOUND'))
    const another = await decided({ kind: 'WARN' })
    const own = { id: another.userId, role: 'MODERATOR' } as const
    await expect(takeBack(another.actionId, own)).rejects.toEqual(refused('FORBIDDEN'))
  })

  it('of what an administrator did is for administrators', async () => {
    const { actionId } = await decided({ kind: 'WARN' }, undefined, admin)
    await expect(takeBack(actionId)).rejects.toEqual(refused('FORBIDDEN'))
    await takeBack(actionId, await kit.staff('ADMIN'))
    const byModerator = await decided({ kind: 'WARN' })
    await takeBack(byModerator.actionId, await kit.staff('MODERATOR'))
  })

  it('of the last ban forgets how the member was known, and of another ban does not', async () => {
    const { userId, actionId } = await decided({ kind: 'BAN' })
    kit.clock.advance(DAY)
    const second = await decided({ kind: 'BAN' }, userId)
    kit.remembered.length = 0
    await takeBack(actionId)
    expect(kit.remembered).toEqual([])
    expect(await kit.account(userId)).toMatchObject({ bannedAt: kit.at() })
    await takeBack(second.actionId)
    expect(kit.remembered).toEqual([`forget ${userId}`])
    expect(await kit.account(userId)).toMatchObject({ bannedAt: null })
  })

  it('of a suspension leaves the longest of the others', async () => {
    const { userId } = await decided({ kind: 'SUSPEND', days: 3 })
    const longer = await decided({ kind: 'SUSPEND', days: 9 }, userId)
    await decided({ kind: 'SUSPEND', days: 5 }, userId)
    await takeBack(longer.actionId)
    expect(await kit.account(userId)).toEqual({ bannedAt: null, suspendedUntil: kit.at(5 * DAY) })
    expect(kit.remembered).toEqual([])
  })
})
