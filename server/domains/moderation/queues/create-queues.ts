import type { Database } from '#server/platform/postgres/index.ts'
import { type Claims, type ClaimsDeps, createClaims } from './claims.ts'
import { createHeldMessages, type HeldMessageDeps, type HeldMessages } from './held-messages.ts'
import { createModerationQueue, type ModerationQueue } from './moderation-queue.ts'
import { createNotes, type Notes, type NotesDeps } from './notes.ts'

/** The queues of the moderation console, with the claims and notes of the team. */
export interface ModerationQueues {
  readonly queue: ModerationQueue
  readonly heldMessages: HeldMessages
  readonly claims: Claims
  readonly notes: Notes
}

export type ModerationQueuesDeps = HeldMessageDeps & ClaimsDeps & NotesDeps & { database: Database }

export const createModerationQueues = (deps: ModerationQueuesDeps): ModerationQueues => ({
  queue: createModerationQueue(deps.database),
  heldMessages: createHeldMessages(deps),
  claims: createClaims(deps),
  notes: createNotes(deps),
})
