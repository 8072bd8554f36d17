import { v7 as uuidv7 } from 'uuid'
import type { NewNote } from '#schema/moderation.ts'
import { recordAction } from '#server/domains/moderation/audit-log/record-action.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import { type Actor, lockMember } from '#server/domains/moderation/permissions.ts'
import type { EventBus } from '#server/events.ts'
import { ERASED_DOMAIN } from '#server/platform/account-status.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Database, Transaction } from '#server/platform/postgres/index.ts'

/** More notes on one member are refused: the oldest have to be tidied up first. */
export const MAX_NOTES = 100

export interface ModeratorNote {
  id: string
  text: string
  created: Date
  /** The report at which it was written; null where it is on the member alone. */
  reportId: string | null
  /** Null once the author's account is gone. */
  author: NamedMember | null
}

/** What moderators tell each other about a member. The member never sees it, also where they are a moderator. */
export interface Notes {
  /** The newest first. Empty for the caller's own account. */
  about(actor: Actor, userId: string): Promise<ModeratorNote[]>
  /** @throws ApiError NOT_FOUND, FORBIDDEN about the caller, CONFLICT above 100 notes */
  add(actor: Actor, note: NewNote): Promise<ModeratorNote>
  /** Administrators remove any note, moderators their own. @throws ApiError NOT_FOUND, FORBIDDEN */
  remove(actor: Actor, noteId: string): Promise<void>
}

export interface NotesDeps {
  database: Pick<Database, 'prisma'>
  clock: Clock
  events: EventBus
}

const withAuthor = { author: { select: { id: true, displayName: true } } } as const
const NO_SUCH_NOTE = 'There is no such note.'

export function createNotes({ database: { prisma }, clock, events }: NotesDeps): Notes {
  const changed = (id: string, subjectId: string, actorId: string) =>
    events.emit('moderationChanged', { kind: 'NOTES_CHANGED', ids: [id], subjectId, actorId })

  return {
    async about(actor, userId) {
      if (actor.id === userId) return []
      return prisma.moderatorNote.findMany({
        where: { userId },
        include: withAuthor,
        orderBy: { id: 'desc' },
        take: MAX_NOTES,
      })
    },

    async add(actor, { userId, reportId, text }) {
      if (actor.id === userId) throw new ApiError('FORBIDDEN', 'You cannot write notes about yourself.')
      const note = await prisma.$transaction(async (transaction) => {
        await assertCanBeNoted(transaction, { userId, reportId })
        const at = new Date(clock.now())
        await recordAction(transaction, {
          kind: 'ADD_NOTE',
          actorId: actor.id,
          subjectId: userId,
          reportId,
          reason: 'An internal note was added.',
          at,
        })
        const data = { id: uuidv7(), userId, reportId, authorId: actor.id, text, created: at }
        return transaction.moderatorNote.create({ data, include: withAuthor })
      })
      await changed(note.id, userId, actor.id)
      return note
    },

    async remove(actor, noteId) {
      const { userId } = await prisma.$transaction(async (transaction) => {
        const note = await transaction.moderatorNote.findUnique({
          where: { id: noteId, userId: { not: actor.id } },
        })
        if (!note) throw new ApiError('NOT_FOUND', NO_SUCH_NOTE)
        if (note.authorId !== actor.id && actor.role !== 'ADMIN')
          throw new ApiError('FORBIDDEN', 'Only its author or an administrator can remove a note.')
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
      await changed(noteId, userId, actor.id)
    },
  }
}

/**
 * The member is locked: an erasure that has begun has renamed the account: no note is stored after the erasure
 * deleted the others. @throws ApiError NOT_FOUND, CONFLICT
 */
async function assertCanBeNoted(
  transaction: Transaction,
  { userId, reportId }: Pick<NewNote, 'userId' | 'reportId'>,
) {
  await lockMember(transaction, userId)
  const person = await transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { userName: true, _count: { select: { notesAbout: true } } },
  })
  if (person.userName.endsWith(`@${ERASED_DOMAIN}`))
    throw new ApiError('NOT_FOUND', 'This account has been erased.')
  if (person._count.notesAbout >= MAX_NOTES)
    throw new ApiError(
      'CONFLICT',
      `There are ${MAX_NOTES} notes already. Remove one that is no longer needed.`,
    )
  if (reportId === null) return
  const report = await transaction.report.findUnique({ where: { id: reportId, reportedId: userId } })
  if (!report) throw new ApiError('NOT_FOUND', 'There is no such report.')
}
