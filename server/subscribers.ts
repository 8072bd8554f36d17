import type { Live } from './domains/live/index.ts'
import { createBillingMails, type Mail, type SafetyMails } from './domains/mail/index.ts'
import type { Matching } from './domains/matching/index.ts'
import { createNotices, type Inbox } from './domains/notifications/index.ts'
import type { Presence } from './domains/presence/index.ts'
import type { FactBus } from './events.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/postgres/index.ts'

/** Who hears what the rooms announce, beyond what a room listens for itself. In the order in which it matters. */
export function wireFacts({
  facts,
  database,
  config,
  mail,
  inbox,
  safetyMails,
  presence,
  matching,
  live,
  onError,
}: {
  facts: FactBus
  database: Database
  config: Config
  mail: Mail
  inbox: Inbox
  safetyMails: SafetyMails
  presence: Presence
  matching: Matching
  live: Live
  onError(error: unknown): void
}) {
  const billingMails = createBillingMails({ database, mail, publicUrl: config.publicUrl, onError })
  facts.on('premiumGranted', (grant) => billingMails.receipt(grant))
  facts.on('userSanctioned', (fact) => safetyMails.sanctioned(fact))
  facts.on('appealDecided', (fact) => safetyMails.appealDecided(fact))
  const notices = createNotices(inbox)
  facts.on('reportDecided', notices.reportDecided)
  facts.on('userWarned', notices.userWarned)
  facts.on('appealDecided', notices.appealDecided)
  facts.on('messageReleased', notices.messageReleased)
  facts.on('missedRead', ({ userId, conversationId }) => inbox.missedRead(userId, conversationId))
  facts.on('accountClosed', ({ userId }) => inbox.forgetMissed(userId))
  facts.on('userBlocked', async ({ blockerId, blockedId }) => {
    await inbox.forgetMissed(blockedId, blockerId)
    await inbox.forgetMissed(blockerId, blockedId)
  })
  facts.on('interestsChanged', ({ userId, interests }) => presence.changed(userId, interests))
  facts.on('userBlocked', ({ blockerId, blockedId }) => matching.block(blockerId, blockedId))
  facts.on('conversationEnded', ({ endedBy, partnerId }) => matching.forget(endedBy, partnerId))
  facts.on('userSuspended', ({ userId }) => matching.remove(userId))
  facts.on('userSuspended', ({ userId }) => live.endPerson(userId))
  facts.on('sessionsRevoked', ({ userId, sessionKeys }) => live.endSessions(userId, sessionKeys))
  facts.on('userReported', async ({ reportId, reportedId }) => {
    const about = { ids: [reportId], subjectId: reportedId, actorId: null }
    await facts.announce('moderationChanged', { kind: 'REPORT_ARRIVED', ...about })
  })
  facts.on('moderationChanged', (change) => live.topics.publish('moderation', JSON.stringify(change)))
  facts.on('accountClosed', ({ userId }) => matching.remove(userId))
  facts.on('accountClosed', ({ userId }) => live.endPerson(userId))
}
