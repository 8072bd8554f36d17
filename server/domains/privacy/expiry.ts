import { RETENTION } from '#schema/privacy.ts'
import { MAY_ASK_TO_KEEP } from '#server/platform/postgres/kept-sql.ts'
import { clearBatch, deleteBatch, inBatches, type Sweep } from './batches.ts'
import { daysBefore, idsBefore, monthsBefore } from './due-dates.ts'

/** A statement for expired rows. It uses an index, so a sweep costs only what it deletes. */
interface Expiry {
  text: string
  values: unknown[]
}

function accountExpiries(now: number): Expiry[] {
  const date = new Date(now)
  const sessionsEnded = daysBefore(now, RETENTION.endedSessionDays)
  const signIns = monthsBefore(now, RETENTION.signInMonths)
  const codes = daysBefore(now, RETENTION.usedCodeDays)
  const notifications = monthsBefore(now, RETENTION.notificationMonths)
  const code = (table: string) => ({
    text: deleteBatch(table, { where: 'id < $1 AND (expires < $2 OR used_at < $2)' }),
    values: [idsBefore(codes), codes],
  })
  return [
    { text: deleteBatch('data_export', { where: 'expires <= $1' }), values: [date] },
    {
      text: deleteBatch('ban_signal', { key: 'kind, hash, user_id', where: 'expires <= $1' }),
      values: [date],
    },
    {
      // A revoked session would have expired within thirty days, so this finds all of them.
      text: deleteBatch('session', { where: 'expires < $1 AND (expires < $2 OR revoked_at < $2)' }),
      values: [daysBefore(now, RETENTION.endedSessionDays - 31), sessionsEnded],
    },
    {
      text: deleteBatch('profile_visitor', { where: 'id < $1 AND visit_time < $2' }),
      values: [idsBefore(signIns), signIns],
    },
    {
      // The nodes read them within a second.
      text: deleteBatch('session_invalidation', { where: 'at < $1' }),
      values: [daysBefore(now, 1)],
    },
    { text: 'SELECT fold_list_sizes()', values: [] },
    code('email_verification'),
    code('password_reset'),
    {
      // Enrolments that were never confirmed.
      text: deleteBatch('second_factor', { key: 'user_id', where: 'confirmed_at IS NULL AND created < $1' }),
      values: [daysBefore(now, 1)],
    },
    {
      text: deleteBatch('used_passkey_challenge', { key: 'hash', where: 'expires <= $1' }),
      values: [date],
    },
    {
      text: deleteBatch('notification', { where: 'id < $1 AND created < $2' }),
      values: [idsBefore(notifications), notifications],
    },
    {
      // A wish lapses when its conversation has ended for too long. The clock of the database compares it everywhere.
      text: deleteBatch('keep_wish', {
        key: 'keep_wish.user_id, keep_wish.conversation_id',
        from: 'keep_wish JOIN conversation ON conversation.id = keep_wish.conversation_id',
        where: `NOT ${MAY_ASK_TO_KEEP}`,
      }),
      values: [],
    },
    {
      text: deleteBatch('search_wait', { key: 'interest, hour', where: 'hour < $1' }),
      values: [daysBefore(now, RETENTION.searchWaitDays)],
    },
    {
      // A bell that was turned off stays only until it could ring again.
      text: deleteBatch('interest_bell', {
        key: 'user_id, interest',
        where: 'NOT is_on AND rests_until <= $1',
      }),
      values: [date],
    },
    {
      text: deleteBatch('held_message', { where: "decided_at < $1 AND status <> 'HELD'" }),
      values: [daysBefore(now, RETENTION.decidedHeldMessageDays)],
    },
  ]
}

/** An expired knock also ends its notification, and a conversation that was never open. */
function knockExpiries(now: number): Expiry[] {
  const date = new Date(now)
  const expired = 'knock.id < $1 AND knock.expires <= $2'
  const values = [idsBefore(date), date]
  return [
    {
      text: deleteBatch('notification', {
        key: 'notification.id',
        from: `knock JOIN notification ON notification.user_id = knock.to_id
          AND notification.dedupe_key = 'knock:' || knock.from_id AND notification.created < knock.expires`,
        where: expired,
      }),
      values,
    },
    {
      text: deleteBatch('conversation', {
        key: 'conversation.id',
        from: 'knock JOIN conversation ON conversation.id = knock.conversation_id',
        where: `${expired} AND conversation.opened_at <= 'epoch' AND NOT EXISTS (
          SELECT 1 FROM knock later WHERE later.conversation_id = conversation.id AND later.expires > $2
        )`,
      }),
      values,
    },
    { text: deleteBatch('knock', { where: expired }), values },
  ]
}

function launchListExpiries(now: number): Expiry[] {
  return [
    {
      text: clearBatch(
        'launch_notification',
        { ip_address: 'NULL', user_agent: 'NULL', city: 'NULL', state: 'NULL', country: 'NULL' },
        `"timestamp" < $1 AND (ip_address IS NOT NULL OR user_agent IS NOT NULL OR country IS NOT NULL)`,
      ),
      values: [daysBefore(now, RETENTION.launchOriginDays)],
    },
    {
      text: deleteBatch('launch_notification', { where: 'notified_at < $1 OR "timestamp" < $2' }),
      values: [monthsBefore(now, RETENTION.launchMailedMonths), monthsBefore(now, RETENTION.launchMonths)],
    },
  ]
}

function moderationExpiries(now: number): Expiry[] {
  const essential = monthsBefore(now, RETENTION.essentialMonths)
  return [
    {
      text: clearBatch(
        'report',
        { evidence: "'[]'" },
        `id < $1 AND decided_at < $2 AND status <> 'OPEN' AND evidence <> '[]'`,
      ),
      values: [idsBefore(essential), essential],
    },
    {
      text: deleteBatch('moderator_note', { where: 'id < $1 AND created < $2' }),
      values: [idsBefore(essential), essential],
    },
    {
      text: deleteBatch('report_claim', { key: 'report_id', where: 'expires <= $1' }),
      values: [new Date(now)],
    },
    {
      // The trigger that protects the audit log uses the database's clock.
      text: deleteBatch('moderation_action', {
        where: `at < least($1, now() - interval '24 months') AND subject_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM "user" WHERE "user".id = moderation_action.subject_id)`,
      }),
      values: [essential],
    },
  ]
}

/** Deletes rows whose retention period has ended. A failure does not stop the other tables. */
export async function removeExpired({ pool, now, shouldContinue, onError }: Sweep): Promise<void> {
  for (const { text, values } of [
    ...accountExpiries(now),
    ...knockExpiries(now),
    ...launchListExpiries(now),
    ...moderationExpiries(now),
  ]) {
    await inBatches({ pool, shouldContinue }, text, values).catch(onError)
  }
}
