import type { Actor } from '#server/domains/moderation/permissions.ts'
import { ApiError } from '#server/platform/errors.ts'
import { decideHeldMessage, type HeldMessageDeps } from './decide-held-message.ts'

/** More than a sender can have since there is a limit; older queues may need a second call. */
const MAX_AT_ONCE = 100

/** Decides the undecided messages of a sender, oldest first, each with its own entry in the audit log. */
export async function decideHeldOfSender(
  deps: HeldMessageDeps,
  actor: Actor,
  senderId: string,
  release: boolean,
): Promise<string[]> {
  const open = await deps.database.prisma.heldMessage.findMany({
    where: { senderId, status: 'HELD' },
    select: { id: true },
    orderBy: [{ created: 'asc' }, { id: 'asc' }],
    take: MAX_AT_ONCE,
  })
  const decided: string[] = []
  for (const { id } of open)
    try {
      await decideHeldMessage(deps, actor, id, release)
      decided.push(id)
    } catch (error) {
      // Another moderator decided this one in the meantime.
      if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error
    }
  return decided
}
