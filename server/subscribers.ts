import type { Live } from './domains/live/index.ts'
import { createBillingMails, type DecisionMails, type Mail } from './domains/mail/index.ts'
import type { Matching } from './domains/matching/index.ts'
import { createDecisionNotices, type Inbox } from './domains/notifications/index.ts'
import type { Presence } from './domains/presence/index.ts'
import type { EventBus } from './events.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/postgres/index.ts'

/** Who hears what the domains announce, beyond what a room listens for itself. In the order in which it matters. */
export function subscribe({
  events,
  database,
  config,
  mail,
  inbox,
  decisionMails,
  presence,
  matching,
  live,
  onError,
}: {
  events: EventBus
  database: Database
  config: Config
  mail: Mail
  inbox: Inbox
  decisionMails: DecisionMails
  presence: Presence
  matching: Matching
  live: Live
  onError(error: unknown): void
}) {
  const billingMails = createBillingMails({ database, mail, publicUrl: config.publicUrl, onError })
  events.on('premiumGranted', (grant) => billingMails.receipt(grant))
  events.on('userSanctioned', (event) => decisionMails.sendSanctionMail(event))
  events.on('appealDecided', (event) => decisionMails.sendAppealMail(event))
  const notices = createDecisionNotices(inbox)
  events.on('reportDecided', notices.reportDecided)
  events.on('userWarned', notices.userWarned)
  events.on('appealDecided', notices.appealDecided)
  events.on('messageReleased', notices.messageReleased)
  events.on('missedRead', ({ userId, conversationId }) => inbox.markReminderRead(userId, conversationId))
  events.on('accountClosed', ({ userId }) => inbox.deleteReminders(userId))
  events.on('userBlocked', async ({ blockerId, blockedId }) => {
    await inbox.deleteReminders(blockedId, blockerId)
    await inbox.deleteReminders(blockerId, blockedId)
  })
  events.on('interestsChanged', ({ userId, interests }) => presence.changed(userId, interests))
  events.on('userBlocked', ({ blockerId, blockedId }) => matching.block(blockerId, blockedId))
  events.on('conversationEnded', ({ endedBy, partnerId }) => matching.forget(endedBy, partnerId))
  events.on('userSuspended', ({ userId }) => matching.remove(userId))
  events.on('userSuspended', ({ userId }) => live.endPerson(userId))
  events.on('sessionsRevoked', ({ userId, sessionKeys }) => live.endSessions(userId, sessionKeys))
  events.on('userReported', async ({ reportId, reportedId }) => {
    const about = { ids: [reportId], subjectId: reportedId, actorId: null }
    await events.emit('moderationChanged', { kind: 'REPORT_ARRIVED', ...about })
  })
  events.on('moderationChanged', (change) => live.topics.publish('moderation', JSON.stringify(change)))
  events.on('accountClosed', ({ userId }) => matching.remove(userId))
  events.on('accountClosed', ({ userId }) => live.endPerson(userId))
}
