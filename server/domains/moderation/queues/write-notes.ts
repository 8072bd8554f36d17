import { v7 as uuidv7 } from 'uuid'
import type { NewNote } from '#schema/moderation.ts'
import { text } from '#schema/translatable.ts'
import { recordAction } from '#server/domains/moderation/audit-log/record-action.ts'
import { type Actor, lockMember } from '#server/domains/moderation/permissions.ts'
import { ERASED_DOMAIN } from '#server/platform/account-status.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'

/** The most notes about one member. */
export const MAX_NOTES = 100

const NO_SUCH_NOTE = text('We cannot find this note.')

/** Stores a note. @throws ApiError NOT_FOUND, FORBIDDEN for the caller's own account, CONFLICT above 100 notes */
export async function addNote(
  { database: { prisma }, clock }: Pick<Platform, 'database' | 'clock'>,
  actor: Actor,
  { userId, reportId, text: body }: NewNote,
) {
  if (actor.id === userId) throw new ApiError('FORBIDDEN', text('You cannot write notes about yourself.'))
  return prisma.$transaction(async (transaction) => {
    await assertMayAddNote(transaction, { userId, reportId })
    const at = new Date(clock.now())
    await recordAction(transaction, {
      kind: 'ADD_NOTE',
      actorId: actor.id,
      subjectId: userId,
      reportId,
      reason: 'An internal note was added.',
      at,
    })
    const data = { id: uuidv7(), userId, reportId, authorId: actor.id, text: body, created: at }
    return transaction.moderatorNote.create({
      data,
      include: { author: { select: { id: true, displayName: true } } },
    })
  })
}

/** Returns the removed note. @throws ApiError NOT_FOUND, FORBIDDEN for another author's note unless the actor is an administrator */
export async function removeNote(
  { database: { prisma }, clock }: Pick<Platform, 'database' | 'clock'>,
  actor: Actor,
  noteId: string,
) {
  return prisma.$transaction(async (transaction) => {
    const note = await transaction.moderatorNote.findUnique({
      where: { id: noteId, userId: { not: actor.id } },
    })
    if (!note) throw new ApiError('NOT_FOUND', NO_SUCH_NOTE)
    if (note.authorId !== actor.id && actor.role !== 'ADMIN')
      throw new ApiError('FORBIDDEN', text('Only its author or an administrator can remove a note.'))
    const { count } = await transaction.moderatorNote.deleteMany({ where: { id: noteId } })
    if (count === 0) throw new ApiError('NOT_FOUND', NO_SUCH_NOTE)
    await recordAction(transaction, {
      kind: 'REMOVE_NOTE',
      actorId: actor.id,
      subjectId: note.userId,
      reportId: note.reportId,
      reason: 'An internal note was removed.',
      at: new Date(clock.now()),
    })
    return note
  })
}

/**
 * Locks the member. An erasure that has begun has already renamed the account, so no note is stored after the erasure
 * deleted the others. @throws ApiError NOT_FOUND, CONFLICT
 */
async function assertMayAddNote(
  transaction: Transaction,
  { userId, reportId }: Pick<NewNote, 'userId' | 'reportId'>,
) {
  await lockMember(transaction, userId)
  const member = await transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { userName: true, _count: { select: { notesAbout: true } } },
  })
  if (member.userName.endsWith(`@${ERASED_DOMAIN}`))
    throw new ApiError('NOT_FOUND', text('This account has been erased.'))
  if (member._count.notesAbout >= MAX_NOTES)
    throw new ApiError(
      'CONFLICT',
      text('{count, plural, other {There are # notes already. Remove one that is no longer needed.}}', {
        count: MAX_NOTES,
      }),
    )
  if (reportId === null) return
  const report = await transaction.report.findUnique({ where: { id: reportId, reportedId: userId } })
  if (!report) throw new ApiError('NOT_FOUND', text('We cannot find this report.'))
}
