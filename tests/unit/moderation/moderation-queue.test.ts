import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { createModerationQueue } from '#server/domains/moderation/queues/moderation-queue.ts'
import { openModeration, type TestModeration } from '../../kit/moderation-cases.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000
const reason = 'Insults'

const rows = useStarted(openRows)
let kit: TestModeration
let queue: ReturnType<typeof createModerationQueue>
let moderator: { id: string; role: 'MODERATOR' }
beforeEach(async () => {
  await prisma().report.deleteMany()
  await prisma().appeal.deleteMany()
  kit = openModeration(rows)
  queue = createModerationQueue(rows.database)
  moderator = await kit.staff('MODERATOR')
})

const prisma = () => rows.database.prisma
const first = { pageNumber: 0, size: 10 }
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

/** Stores a report that was made some minutes ago. */
const report = async (minutesAgo: number, changes: Parameters<TestModeration['report']>[1] = {}) =>
  kit.report(await rows.member(), { created: kit.at(-minutesAgo * MINUTE), ...changes })

/** Stores an appeal of a member against a warning, made some minutes ago. */
async function appeal(minutesAgo: number, changes: object = {}) {
  const id = await rows.member()
  await kit.decisions.decideAbout(await kit.staff('ADMIN'), id, { kind: 'WARN', reason })
  const action = await kit.newestAction(id)
  const created = kit.at(-minutesAgo * MINUTE)
  return prisma().appeal.create({
    data: { id: uuidv7(), userId: id, actionId: action.id, text: 'x', created, ...changes },
  })
}

describe('the queue of reports', () => {
  it('lists open reports in pages, by priority and then oldest first', async () => {
    const later = await report(1)
    const earlier = await report(2)
    const urgent = await report(0, { priority: 10 })
    await report(3, { status: 'DISMISSED' })
    const page = await queue.reports(
      moderator,
      { status: 'OPEN', category: null },
      { pageNumber: 0, size: 2 },
    )
    expect(ids(page.elements)).toEqual([urgent.id, earlier.id])
    expect(page).toMatchObject({ totalElements: 3, totalPages: 2, last: false })
    const next = await queue.reports(
      moderator,
      { status: 'OPEN', category: null },
      { pageNumber: 1, size: 2 },
    )
    expect(ids(next.elements)).toEqual([later.id])
    expect(next.last).toBe(true)
  })

  it('lists decided reports by decision, newest first', async () => {
    const [early, late] = [kit.at(-2 * MINUTE), kit.at(-MINUTE)]
    const one = await report(5, { status: 'ACTED', decidedAt: early, priority: 10 })
    const two = await report(9, { status: 'DISMISSED', decidedAt: late })
    const three = await report(1, { status: 'DISMISSED', decidedAt: early })
    await report(1)
    const { elements, totalElements } = await queue.reports(
      moderator,
      { status: 'DECIDED', category: null },
      first,
    )
    expect(ids(elements)).toEqual([two.id, three.id, one.id])
    expect(totalElements).toBe(3)
  })

  it('lists and counts the reports of one category', async () => {
    const threat = await report(3, { category: 'THREAT', priority: 50 })
    await report(2, { category: 'SPAM', priority: 10 })
    await report(1)
    const decided = await report(4, { category: 'THREAT', status: 'ACTED', decidedAt: kit.at(-MINUTE) })
    const listed = async (status: 'OPEN' | 'DECIDED', category: 'THREAT' | 'HATE') => {
      const { elements, totalElements } = await queue.reports(moderator, { status, category }, first)
      return { ids: ids(elements), totalElements }
    }
    expect(await listed('OPEN', 'THREAT')).toEqual({ ids: [threat.id], totalElements: 1 })
    expect(await listed('DECIDED', 'THREAT')).toEqual({ ids: [decided.id], totalElements: 1 })
    expect(await listed('OPEN', 'HATE')).toEqual({ ids: [], totalElements: 0 })
    expect(await queue.arrivals(moderator, null, 'THREAT')).toMatchObject({ count: 1 })
    expect(await queue.arrivals(moderator, kit.at(-5 * MINUTE), 'SPAM')).toMatchObject({ count: 1 })
    expect(await queue.report(moderator, threat.id)).toMatchObject({ category: 'THREAT' })
  })

  it('names both members and contains the evidence', async () => {
    const said = [{ id: 'm', senderId: 'x', message: 'Something', time: '2020-01-01T00:00:00.000Z' }]
    const { id, reportedId, reporterId } = await report(1, { evidence: said })
    expect(await queue.report(moderator, id)).toMatchObject({
      id,
      status: 'OPEN',
      kind: 'MEMBER',
      evidence: said,
      reported: { id: reportedId, displayName: 'Asha' },
      reporter: { id: reporterId },
    })
    const automatic = await report(1, { kind: 'FILTER', reporterId: null, evidence: 'not evidence' })
    expect(await queue.report(moderator, automatic.id)).toMatchObject({ reporter: null, evidence: [] })
  })

  it('hides cases about the caller from every list and count', async () => {
    const { id } = await kit.report(moderator.id)
    await prisma().appeal.create({
      data: { id: uuidv7(), userId: moderator.id, actionId: uuidv7(), text: 'x' },
    })
    for (const status of ['OPEN', 'DECIDED'] as const)
      expect((await queue.reports(moderator, { status, category: null }, first)).totalElements).toBe(0)
    await expect(queue.report(moderator, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(queue.report(moderator, uuidv7())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await queue.reportsAbout(moderator, moderator.id)).toEqual([])
    expect((await queue.appeals(moderator, 'OPEN', first)).totalElements).toBe(0)
    expect(await queue.counts(moderator)).toMatchObject({ reports: 0, appeals: 0 })
    expect(await queue.arrivals(moderator, null, null)).toEqual({ count: 0, latest: null })
    const other = await kit.staff('ADMIN')
    expect(ids((await queue.reports(other, { status: 'OPEN', category: null }, first)).elements)).toEqual([
      id,
    ])
    expect((await queue.report(other, id)).id).toBe(id)
    expect(await queue.counts(other)).toMatchObject({ reports: 1 })
  })

  it('lists all reports about one member, newest first', async () => {
    const userId = await rows.member()
    const old = await kit.report(userId, { created: kit.at(-2 * MINUTE), status: 'ACTED' })
    const recent = await kit.report(userId, { created: kit.at(-MINUTE) })
    await report(1)
    expect(ids(await queue.reportsAbout(moderator, userId))).toEqual([recent.id, old.id])
  })
})

describe('the counts of the queues', () => {
  it('include the open reports made after a time, with the time of the newest', async () => {
    await report(3)
    const since = kit.at(-2 * MINUTE)
    await report(2)
    await report(1)
    await report(0, { status: 'ACTED' })
    expect(await queue.arrivals(moderator, null, null)).toEqual({ count: 3, latest: kit.at(-MINUTE) })
    expect(await queue.arrivals(moderator, since, null)).toEqual({ count: 1, latest: kit.at(-MINUTE) })
  })

  it('include only cases that are undecided', async () => {
    const [held, refused] = [uuidv7(), uuidv7()]
    const [senderId, other] = [await rows.member(), await rows.member()]
    const conversationId = await rows.conversation(senderId, other)
    const message = { senderId, conversationId, body: 'x', rule: 'slur' }
    await prisma().heldMessage.createMany({
      data: [
        { id: held, ...message },
        { id: refused, ...message, status: 'REFUSED' },
      ],
    })
    await report(1)
    await report(1, { status: 'ACTED' })
    await appeal(1)
    await appeal(1)
    await appeal(1, { status: 'UPHELD', answer: 'No', decidedAt: kit.at() })
    expect(await queue.counts(moderator)).toEqual({ reports: 1, appeals: 2, heldMessages: 1 })
  })
})

describe('the decisions about reports', () => {
  const decide = (id: string, kind: 'DISMISS' | 'WARN' | 'BAN') =>
    kit.decisions.decideReport(moderator, id, { kind, reason })
  const kindsOf = async (...reportIds: string[]) => {
    const reports = await Promise.all(reportIds.map((id) => queue.report(moderator, id)))
    return (await queue.decisionsOn(reports)).map((actions) => actions.map(({ kind }) => kind))
  }

  it('match reports by member and time of decision, and include reversals', async () => {
    const warned = await report(3)
    await decide(warned.id, 'WARN')
    const { id: actionId } = await kit.newestAction(warned.reportedId)
    const banned = await report(2)
    const together = await kit.report(banned.reportedId)
    await decide(banned.id, 'BAN')
    const open = await report(1)
    kit.clock.advance(MINUTE)
    await kit.decisions.reverse(await kit.staff('ADMIN'), actionId, 'A mistake')
    await kit.decisions.decideAbout(moderator, warned.reportedId, { kind: 'WARN', reason })
    expect(await kindsOf(warned.id, open.id, banned.id, together.id)).toEqual([
      ['WARN', 'REVERSE'],
      [],
      ['BAN'],
      ['BAN'],
    ])
    const [[decision] = []] = await queue.decisionsOn([await queue.report(moderator, warned.id)])
    expect(decision).toMatchObject({ actor: { id: moderator.id }, subject: { id: warned.reportedId } })
  })

  it('stay empty while the reports are open', async () => {
    const { id } = await report(1)
    expect(await kindsOf(id, id)).toEqual([[], []])
    expect(await queue.decisionsOn([])).toEqual([])
  })
})

describe('the queue of appeals', () => {
  it('lists open appeals in pages with their actions, oldest first', async () => {
    const [later, earlier] = [await appeal(1), await appeal(2)]
    await appeal(3, { status: 'UPHELD', answer: 'No', decidedAt: kit.at() })
    const page = await queue.appeals(moderator, 'OPEN', { pageNumber: 0, size: 1 })
    expect(page).toMatchObject({ totalElements: 2, totalPages: 2, last: false })
    expect(page.elements).toMatchObject([
      {
        id: earlier.id,
        text: 'x',
        status: 'OPEN',
        created: earlier.created,
        answer: null,
        person: { id: earlier.userId, displayName: 'Asha' },
        action: { id: earlier.actionId, kind: 'WARN', reason },
      },
    ])
    const next = await queue.appeals(moderator, 'OPEN', { pageNumber: 1, size: 1 })
    expect(next.elements).toMatchObject([{ id: later.id, action: { id: later.actionId } }])
  })

  it('lists decided appeals newest first, even when the action is missing', async () => {
    const decided = (minutesAgo: number) => ({
      status: 'UPHELD',
      answer: 'No',
      decidedAt: kit.at(-minutesAgo * MINUTE),
    })
    const [early, late] = [await appeal(1, decided(2)), await appeal(5, decided(1))]
    await appeal(9)
    await prisma().appeal.update({ where: { id: late.id }, data: { actionId: uuidv7() } })
    const { elements } = await queue.appeals(moderator, 'DECIDED', first)
    expect(elements).toMatchObject([
      { id: late.id, action: null },
      { id: early.id, action: { id: early.actionId } },
    ])
  })
})

it('returns the name of a member of staff by id', async () => {
  expect(await queue.nameOf(moderator.id)).toEqual({ id: moderator.id, displayName: 'Asha' })
  expect(await queue.nameOf(null)).toBeNull()
  expect(await queue.nameOf(uuidv7())).toBeNull()
})
