import { beforeAll, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { joinAs } from '../../kit/graphql.ts'
import {
  ADD_NOTE,
  actionsAbout,
  CLAIM_REPORT,
  DECIDE,
  type Moderation,
  moderationOf,
  RELEASE_REPORT,
} from '../../kit/moderation.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const clock = createTestClock()
const node = useNode({ clock })
let moderation: Moderation
let second: Person
beforeAll(async () => {
  moderation = await moderationOf(node)
  second = await joinAs(node, 'MODERATOR')
})

const UNKNOWN = '019aa000-0000-7000-8000-000000000000'
const CLAIM_OF = 'query($id: ID!) { reportCase(id: $id) { claim { by { id } } } }'
const REMOVE = 'mutation($id: ID!) { removeNote(id: $id) }'
const NOTES = 'query($id: ID!) { person(id: $id) { notes { id text } } }'
const BULK = `mutation($ids: [ID!]!, $reason: String!) {
  dismissReports(ids: $ids, reason: $reason) { dismissed refused { id code } } }`
const COUNTS = '{ moderationCounts { reports appeals heldMessages } }'

const claimOf = async (id: string) =>
  (await moderation.ask(moderation.moderator, CLAIM_OF, { id })).data.reportCase.claim
const notesOf = async (who: Person, reader = moderation.moderator) =>
  (await moderation.ask(reader, NOTES, { id: who.id })).data.person.notes as { id: string; text: string }[]
describe('a claim on a report', () => {
  // covers: beyond-report-claims
  it('names the moderator, and blocks other claims until it expires', async () => {
    const { moderator, ask } = moderation
    const { reportId } = await moderation.reported()
    expect(await claimOf(reportId)).toBeNull()
    const own = await ask(moderator, CLAIM_REPORT, { id: reportId })
    expect(own.data.claimReport.by.id).toBe(moderator.id)
    expect((await ask(second, CLAIM_REPORT, { id: reportId })).data.claimReport.by.id).toBe(moderator.id)
    clock.advance(60_000)
    await ask(moderator, CLAIM_REPORT, { id: reportId })
    clock.advance(90_000)
    expect((await ask(second, CLAIM_REPORT, { id: reportId })).data.claimReport.by.id).toBe(moderator.id)
    clock.advance(60_000)
    expect(await claimOf(reportId)).toBeNull()
    expect((await ask(second, CLAIM_REPORT, { id: reportId })).data.claimReport.by.id).toBe(second.id)
  })

  it('goes to one of two moderators who open the report simultaneously', async () => {
    const { moderator, ask } = moderation
    const { reportId } = await moderation.reported()
    const answers = await Promise.all(
      [moderator, second].map((who) => ask(who, CLAIM_REPORT, { id: reportId })),
    )
    const holders = answers.map(({ data }) => data.claimReport.by.id)
    expect(holders[0]).toBe(holders[1])
    expect(await claimOf(reportId)).toEqual({ by: { id: holders[0] } })
  })

  // covers: beyond-report-claims
  it('ends only by its holder, and does not stop others from deciding', async () => {
    const { moderator, ask } = moderation
    const { reportId } = await moderation.reported()
    await ask(moderator, CLAIM_REPORT, { id: reportId })
    await ask(second, RELEASE_REPORT, { id: reportId })
    expect(await claimOf(reportId)).toEqual({ by: { id: moderator.id } })
    expect((await ask(second, DECIDE, { id: reportId, kind: 'DISMISS', reason: 'Only rude' })).codes).toEqual(
      [],
    )
    expect(await claimOf(reportId)).toBeNull()
    expect((await ask(moderator, CLAIM_REPORT, { id: reportId })).codes).toEqual(['CONFLICT'])
  })

  it('fails on an unknown report, and on a report about the caller', async () => {
    const { admin, ask } = moderation
    const accused = await joinAs(node, 'MODERATOR')
    const asha = await join(node)
    await node.app.context.chat.open(asha.id, accused.id)
    await asha.call('POST', '/api/user/report/true', { reportedUserId: accused.id, reason: 'Rude' })
    const { id } = await node.app.context.database.prisma.report.findFirstOrThrow({
      where: { reportedId: accused.id },
    })
    expect((await ask(accused, CLAIM_REPORT, { id })).codes).toEqual(['NOT_FOUND'])
    expect((await ask(admin, CLAIM_REPORT, { id })).codes).toEqual([])
    expect((await ask(admin, CLAIM_REPORT, { id: UNKNOWN })).codes).toEqual(['NOT_FOUND'])
    expect((await ask(admin, CLAIM_REPORT, { id: "'; DROP TABLE report" })).codes).toEqual(['INVALID'])
  })
})

describe('an internal note', () => {
  // covers: beyond-internal-notes
  it('appears to other moderators, and in the log without its text', async () => {
    const { moderator, ask } = moderation
    const { ben, reportId } = await moderation.reported()
    const added = await ask(moderator, ADD_NOTE, {
      userId: ben.id,
      reportId,
      text: '  Asked for photos before  ',
    })
    expect(added.data.addNote).toMatchObject({
      text: 'Asked for photos before',
      reportId,
      author: { id: moderator.id },
    })
    expect((await notesOf(ben, second)).map(({ text }) => text)).toEqual(['Asked for photos before'])
    const [logged] = await actionsAbout(node, ben)
    expect(logged).toMatchObject({ kind: 'ADD_NOTE', actorId: moderator.id, reportId })
    expect(JSON.stringify(logged)).not.toContain('photos')
  })

  it('can be removed once, by its author or an administrator', async () => {
    const { moderator, admin, ask } = moderation
    const { ben } = await pair(node)
    const add = async () =>
      (await ask(moderator, ADD_NOTE, { userId: ben.id, text: 'Seems to be new' })).data.addNote
    const [one, other] = [await add(), await add()]
    expect((await ask(second, REMOVE, { id: one.id })).codes).toEqual(['FORBIDDEN'])
    const twice = await Promise.all([1, 2].map(() => ask(moderator, REMOVE, { id: one.id })))
    expect(twice.flatMap(({ codes }) => codes)).toEqual(['NOT_FOUND'])
    expect((await ask(admin, REMOVE, { id: other.id })).codes).toEqual([])
    expect(await notesOf(ben)).toEqual([])
    expect((await actionsAbout(node, ben)).filter(({ kind }) => kind === 'REMOVE_NOTE')).toHaveLength(2)
  })

  // covers: beyond-internal-notes
  it('cannot be read or written by its subject, even when the subject is a moderator', async () => {
    const { moderator, admin, ask } = moderation
    const { id } = (await ask(admin, ADD_NOTE, { userId: second.id, text: 'Decides too fast' })).data.addNote
    expect(await notesOf(second, second)).toEqual([])
    expect(await notesOf(second, moderator)).toHaveLength(1)
    expect((await ask(second, ADD_NOTE, { userId: second.id, text: 'I do not' })).codes).toEqual([
      'FORBIDDEN',
    ])
    expect((await ask(second, REMOVE, { id })).codes).toEqual(['NOT_FOUND'])
    const LOG = 'query($id: ID) { auditLog(userId: $id) { totalCount nodes { kind } } }'
    expect((await ask(second, LOG, { id: second.id })).data.auditLog).toEqual({ totalCount: 0, nodes: [] })
    expect((await ask(moderator, LOG, { id: second.id })).data.auditLog.totalCount).toBe(1)
  })

  it('needs a text of 1 to 2000 characters, a member, and a report about that member', async () => {
    const { moderator, ask } = moderation
    const { asha, ben, reportId } = await moderation.reported()
    const code = async (variables: Record<string, unknown>) =>
      (await ask(moderator, ADD_NOTE, { userId: ben.id, text: 'Fine', ...variables })).codes[0]
    expect(await code({ text: '   ' })).toBe('INVALID')
    expect(await code({ text: 'x'.repeat(2001) })).toBe('INVALID')
    expect(await code({ text: 'NUL \0' })).toBe('INVALID')
    expect(await code({ userId: UNKNOWN })).toBe('NOT_FOUND')
    expect(await code({ userId: asha.id, reportId })).toBe('NOT_FOUND')
    expect(await code({ reportId: UNKNOWN })).toBe('NOT_FOUND')
    expect(await code({ reportId })).toBeUndefined()
  })

  it('fails above 100 notes for one member', async () => {
    const { moderator, ask } = moderation
    const ben = await join(node)
    const data = Array.from({ length: 99 }, () => ({
      id: crypto.randomUUID(),
      userId: ben.id,
      authorId: moderator.id,
      text: 'Again',
    }))
    await node.app.context.database.prisma.moderatorNote.createMany({ data })
    const answers = await Promise.all(
      [1, 2, 3].map((n) => ask(moderator, ADD_NOTE, { userId: ben.id, text: `Note ${n}` })),
    )
    expect(answers.flatMap(({ codes }) => codes)).toEqual(['CONFLICT', 'CONFLICT'])
  })
})

describe('a bulk dismissal', () => {
  // covers: beyond-reports-dismissed-together
  it('dismisses each report with its entry in the log, and lists the refused ones', async () => {
    const { moderator, ask } = moderation
    const [one, two, minor, own] = [
      await moderation.reported(),
      await moderation.reported(),
      await moderation.reported(),
      await moderation.reported(),
    ]
    const { prisma } = node.app.context.database
    await prisma.report.update({ where: { id: minor.reportId }, data: { kind: 'MINOR', reporterId: null } })
    await prisma.report.update({ where: { id: own.reportId }, data: { reporterId: moderator.id } })
    await ask(second, DECIDE, { id: two.reportId, kind: 'WARN', reason: 'Rude' })
    const ids = [one, two, minor, own].map(({ reportId }) => reportId)
    const { data } = await ask(moderator, BULK, {
      ids: [...ids, one.reportId.toUpperCase()],
      reason: 'Spam wave',
    })
    expect(data.dismissReports.dismissed).toEqual([one.reportId])
    expect(data.dismissReports.refused).toEqual([
      { id: two.reportId, code: 'CONFLICT' },
      { id: minor.reportId, code: 'FORBIDDEN' },
      { id: own.reportId, code: 'FORBIDDEN' },
    ])
    expect(await actionsAbout(node, one.ben)).toMatchObject([{ kind: 'DISMISS', reason: 'Spam wave' }])
    const open = await prisma.report.findMany({ where: { id: { in: ids }, status: 'OPEN' } })
    expect(open.map(({ id }) => id).sort()).toEqual([minor.reportId, own.reportId].sort())
  })

  // covers: beyond-reports-dismissed-together
  it('decides every report once when two moderators send it at once', async () => {
    const { moderator, ask } = moderation
    const reports = [await moderation.reported(), await moderation.reported(), await moderation.reported()]
    const ids = reports.map(({ reportId }) => reportId)
    const answers = await Promise.all(
      [moderator, second].map((who) => ask(who, BULK, { ids, reason: 'Spam wave' })),
    )
    const dismissed = answers.flatMap(({ data }) => data.dismissReports.dismissed as string[])
    expect(dismissed.sort()).toEqual([...ids].sort())
    for (const { ben } of reports) expect(await actionsAbout(node, ben)).toHaveLength(1)
  })

  it('needs 1 to 50 ids and a reason', async () => {
    const { moderator, ask } = moderation
    const code = async (ids: unknown[], reason = 'Spam wave') =>
      (await ask(moderator, BULK, { ids, reason })).codes[0]
    expect(await code([])).toBe('INVALID')
    expect(await code(Array.from({ length: 51 }, () => crypto.randomUUID()))).toBe('INVALID')
    expect(await code(['nobody'])).toBe('INVALID')
    expect(await code([UNKNOWN], ' ')).toBe('INVALID')
  })
})

// covers: beyond-queue-counts-and-templates
it('the counts of the queues leave out reports about the moderator who reads them', async () => {
  const { admin, ask } = moderation
  const accused = await joinAs(node, 'MODERATOR')
  const counts = async (who: Person) => (await ask(who, COUNTS)).data.moderationCounts
  const before = await counts(accused)
  const asha = await join(node)
  await node.app.context.chat.open(asha.id, accused.id)
  await asha.call('POST', '/api/user/report/true', { reportedUserId: accused.id, reason: 'Rude' })
  expect(await counts(accused)).toEqual(before)
  expect(await counts(admin)).toEqual({ ...before, reports: before.reports + 1 })
})
