import type { NewNote } from '#schema/moderation.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { addNote, MAX_NOTES, removeNote } from './write-notes.ts'

export interface ModeratorNote {
  id: string
  text: string
  created: Date
  /** The report that the note belongs to; null for a note about the member only. */
  reportId: string | null
  /** Null once the author's account is erased. */
  author: NamedMember | null
}

/** Creates the internal notes of the moderation team about members. Members never see notes about themselves, even as staff. */
export function createNotes(platform: Pick<Platform, 'database' | 'clock' | 'events'>) {
  const emitChange = (id: string, subjectId: string, actorId: string) =>
    platform.events.emit('moderationChanged', { kind: 'NOTES_CHANGED', ids: [id], subjectId, actorId })

  return {
    /** Returns the notes about a member, newest first. Empty for the caller's own account. */
    async about(actor: Actor, userId: string): Promise<ModeratorNote[]> {
      if (actor.id === userId) return []
      return platform.database.prisma.moderatorNote.findMany({
        where: { userId },
        include: { author: { select: { id: true, displayName: true } } },
        orderBy: { id: 'desc' },
        take: MAX_NOTES,
      })
    },

    /** Adds a note. @throws ApiError NOT_FOUND, FORBIDDEN for the caller's own account, CONFLICT above 100 notes */
    async add(actor: Actor, input: NewNote): Promise<ModeratorNote> {
      const note = await addNote(platform, actor, input)
      await emitChange(note.id, input.userId, actor.id)
      return note
    },

    /** Removes a note. Moderators remove only their own, administrators any. @throws ApiError NOT_FOUND, FORBIDDEN */
    async remove(actor: Actor, noteId: string) {
      const { userId } = await removeNote(platform, actor, noteId)
      await emitChange(noteId, userId, actor.id)
    },
  }
}
