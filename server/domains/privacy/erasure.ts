import { DELETED_ACCOUNT } from '#schema/partner-name.ts'
import { RETENTION } from '#schema/privacy.ts'
import { ERASED_DOMAIN } from '#server/platform/account-status.ts'
import { isNotErased } from '#server/platform/postgres/account-status-sql.ts'
import type { Tombstones } from '#server/platform/tombstones/index.ts'
import { clearBatch, deleteBatch, forEachUser, inBatches, type Sweep, USERS_PER_QUERY } from './batches.ts'
import { daysAfter, monthsBefore } from './due-dates.ts'

/** Replaces the password hash when an erasure begins. */
export const NO_PASSWORD = 'erased'

/** Recognises the mailbox of an erased member at a new registration, so erasure does not end a sanction. */
export interface MailboxSignals {
  /** How many days the hash is kept; 0 when the operator keeps none. */
  signalDays: number
  mailboxHash(email: string): Buffer
}

/** Open reports about the member and open appeals of theirs postpone an erasure, because they need the evidence. */
const NOTHING_OPEN = `NOT EXISTS (SELECT 1 FROM report WHERE report.reported_id = person.id AND report.status = 'OPEN')
    AND NOT EXISTS (SELECT 1 FROM appeal WHERE appeal.user_id = person.id AND appeal.status = 'OPEN')`

/** A suspension that outlasts the mailbox hash, which is kept until `$3`, postpones an erasure. Bans do not expire. */
const NO_LONG_SUSPENSION =
  '(person.banned_at IS NOT NULL OR person.suspended_until IS NULL OR person.suspended_until <= $3)'

/** Requested erasures, accounts closed for twelve months, and erasures that were interrupted. */
const DUE = `person.erased_at IS NULL AND (person.erase_after <= $1 OR person.closed_at <= $2)
    AND (person.password_hash = '${NO_PASSWORD}' OR (${NO_LONG_SUSPENSION} AND ${NOTHING_OPEN}))`

const NEXT_DUE = `SELECT id FROM "user" person WHERE ${DUE} AND id <> ALL($4::uuid[]) LIMIT ${USERS_PER_QUERY}`

const READ_EMAIL = 'SELECT user_name AS email FROM "user" WHERE id = $1'

/** The end of the member's last sanction. */
const SANCTIONED_UNTIL = `CASE WHEN person.banned_at IS NOT NULL THEN 'infinity'
    ELSE greatest(person.suspended_until, (
      SELECT max(expires) FROM strike WHERE strike.user_id = person.id AND strike.revoked_at IS NULL
    )) END`

/**
 * Overwrites the profile, after which a login cannot keep the account; logins lock the same row. Also deletes the launch
 * list entry of the address. During a ban, a suspension or a strike, the hash of the mailbox is stored.
 */
const BEGIN = `
  WITH begun AS (
    SELECT id, user_name, ${SANCTIONED_UNTIL} AS sanctioned_until
    FROM "user" person WHERE ${DUE} AND id = $4 FOR UPDATE
  ), remembered AS (
    INSERT INTO ban_signal (kind, hash, user_id, created, expires)
    SELECT 'email'::"SignalKind", $5, id, $1, least(sanctioned_until, $3) FROM begun
    WHERE ${isNotErased('begun')} AND least(sanctioned_until, $3) > $1 AND sanctioned_until IS NOT NULL
    ON CONFLICT (kind, hash, user_id) DO UPDATE SET expires = greatest(ban_signal.expires, excluded.expires)
  ), listed AS (
    DELETE FROM launch_notification USING begun WHERE launch_notification.email = begun.user_name
  )
  UPDATE "user" SET user_name = 'deleted-' || begun.id || '@${ERASED_DOMAIN}', password_hash = '${NO_PASSWORD}',
    display_name = '${DELETED_ACCOUNT}', name = NULL, phone = '', city = NULL, state = NULL, country = NULL,
    latitude = NULL, longitude = NULL, shown_latitude = NULL, shown_longitude = NULL,
    interests = '{}', looking_for = '{}', languages = '{}', learning = '{}', age = 18, gender = 'Male',
    min_partner_age = NULL, max_partner_age = NULL,
    filter_by_gender = NULL, near_by = false, stars = 0, role = 'MEMBER', active = false, email_verified = false,
    premium_until = NULL, premium_cancelled = false, stripe_customer_id = NULL,
    missed_mails = false, missed_mailed_at = NULL, read_receipts = false, language = 'en'
  FROM begun WHERE "user".id = begun.id`

const NOT_REPORTED = `NOT EXISTS (
      SELECT 1 FROM report WHERE report.conversation_id = message.conversation_id AND report.status = 'OPEN'
    )`

/** The member's messages, except in conversations with an open report. */
const MESSAGES = deleteBatch('message', {
  key: 'message.id',
  from: `conversation_member member JOIN message
    ON message.conversation_id = member.conversation_id AND message.sender_id = member.user_id`,
  where: `member.user_id = $1 AND ${NOT_REPORTED}`,
})

const OWN_CONVERSATIONS = 'SELECT conversation_id FROM conversation_member WHERE user_id = $1'

/** Ends keeping in touch for the member and for those who kept them. */
const KEPT = clearBatch(
  'conversation_member',
  { kept_at: 'NULL', kept_note: 'NULL', hides_presence: 'false' },
  `kept_at IS NOT NULL AND conversation_id IN (${OWN_CONVERSATIONS})`,
  'conversation_id, user_id',
)

const DELETIONS = [
  MESSAGES,
  deleteBatch('held_message', { where: 'sender_id = $1' }),
  deleteBatch('notification', { where: 'user_id = $1' }),
  // Notifications of other members that name the erased member.
  deleteBatch('notification', {
    where: `user_id IN (SELECT partner_id FROM conversation_member member WHERE member.user_id = $1) AND (
      candidate_id = $1 OR conversation_id IN (
        SELECT member.conversation_id FROM conversation_member member WHERE member.user_id = $1
      ))`,
  }),
  KEPT,
  // Also the wishes of other members to keep in touch with the erased member.
  deleteBatch('keep_wish', {
    key: 'user_id, conversation_id',
    where: `conversation_id IN (${OWN_CONVERSATIONS})`,
  }),
  deleteBatch('member_presence', { key: 'user_id', where: 'user_id = $1' }),
  deleteBatch('moderator_note', { where: 'user_id = $1' }),
  deleteBatch('report_claim', { key: 'report_id', where: 'user_id = $1' }),
  deleteBatch('block', { key: 'blocker_id, blocked_id', where: 'blocker_id = $1' }),
  deleteBatch('knock', { where: 'from_id = $1 OR to_id = $1' }),
  deleteBatch('knock_refusal', { key: 'user_id, refused_id', where: 'user_id = $1 OR refused_id = $1' }),
  deleteBatch('evening_member', { key: 'user_id, evening_id', where: 'user_id = $1' }),
  // Of other members too: what is due about the erased member.
  deleteBatch('push_delivery', { key: 'subscription_id, tag', where: 'about_id = $1' }),
  deleteBatch('interest_bell', { key: 'user_id, interest', where: 'user_id = $1' }),
  deleteBatch('push_preference', { key: 'user_id', where: 'user_id = $1' }),
  // Also the push subscriptions of the sessions.
  deleteBatch('session', { where: 'user_id = $1' }),
  deleteBatch('profile_visitor', { where: 'visitor_id = $1 OR profile_owner_id = $1' }),
  deleteBatch('recovery_code', { where: 'user_id = $1' }),
  deleteBatch('passkey', { where: 'user_id = $1' }),
  deleteBatch('second_factor', { key: 'user_id', where: 'user_id = $1' }),
  deleteBatch('email_verification', { where: 'user_id = $1' }),
  deleteBatch('password_reset', { where: 'user_id = $1' }),
  deleteBatch('data_export', { where: 'user_id = $1' }),
  deleteBatch('daily_conversation_start', { key: 'user_id, day', where: 'user_id = $1' }),
]

/** Ends pending reminders and the wait for the member's return. */
const STOP_REMINDERS = `
  UPDATE conversation_member SET unread_since = NULL, leaving_since = NULL
  WHERE user_id = $1 AND (unread_since IS NOT NULL OR leaving_since IS NOT NULL)`

const FINISH = 'UPDATE "user" SET erased_at = $2 WHERE id = $1 AND erased_at IS NULL'

/** Messages of erased members that a report kept, after its decision. */
const KEPT_MESSAGES = deleteBatch('message', {
  key: 'message.id',
  from: `"user" person JOIN conversation_member member ON member.user_id = person.id
    JOIN message ON message.conversation_id = member.conversation_id AND message.sender_id = person.id`,
  // The erasure deleted the messages of earlier decisions. A day of margin allows for clocks that differ.
  where: `person.erased_at IS NOT NULL AND EXISTS (
      SELECT 1 FROM report WHERE report.conversation_id = member.conversation_id
        AND report.decided_at > person.erased_at - interval '1 day'
    ) AND ${NOT_REPORTED}`,
})

/** Erases all members who are due. A failure does not stop the erasure of others. Idempotent. */
export async function eraseDue(
  { pool, now, shouldContinue, onError }: Sweep,
  { signalDays, mailboxHash, tombstones }: MailboxSignals & { tombstones: Tombstones },
): Promise<void> {
  const due = [new Date(now), monthsBefore(now, RETENTION.closedMonths), daysAfter(now, signalDays)]
  await forEachUser(NEXT_DUE, due, { pool, shouldContinue, onError }, async (id) => {
    const [row] = (await pool.query<{ email: string }>(READ_EMAIL, [id])).rows
    if (!row) return
    const { rowCount } = await pool.query(BEGIN, [...due, id, mailboxHash(row.email)])
    if (!rowCount) return
    for (const text of DELETIONS) await inBatches({ pool, shouldContinue }, text, [id])
    await pool.query(STOP_REMINDERS, [id])
    await tombstones.record({ kind: 'erased', at: new Date(now).toISOString(), userId: id })
    await pool.query(FINISH, [id, new Date(now)])
  })
  await inBatches({ pool, shouldContinue }, KEPT_MESSAGES, [])
}
