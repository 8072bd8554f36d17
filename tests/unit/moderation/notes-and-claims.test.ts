import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { CLAIM } from '#schema/moderation.ts'
import { readUserDetail } from '#server/domains/admin/user-detail.ts'
import { createClaims } from '#server/domains/moderation/queues/claims.ts'
import { createNotes } from '#server/domains/moderation/queues/notes.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createEventRecorder, type EventRecorder } from '../../kit/event-recorder.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const clock = createTestClock()
const at = (milliseconds = 0) => new Date(clock.now() + milliseconds)
const code = (expected: string) => expect.objectContaining({ code: expected })

const rows = useStarted(openRows)
let log: EventRecorder
beforeEach(() => {
  log = createEventRecorder('moderationChanged')
})

const prisma = () => rows.database.prisma
const staff = async (role: 'MODERATOR' | 'ADMIN' = 'MODERATOR') => ({ id: await rows.member(), role })
async function report(reportedId: string, status: 'OPEN' | 'ACTED' = 'OPEN') {
  const id = uuidv7()
  const reporterId = await rows.member()
  await prisma().report.create({ data: { id, reporterId, reportedId, status, reason: 'x', evidence: [] } })
  return id
}
const actionsOf = (subjectId: string) =>
  prisma().moderationAction.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })

describe('a claim on a report', () => {
  const claims = () => createClaims({ database: rows.database, clock, events: log.events })

  it('lasts two minutes, can be renewed by its owner, and is free for others afterwards', async () => {
    const [first, second] = [await staff(), await staff()]
    const subjectId = await rows.member()
    const id = await report(subjectId)
    const changed = (kind: string, actorId: string) => ({
      name: 'moderationChanged',
      event: { kind, ids: [id], subjectId, actorId },
    })
    const own = (until: Date) => ({ by: { id: first.id, displayName: 'Asha' }, until })
    expect(await claims().claim(first, id)).toEqual(own(at(CLAIM.lasts)))
    expect(await claims().claim(second, id)).toEqual(own(at(CLAIM.lasts)))
    expect(log.emitted).toEqual([changed('REPORT_CLAIMED', first.id)])
    clock.advance(CLAIM.lasts - 1)
    const other = await report(await rows.member())
    await claims().claim(second, other)
    log.emitted.length = 0
    expect(await claims().claimsOn([id, uuidv7()])).toEqual(new Map([[id, own(at(1))]]))
    expect((await claims().claim(second, id)).by.id).toBe(first.id)
    expect(await claims().claim(first, id)).toEqual(own(at(CLAIM.lasts)))
    clock.advance(CLAIM.lasts)
    expect(await claims().claimsOn([id])).toEqual(new Map())
    expect((await claims().claim(second, id)).by.id).toBe(second.id)
    log.emitted.length = 0
    await claims().release(first, id)
    expect(log.emitted).toEqual([])
    expect((await claims().claimsOn([id])).size).toBe(1)
    await claims().release(second, id)
    expect(log.emitted).toEqual([changed('REPORT_RELEASED', second.id)])
    expect((await claims().claimsOn([id])).size).toBe(0)
  })

  it('fails for reports about the caller, unknown reports and decided reports', async () => {
    const moderator = await staff()
    const about = await report(moderator.id)
    for (const id of [about, uuidv7()])
      await expect(claims().claim(moderator, id)).rejects.toEqual(code('NOT_FOUND'))
    const decided = await report(await rows.member(), 'ACTED')
    await expect(claims().claim(moderator, decided)).rejects.toEqual(code('CONFLICT'))
    expect(log.emitted).toEqual([])
  })
})

describe('a note about a member', () => {
  const notes = () => createNotes({ database: rows.database, clock, events: log.events })

  it('appears to staff, newest first, but never to its subject', async () => {
    const [moderator, userId] = [await staff(), await rows.member()]
    const reportId = await report(userId)
    const first = await notes().add(moderator, { userId, reportId, text: 'First' })
    const second = await notes().add(moderator, { userId, reportId: null, text: 'Second' })
    expect(await notes().about(moderator, userId)).toMatchObject([
      { id: second.id, text: 'Second', reportId: null, created: at() },
      { id: first.id, text: 'First', reportId, author: { id: moderator.id, displayName: 'Asha' } },
    ])
    expect(await notes().about({ id: userId, role: 'ADMIN' }, userId)).toEqual([])
    expect(await actionsOf(userId)).toMatchObject([
      { kind: 'ADD_NOTE', actorId: moderator.id, reportId, at: at() },
      { kind: 'ADD_NOTE', actorId: moderator.id, reportId: null },
    ])
    expect(log.emitted[0]).toEqual({
      name: 'moderationChanged',
      event: { kind: 'NOTES_CHANGED', ids: [first.id], subjectId: userId, actorId: moderator.id },
    })
  })

  it('fails about the author, on a report about another member, and about an erased account', async () => {
    const [moderator, userId] = [await staff(), await rows.member()]
    const add = (about: string, reportId: string | null = null) =>
      notes().add(moderator, { userId: about, reportId, text: 'x' })
    await expect(add(moderator.id)).rejects.toEqual(code('FORBIDDEN'))
    await expect(add(userId, await report(await rows.member()))).rejects.toEqual(code('NOT_FOUND'))
    await expect(add(uuidv7())).rejects.toEqual(code('NOT_FOUND'))
    await prisma().user.update({ where: { id: userId }, data: { userName: 'deleted-1@deleted.invalid' } })
    await expect(add(userId)).rejects.toEqual(code('NOT_FOUND'))
    expect(await prisma().moderatorNote.count({ where: { userId } })).toBe(0)
    expect(await actionsOf(userId)).toEqual([])
  })

  it('fails when the member already has a hundred notes', async () => {
    const [moderator, userId] = [await staff(), await rows.member()]
    await prisma().moderatorNote.createMany({
      data: Array.from({ length: 99 }, () => ({ id: uuidv7(), userId, text: 'x' })),
    })
    await notes().add(moderator, { userId, reportId: null, text: 'The last' })
    expect(await notes().about(moderator, userId)).toHaveLength(100)
    await expect(notes().add(moderator, { userId, reportId: null, text: 'x' })).rejects.toEqual(
      code('CONFLICT'),
    )
  })

  it('can be removed by its author or an administrator, but not by its subject', async () => {
    const [author, other, admin] = [await staff(), await staff(), await staff('ADMIN')]
    const userId = await rows.member()
    const add = () => notes().add(author, { userId, reportId: null, text: 'x' })
    const [first, second] = [await add(), await add()]
    await expect(notes().remove(other, first.id)).rejects.toEqual(code('FORBIDDEN'))
    await expect(notes().remove({ id: userId, role: 'ADMIN' }, first.id)).rejects.toEqual(code('NOT_FOUND'))
    log.emitted.length = 0
    await notes().remove(author, first.id)
    await notes().remove(admin, second.id)
    await expect(notes().remove(author, first.id)).rejects.toEqual(code('NOT_FOUND'))
    expect(await notes().about(author, userId)).toEqual([])
    expect((await actionsOf(userId)).slice(2)).toMatchObject([
      { kind: 'REMOVE_NOTE', actorId: author.id, at: at() },
      { kind: 'REMOVE_NOTE', actorId: admin.id },
    ])
    expect(log.emitted).toMatchObject([
      { event: { kind: 'NOTES_CHANGED', ids: [first.id], subjectId: userId } },
      { event: { ids: [second.id], actorId: admin.id } },
    ])
  })
})

describe('a member as staff see them', () => {
  it('shows the email and the place to administrators only', async () => {
    const userId = await rows.member()
    await prisma().user.update({
      where: { id: userId },
      data: { city: 'Pune', state: 'MH', country: 'India', suspendedUntil: at(1), bannedAt: at() },
    })
    const read = async (role: 'MODERATOR' | 'ADMIN') =>
      readUserDetail({ database: rows.database, clock }, await staff(role), userId)
    const shared = { id: userId, displayName: 'Asha', country: 'India', active: false, role: 'MEMBER' }
    expect(await read('ADMIN')).toMatchObject({
      user: { ...shared, userName: `${userId}@example.com`, city: 'Pune', state: 'MH' },
      interests: ['Jazz'],
      bannedAt: at(),
      suspendedUntil: at(1),
    })
    expect((await read('MODERATOR')).user).toMatchObject({
      ...shared,
      userName: null,
      city: null,
      state: null,
    })
    await expect(readUserDetail({ database: rows.database, clock }, await staff(), uuidv7())).rejects.toEqual(
      code('NOT_FOUND'),
    )
  })

  it('counts their conversations, reports, blocks and active strikes', async () => {
    const [userId, other] = [await rows.member(), await rows.member()]
    await rows.conversation(userId, other)
    await prisma().block.create({ data: { blockerId: other, blockedId: userId } })
    await report(userId)
    await report(userId, 'ACTED')
    const strike = { userId, created: at(-2) }
    await prisma().strike.createMany({
      data: [
        { id: uuidv7(), actionId: uuidv7(), ...strike, expires: at(1) },
        { id: uuidv7(), actionId: uuidv7(), ...strike, expires: at() },
        { id: uuidv7(), actionId: uuidv7(), ...strike, expires: at(1), revokedAt: at() },
      ],
    })
    await prisma().user.update({ where: { id: userId }, data: { suspendedUntil: at() } })
    const { user, ...rest } = await readUserDetail({ database: rows.database, clock }, await staff(), userId)
    expect(user.active).toBe(true)
    expect(rest).toEqual({
      interests: ['Jazz'],
      bannedAt: null,
      suspendedUntil: null,
      conversations: 1,
      reportsMade: 0,
      reportsReceived: 2,
      blocksReceived: 1,
      openStrikes: 1,
    })
  })
})
