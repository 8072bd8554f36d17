import type { Facts } from '#server/events.ts'
import type { Inbox } from './inbox.ts'

const path = '/safety-centre'
/** A fact is announced again where nobody may have been told of it. */
const once = { once: true }

/** What members are told of decisions. */
export const createNotices = ({ notify }: Pick<Inbox, 'notify'>) => ({
  reportDecided({ reporterId, reportId, outcome }: Facts['reportDecided']) {
    const heading = 'We looked at your report'
    const dedupeKey = `report:${reportId}`
    return notify(reporterId, { kind: 'report_decided', heading, body: outcome, path, dedupeKey }, once)
  },

  userWarned({ userId, actionId, reason }: Facts['userWarned']) {
    const heading = 'A warning from our moderators'
    const dedupeKey = `warning:${actionId}`
    return notify(userId, { kind: 'warning', heading, body: reason, path, dedupeKey }, once)
  },

  messageReleased({ senderId, conversationId, heldId, delivered }: Facts['messageReleased']) {
    const heading = 'Your message was fine'
    const body = delivered
      ? 'We had held it back by mistake. It is sent now.'
      : 'We had held it back by mistake. The conversation is over, so it was not sent.'
    const dedupeKey = `released:${heldId}`
    return notify(senderId, { kind: 'message_released', heading, body, conversationId, dedupeKey }, once)
  },

  appealDecided({ userId, actionId, reversed, answer }: Facts['appealDecided']) {
    const heading = reversed ? 'Your appeal was granted' : 'Your appeal was not granted'
    const dedupeKey = `appeal:${actionId}`
    return notify(userId, { kind: 'appeal_decided', heading, body: answer, path, dedupeKey }, once)
  },
})
