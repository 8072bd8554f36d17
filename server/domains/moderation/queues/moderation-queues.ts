import type { Actor } from '#server/domains/moderation/permissions.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { PageRequest } from '#server/platform/pagination.ts'
import { createClaims } from './claims.ts'
import { decideHeldMessage, type HeldMessageContext } from './decide-held-message.ts'
import { decideHeldOfSender } from './decide-held-of-sender.ts'
import { listHeldMessages } from './held-messages.ts'
import { createModerationQueue } from './moderation-queue.ts'
import { createNotes } from './notes.ts'

export type ModerationQueues = ReturnType<typeof createModerationQueues>

/** Creates the queues of the moderation console, with the claims and notes of the team. */
export function createModerationQueues(platform: Platform, { chat }: Pick<HeldMessageContext, 'chat'>) {
  const context = { ...platform, chat }
  return {
    queue: createModerationQueue(platform.database),
    heldMessages: {
      list: (place: PageRequest) => listHeldMessages(platform.database, place),
      decide: (actor: Actor, id: string, release: boolean) => decideHeldMessage(context, actor, id, release),
      decideOfSender: (actor: Actor, senderId: string, release: boolean) =>
        decideHeldOfSender(context, actor, senderId, release),
    },
    claims: createClaims(platform),
    notes: createNotes(platform),
  }
}
