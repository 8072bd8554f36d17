import type { Message, Page } from '#schema/chat.ts'
import { record } from '#server/domains/moderation/audit-log/record-action.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import type { PersonInQueue } from '#server/domains/moderation/person-in-queue.ts'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import type { Database } from '#server/platform/postgres/index.ts'

export interface HeldMessage {
  id: string
  text: string
  /** Which filter held it. */
  rule: string
  created: Date
  sender: PersonInQueue
}

export interface HeldMessages {
  /** What waits, the oldest first. */
  list(place: PageRequest): Promise<Page<HeldMessage>>
  /** Let through, it is sent if the two still talk. @throws ApiError NOT_FOUND, CONFLICT when somebody else was faster */
  decide(actor: Actor, id: string, release: boolean): Promise<void>
}

export interface HeldMessageDeps {
  database: Pick<Database, 'prisma'>
  clock: Clock
  events: EventBus
  /** Sends what had been held. @throws ApiError CONVERSATION_ENDED, NOT_FOUND */
  sendReleased(
    sender: PersonInQueue,
    input: { conversationId: string; message: string; clientMessageId: string },
  ): Promise<Message>
}

const named = { select: { id: true, displayName: true } } as const

export function createHeldMessages({
  database: { prisma },
  clock,
  events,
  sendReleased,
}: HeldMessageDeps): HeldMessages {
  /** False when there is nobody any more to whom it could be sent. */
  async function deliver(held: { id: string; conversationId: string; body: string; sender: PersonInQueue }) {
    try {
      // A key of its own: whatever happens in between, it is sent once.
      await sendReleased(held.sender, {
        conversationId: held.conversationId,
        message: held.body,
        clientMessageId: `held:${held.id}`,
      })
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  }

  return {
    async list(place) {
      const where = { status: 'HELD' } as const
      const [rows, total] = await Promise.all([
        prisma.heldMessage.findMany({
          where,
          include: { sender: named },
          orderBy: [{ created: 'asc' }, { id: 'asc' }],
          ...pageRange(place),
        }),
        prisma.heldMessage.count({ where }),
      ])
      const elements = rows.map(({ id, body, rule, created, sender }) => ({
        id,
        text: body,
        rule,
        created,
        sender,
      }))
      return pageOf(elements, total, place)
    },

    async decide(actor, id, release) {
      const { held, delivered } = await prisma.$transaction(
        async (transaction) => {
          await transaction.$queryRaw`SELECT 1 FROM held_message WHERE id = ${id}::uuid FOR UPDATE`
          const held = await transaction.heldMessage.findUnique({ where: { id }, include: { sender: named } })
          if (!held) throw new ApiError('NOT_FOUND', 'There is no such message.')
          if (held.senderId === actor.id) throw new ApiError('FORBIDDEN', 'Nobody decides about themselves.')
          if (held.status !== 'HELD')
            throw new ApiError('CONFLICT', 'Somebody else has decided about this message meanwhile.')
          const at = new Date(clock.now())
          const delivered = release && (await deliver(held))
          await transaction.heldMessage.update({
            where: { id },
            data: { status: release ? 'RELEASED' : 'REFUSED', decidedAt: at },
          })
          await record(transaction, {
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
      if (!release) return
      await events.emit('messageReleased', { senderId, conversationId, heldId: id, delivered })
    },
  }
}
