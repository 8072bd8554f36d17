import type { NewNote } from '#schema/moderation.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import type { EventBus } from '#server/events.ts'
import { addNote, MAX_NOTES, type NoteDeps, removeNote } from './write-notes.ts'

export interface ModeratorNote {
  id: string
  text: string
  created: Date
  /** The report that the note belongs to; null for a note about the member only. */
  reportId: string | null
  /** Null once the author's account is erased. */
  author: NamedMember | null
}

/** Internal notes of the moderation team about members. Members never see notes about themselves, even as staff. */
export interface Notes {
  /** Newest first. Empty for the caller's own account. */
  about(actor: Actor, userId: string): Promise<ModeratorNote[]>
  /** @throws ApiError NOT_FOUND, FORBIDDEN for the caller's own account, CONFLICT above 100 notes */
  add(actor: Actor, note: NewNote): Promise<ModeratorNote>
  /** Administrators may remove any note, moderators only their own. @throws ApiError NOT_FOUND, FORBIDDEN */
  remove(actor: Actor, noteId: string): Promise<void>
}

export interface NotesDeps extends NoteDeps {
  events: EventBus
}

export function createNotes(deps: NotesDeps): Notes {
  const emitChange = (id: string, subjectId: string, actorId: string) =>
    deps.events.emit('moderationChanged', { kind: 'NOTES_CHANGED', ids: [id], subjectId, actorId })

  return {
    async about(actor, userId) {
      if (actor.id === userId) return []
      return deps.database.prisma.moderatorNote.findMany({
        where: { userId },
        include: { author: { select: { id: true, displayName: true } } },
        orderBy: { id: 'desc' },
        take: MAX_NOTES,
      })
    },

    async add(actor, input) {
      const note = await addNote(deps, actor, input)
      await emitChange(note.id, input.userId, actor.id)
      return note
    },

    async remove(actor, noteId) {
      const { userId } = await removeNote(deps, actor, noteId)
      await emitChange(noteId, userId, actor.id)
    },
  }
}
