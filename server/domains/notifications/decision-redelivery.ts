import { RESTRICTION_KINDS, WARNING_KINDS } from '#schema/moderation.ts'
import type { DomainEventName, DomainEvents } from '#server/events.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { isNotErased } from '#server/platform/postgres/account-status-sql.ts'
import { quotedList } from '#server/platform/postgres/quoted-list.ts'
import { releasedKeySql } from '#server/platform/postgres/released-key.ts'

/** How far back the first run looks, and later runs while a delivery fails. */
const MAX_LOOKBACK = 7 * 24 * 60 * 60_000
/** Runs overlap by this much: decisions commit after their timestamp, and the clocks of nodes differ. */
const OVERLAP = 10 * 60_000
const BATCH = 200

const hasNotification = (userId: string, key: string) =>
  `EXISTS (SELECT 1 FROM notification WHERE notification.user_id = ${userId} AND dedupe_key = ${key})`

/** A condition on a row `action`: it was not reversed. */
const NOT_REVERSED = `NOT EXISTS (
    SELECT 1 FROM moderation_action later WHERE later.subject_id = action.subject_id AND later.reversed = action.id
  )`

type UndeliveredQueries = { [Name in DomainEventName]?: string }

/**
 * Selects the events of decisions made between `$1` and `$2` that were not delivered: each has neither a notification with
 * its key nor a mail. Every query uses an index on the time of the decision.
 */
const UNDELIVERED = {
  userWarned: `
SELECT action.subject_id AS "userId", action.id AS "actionId", action.kind::text AS kind, action.reason
FROM moderation_action action JOIN "user" person ON person.id = action.subject_id
WHERE action.at > $1 AND action.at <= $2 AND action.kind IN (${quotedList(WARNING_KINDS)}) AND ${NOT_REVERSED} AND ${isNotErased('person')}
  AND NOT ${hasNotification('person.id', `'warning:' || action.id`)}
LIMIT ${BATCH}`,

  userSanctioned: `
SELECT action.subject_id AS "userId", action.id AS "actionId", action.kind::text AS kind, action.reason, action.until
FROM moderation_action action JOIN "user" person ON person.id = action.subject_id
WHERE action.at > $1 AND action.at <= $2 AND action.kind IN (${quotedList(RESTRICTION_KINDS)}) AND ${NOT_REVERSED}
  AND (action.until IS NULL OR action.until > $2) AND ${isNotErased('person')}
  AND NOT EXISTS (SELECT 1 FROM decision_mail WHERE action_id = action.id AND NOT appeal)
LIMIT ${BATCH}`,

  reportDecided: `
SELECT report.reporter_id AS "reporterId", report.id AS "reportId", report.outcome
FROM report JOIN "user" person ON person.id = report.reporter_id
WHERE report.decided_at > $1 AND report.decided_at <= $2 AND report.status <> 'OPEN' AND report.outcome IS NOT NULL
  AND ${isNotErased('person')} AND NOT ${hasNotification('person.id', `'report:' || report.id`)}
LIMIT ${BATCH}`,

  appealDecided: `
SELECT appeal.user_id AS "userId", appeal.action_id AS "actionId", appeal.status = 'REVERSED' AS reversed, appeal.answer
FROM appeal JOIN "user" person ON person.id = appeal.user_id
WHERE appeal.decided_at > $1 AND appeal.decided_at <= $2 AND appeal.answer IS NOT NULL AND ${isNotErased('person')}
  AND NOT (${hasNotification('person.id', `'appeal:' || appeal.action_id`)}
    AND EXISTS (SELECT 1 FROM decision_mail WHERE action_id = appeal.action_id AND appeal))
LIMIT ${BATCH}`,

  // Nodes of the version before released messages under the second key.
  messageReleased: `
SELECT held.sender_id AS "senderId", held.conversation_id AS "conversationId", held.id AS "heldId", EXISTS (
    SELECT 1 FROM message WHERE message.conversation_id = held.conversation_id
      AND message.sender_id = held.sender_id AND client_message_id IN (${releasedKeySql('held.id')}, 'held:' || held.id)
  ) AS delivered
FROM moderation_action action
JOIN held_message held ON held.sender_id = action.subject_id AND held.decided_at = action.at
JOIN "user" person ON person.id = held.sender_id
WHERE action.at > $1 AND action.at <= $2 AND action.kind = 'RELEASE_MESSAGE' AND held.status = 'RELEASED'
  AND ${isNotErased('person')} AND NOT ${hasNotification('person.id', `'released:' || held.id`)}
LIMIT ${BATCH}`,
} as const satisfies UndeliveredQueries

/**
 * Returns a function that emits the events of undelivered decisions again, because a node died or a delivery failed. The
 * listeners are idempotent. The function returns how many events it emitted.
 */
export function createDecisionRedelivery({
  database: { pool },
  clock,
  events,
}: Pick<Platform, 'database' | 'clock' | 'events'>) {
  /** Every decision before this time was delivered. */
  let deliveredUntil = Number.NEGATIVE_INFINITY

  async function redeliver<Name extends DomainEventName & keyof typeof UNDELIVERED>(
    name: Name,
    since: Date,
    until: Date,
  ) {
    const { rows } = await pool.query<DomainEvents[Name]>(UNDELIVERED[name], [since, until])
    for (const event of rows) await events.emit(name, event)
    return rows.length
  }

  return async (): Promise<number> => {
    const now = clock.now()
    const since = new Date(Math.max(deliveredUntil, now - MAX_LOOKBACK))
    const until = new Date(now)
    const emitted =
      (await redeliver('userSanctioned', since, until)) +
      (await redeliver('userWarned', since, until)) +
      (await redeliver('reportDecided', since, until)) +
      (await redeliver('appealDecided', since, until)) +
      (await redeliver('messageReleased', since, until))
    // After a redelivery the period is checked again, because a listener may have failed again.
    if (emitted === 0) deliveredUntil = now - OVERLAP
    return emitted
  }
}
