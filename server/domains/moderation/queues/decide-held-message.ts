import { text } from '#schema/translatable.ts'
import { recordAction } from '#server/domains/moderation/audit-log/record-action.ts'
import type { NamedMember } from '#server/domains/moderation/named-member.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'
import { releasedKey } from '#server/platform/postgres/released-key.ts'

export interface HeldMessageContext extends Pick<Platform, 'database' | 'clock' | 'events'> {
  chat: {
    /** Sends a message that was held. @throws ApiError CONVERSATION_ENDED, NOT_FOUND */
    sendReleased(
      sender: NamedMember,
      input: { conversationId: string; message: string; clientMessageId: string },
    ): Promise<unknown>
  }
}

/**
 * Releases or refuses a held message, and records the decision. A released message is delivered unless the conversation has
 * ended. @throws ApiError NOT_FOUND, FORBIDDEN for the sender, CONFLICT when another moderator decided first
 */
export async function decideHeldMessage(
  context: HeldMessageContext,
  actor: Actor,
  id: string,
  release: boolean,
): Promise<void> {
  const { database, clock, events } = context
  const { held, delivered } = await database.prisma.$transaction(
    async (transaction) => {
      const held = await lockHeldMessage(transaction, actor, id)
      const at = new Date(clock.now())
      const delivered = release && (await deliver(context, held))
      await transaction.heldMessage.update({
        where: { id },
        data: { status: release ? 'RELEASED' : 'REFUSED', decidedAt: at },
      })
      await recordAction(transaction, {
        kind: release ? 'RELEASE_MESSAGE' : 'REFUSE_MESSAGE',
        actorId: actor.id,
        subjectId: held.senderId,
        reason: `Held by the filter: ${held.rule}`,
        at,
      })
      return { held, delivered }
    },
    { maxWait: 10_000, timeout: 15_000 },
  )
  const { senderId, conversationId } = held
  await events.emit('moderationChanged', {
    kind: 'MESSAGE_DECIDED',
    ids: [id],
    subjectId: senderId,
    actorId: actor.id,
  })
  if (release) await events.emit('messageReleased', { senderId, conversationId, heldId: id, delivered })
}

/** @throws ApiError NOT_FOUND, FORBIDDEN for the sender, CONFLICT once it is decided */
async function lockHeldMessage(transaction: Transaction, actor: Actor, id: string) {
  await transaction.$queryRaw`SELECT 1 FROM held_message WHERE id = ${id}::uuid FOR UPDATE`
  const held = await transaction.heldMessage.findUnique({
    where: { id },
    include: { sender: { select: { id: true, displayName: true } } },
  })
  if (!held) throw new ApiError('NOT_FOUND', text('We cannot find this message.'))
  if (held.senderId === actor.id) throw new ApiError('FORBIDDEN', text('You cannot review your own message.'))
  if (held.status !== 'HELD')
    throw new ApiError('CONFLICT', text('Another moderator has already reviewed this message.'))
  return held
}

/** Returns false when the message can no longer be sent. */
async function deliver(
  { chat }: HeldMessageContext,
  held: { id: string; conversationId: string; body: string; sender: NamedMember },
): Promise<boolean> {
  try {
    await chat.sendReleased(held.sender, {
      conversationId: held.conversationId,
      message: held.body,
      clientMessageId: releasedKey(held.id),
    })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
