import type { Actor } from '#server/domains/moderation/permissions.ts'
import { ApiError } from '#server/platform/errors.ts'
import { decideHeldMessage, type HeldMessageContext } from './decide-held-message.ts'

/** More than a sender can have since there is a limit; older queues may need a second call. */
const MAX_AT_ONCE = 100

/**
 * Decides the oldest undecided messages of a sender, 100 at most, each with its own entry in the audit log. Returns the ids
 * of those it decided. @throws ApiError FORBIDDEN for the sender
 */
export async function decideHeldOfSender(
  context: HeldMessageContext,
  actor: Actor,
  senderId: string,
  release: boolean,
): Promise<string[]> {
  const open = await context.database.prisma.heldMessage.findMany({
    where: { senderId, status: 'HELD' },
    select: { id: true },
    orderBy: [{ created: 'asc' }, { id: 'asc' }],
    take: MAX_AT_ONCE,
  })
  const decided: string[] = []
  for (const { id } of open)
    try {
      await decideHeldMessage(context, actor, id, release)
      decided.push(id)
    } catch (error) {
      // Another moderator decided this one in the meantime.
      if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error
    }
  return decided
}
