import type { DomainEvents } from '#server/events.ts'
import type { PushServiceName } from '#server/platform/metrics/instruments.ts'
import type { createMessageNotices } from './message-notices.ts'
import { bellTag, conversationTag, eveningTag, knockTag, type Notice, RING_TAG } from './notices.ts'
import type { PushContext } from './push-context.ts'
import { forgetNotice, queueNotices } from './queue-notices.ts'

/** Returns the listeners that tell members on their browsers. They report failures and never throw. */
export function createPushReactions(
  context: PushContext & { onQueued(services: PushServiceName[]): void },
  messages: Pick<ReturnType<typeof createMessageNotices>, 'add'>,
) {
  const { pool, vapid, onError, onQueued } = context
  const tell = async (...notices: Notice[]) => {
    if (vapid) await queueNotices(context, notices).then(onQueued, onError)
  }
  const decision = (userId: string, tag: string) => tell({ userId, kind: 'decision', tag })

  return {
    messageSent(message: DomainEvents['messageSent']) {
      if (vapid) messages.add(message)
    },
    messageReleased({ senderId, conversationId, heldId, delivered }: DomainEvents['messageReleased']) {
      if (vapid && delivered) messages.add({ senderId, conversationId })
      return decision(senderId, `released:${heldId}`)
    },
    matchFound({ conversationId, userIds: [one, other] }: DomainEvents['matchFound']) {
      const match = { kind: 'match', tag: conversationTag(conversationId), conversationId } as const
      return tell({ ...match, userId: one, aboutId: other }, { ...match, userId: other, aboutId: one })
    },
    knockArrived({ userId, senderId }: DomainEvents['knockArrived']) {
      return tell({ userId, kind: 'knock', tag: knockTag(senderId), aboutId: senderId })
    },
    bellRang({ userId, interest }: DomainEvents['bellRang']) {
      return tell({ userId, kind: 'interest', tag: bellTag(interest) })
    },
    async knockEnded({ userId, senderId }: DomainEvents['knockEnded']) {
      if (vapid) await forgetNotice(context, userId, knockTag(senderId)).catch(onError)
    },
    eveningSoon({ reminders }: DomainEvents['eveningSoon']) {
      return tell(
        ...reminders.map(({ userId, eveningId }) => ({
          userId,
          kind: 'evening' as const,
          tag: eveningTag(eveningId),
        })),
      )
    },
    /** Rings the member, or forgets a ring that is over. */
    async searchChanged({ userId, state, rungWith }: DomainEvents['searchChanged']) {
      if (rungWith !== null && state.comeUntil !== null)
        return tell({ userId, kind: 'ring', tag: RING_TAG, aboutId: rungWith })
      if (vapid && state.comeUntil === null) await forgetNotice(context, userId, RING_TAG).catch(onError)
    },
    membersKept({ userId, partnerId, conversationId }: DomainEvents['membersKept']) {
      return tell({ userId, kind: 'kept', tag: `kept:${conversationId}`, aboutId: partnerId })
    },
    reportDecided: ({ reporterId, reportId }: DomainEvents['reportDecided']) =>
      decision(reporterId, `report:${reportId}`),
    userWarned: ({ userId, actionId }: DomainEvents['userWarned']) => decision(userId, `warning:${actionId}`),
    appealDecided: ({ userId, actionId }: DomainEvents['appealDecided']) =>
      decision(userId, `appeal:${actionId}`),
    /** Ends the push messages of a member who may not use the app. Their sessions may go on. */
    async forgetMember({ userId }: { userId: string }) {
      await pool.query('DELETE FROM push_subscription WHERE user_id = $1', [userId]).catch(onError)
    },
  }
}
