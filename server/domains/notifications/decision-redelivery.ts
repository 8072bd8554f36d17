import type { DomainEventName, DomainEvents, EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isNotErased } from '#server/platform/postgres/account-status-sql.ts'
import type { Database } from '#server/platform/postgres/index.ts'

/** How far back it is looked at a start, and at most while something cannot be told. */
const AT_MOST = 7 * 24 * 60 * 60_000
/** Decided at one instant, committed a little later, by a clock that is not this one. */
const OVERLAP = 10 * 60_000
const AT_ONCE = 200

const toldAs = (userId: string, key: string) =>
  `EXISTS (SELECT 1 FROM notification WHERE notification.user_id = ${userId} AND dedupe_key = ${key})`

/** Of a row `action`: nobody has taken it back. */
const STANDS = `NOT EXISTS (
    SELECT 1 FROM moderation_action later WHERE later.subject_id = action.subject_id AND later.reversed = action.id
  )`

type Owed = { [Name in DomainEventName]?: string }

/**
 * What was decided since `$1`, and of which nobody was told by `$2`, as the events that tell it. Each is read on an index
 * of when it was decided, and whether it was told by the key that it is told under.
 */
const OWED = {
  userWarned: `
SELECT action.subject_id AS "userId", action.id AS "actionId", action.reason
FROM moderation_action action JOIN "user" person ON person.id = action.subject_id
WHERE action.at > $1 AND action.at <= $2 AND action.kind = 'WARN' AND ${STANDS} AND ${isNotErased('person')}
  AND NOT ${toldAs('person.id', `'warning:' || action.id`)}
LIMIT ${AT_ONCE}`,

  userSanctioned: `
SELECT action.subject_id AS "userId", action.id AS "actionId", action.reason, action.until
FROM moderation_action action JOIN "user" person ON person.id = action.subject_id
WHERE action.at > $1 AND action.at <= $2 AND action.kind IN ('SUSPEND', 'PAUSE', 'BAN') AND ${STANDS}
  AND (action.until IS NULL OR action.until > $2) AND ${isNotErased('person')}
  AND NOT EXISTS (SELECT 1 FROM decision_mail WHERE action_id = action.id AND NOT appeal)
LIMIT ${AT_ONCE}`,

  reportDecided: `
SELECT report.reporter_id AS "reporterId", report.id AS "reportId", report.outcome
FROM report JOIN "user" person ON person.id = report.reporter_id
WHERE report.decided_at > $1 AND report.decided_at <= $2 AND report.status <> 'OPEN' AND report.outcome IS NOT NULL
  AND ${isNotErased('person')} AND NOT ${toldAs('person.id', `'report:' || report.id`)}
LIMIT ${AT_ONCE}`,

  appealDecided: `
SELECT appeal.user_id AS "userId", appeal.action_id AS "actionId", appeal.status = 'REVERSED' AS reversed, appeal.answer
FROM appeal JOIN "user" person ON person.id = appeal.user_id
WHERE appeal.decided_at > $1 AND appeal.decided_at <= $2 AND appeal.answer IS NOT NULL AND ${isNotErased('person')}
  AND NOT (${toldAs('person.id', `'appeal:' || appeal.action_id`)}
    AND EXISTS (SELECT 1 FROM decision_mail WHERE action_id = appeal.action_id AND appeal))
LIMIT ${AT_ONCE}`,

  messageReleased: `
SELECT held.sender_id AS "senderId", held.conversation_id AS "conversationId", held.id AS "heldId", EXISTS (
    SELECT 1 FROM message WHERE message.conversation_id = held.conversation_id
      AND message.sender_id = held.sender_id AND client_message_id = 'held:' || held.id
  ) AS delivered
FROM moderation_action action
JOIN held_message held ON held.sender_id = action.subject_id AND held.decided_at = action.at
JOIN "user" person ON person.id = held.sender_id
WHERE action.at > $1 AND action.at <= $2 AND action.kind = 'RELEASE_MESSAGE' AND held.status = 'RELEASED'
  AND ${isNotErased('person')} AND NOT ${toldAs('person.id', `'released:' || held.id`)}
LIMIT ${AT_ONCE}`,
} as const satisfies Owed

/**
 * Announces again what was decided and never told, as the node that decided it died or could not. Who listens tells it
 * once, whoever announces it. Answers how much was owed.
 */
export function createDecisionRedelivery({
  database: { pool },
  clock,
  events,
}: {
  database: Pick<Database, 'pool'>
  clock: Clock
  events: EventBus
}) {
  /** Nothing that was decided before is owed. */
  let settled = Number.NEGATIVE_INFINITY

  async function tell<Name extends DomainEventName & keyof typeof OWED>(
    name: Name,
    since: Date,
    until: Date,
  ) {
    const { rows } = await pool.query<DomainEvents[Name]>(OWED[name], [since, until])
    for (const event of rows) await events.emit(name, event)
    return rows.length
  }

  return async (): Promise<number> => {
    const now = clock.now()
    const since = new Date(Math.max(settled, now - AT_MOST))
    const until = new Date(now)
    const owed =
      (await tell('userSanctioned', since, until)) +
      (await tell('userWarned', since, until)) +
      (await tell('reportDecided', since, until)) +
      (await tell('appealDecided', since, until)) +
      (await tell('messageReleased', since, until))
    // What was owed is looked at once more, as it may have failed again.
    if (owed === 0) settled = now - OVERLAP
    return owed
  }
}
