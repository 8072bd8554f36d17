import type { WarningKind } from '#schema/moderation.ts'
import { type Sentence, sentenceOf, type Text, text } from '#schema/translatable.ts'
import type { DomainEvents } from '#server/events.ts'
import type { Inbox } from './inbox.ts'

const path = '/safety-centre'
const WARNING_HEADINGS: Record<WarningKind, Sentence> = { WARN: text('A warning from our moderators') }
/** Events may be emitted again, so each notification is created once. */
const once = { once: true }

/** Returns the listeners that notify members of moderation decisions. */
export const createDecisionNotices = ({
  inbox: { notify },
  outcomeText,
}: {
  inbox: Pick<Inbox, 'notify'>
  /** Returns the text of an outcome that is stored in English. */
  outcomeText: (stored: string) => Text
}) => ({
  reportDecided({ reporterId, reportId, outcome }: DomainEvents['reportDecided']) {
    const heading = text('We reviewed your report')
    const dedupeKey = `report:${reportId}`
    return notify(
      reporterId,
      { kind: 'report_decided', heading, body: outcomeText(outcome), path, dedupeKey },
      once,
    )
  },

  userWarned({ userId, actionId, kind, reason }: DomainEvents['userWarned']) {
    const heading = WARNING_HEADINGS[kind]
    const dedupeKey = `warning:${actionId}`
    return notify(userId, { kind: 'warning', heading, body: sentenceOf(reason), path, dedupeKey }, once)
  },

  messageReleased({ senderId, conversationId, heldId, delivered }: DomainEvents['messageReleased']) {
    const heading = text('Your message was approved')
    const body = delivered
      ? text('We held it back by mistake, and we have now sent it.')
      : text('We held it back by mistake. The conversation has ended, so we could not send it.')
    const dedupeKey = `released:${heldId}`
    return notify(senderId, { kind: 'message_released', heading, body, conversationId, dedupeKey }, once)
  },

  appealDecided({ userId, actionId, reversed, answer }: DomainEvents['appealDecided']) {
    const heading = reversed ? text('Your appeal was granted') : text('Your appeal was turned down')
    const dedupeKey = `appeal:${actionId}`
    return notify(
      userId,
      { kind: 'appeal_decided', heading, body: sentenceOf(answer), path, dedupeKey },
      once,
    )
  },
})
