import type { ClientBase } from 'pg'

/** The member whose lists are read, and the administrator who reads the others. */
export const VIEWER = '0193b5a0-0000-7000-8000-000000000001'
/** The viewer's longest conversation. */
export const LONG_CONVERSATION = '0193b5a0-0000-7000-8000-0000000f0001'

/** The number of rows that a table of a filled database holds. A member's own share of it grows with it. */
export interface FilledLists {
  rows: number
  /** Conversations and notifications of the viewer. */
  own: number
  /** Messages of the viewer's longest conversation. */
  messages: number
}

/** Ids grow by a second with each row, like those of UUIDv7. */
const FUNCTIONS = `
CREATE OR REPLACE FUNCTION pg_temp.id_of(kind int, i bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (overlay(overlay(lpad(to_hex(1733700000000 + i * 1000), 12, '0') placing '-' from 9 for 0) || '-7000-8'
    placing '' from 14 for 0) || lpad(to_hex(kind), 3, '0') || '-' || lpad(to_hex(i), 12, '0'))::uuid $$;
CREATE OR REPLACE FUNCTION pg_temp.member(i bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN i = 0 THEN '${VIEWER}'::uuid ELSE pg_temp.id_of(1, i) END $$;
CREATE OR REPLACE FUNCTION pg_temp.conversation(i bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN i = 0 THEN '${LONG_CONVERSATION}'::uuid ELSE pg_temp.id_of(2, i) END $$;
CREATE OR REPLACE FUNCTION pg_temp.at(i bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT to_timestamp(1733700000 + i) $$`

const MEMBERS = `
INSERT INTO "user" (id, user_name, password_hash, display_name, phone, city, state, country, shown_latitude, shown_longitude,
  interests, near_by, email_verified, gender, age, looking_for, premium_until, created, role)
SELECT pg_temp.member(i), 'person-' || i || '@example.com', 'x', 'Person ' || i, '+910000000000', 'Pune', 'Maharashtra',
  'India', round((18.52 + (random() - 0.5) * 0.8)::numeric, 2), round((73.86 + (random() - 0.5) * 0.8)::numeric, 2),
  ARRAY['Jazz', 'Chess'], i % 3 > 0, true, (CASE WHEN i % 2 = 0 THEN 'Male' ELSE 'Female' END)::"Gender", 30,
  ARRAY['Friendship'], 'infinity', pg_temp.at(i), (CASE WHEN i = 0 THEN 'ADMIN' ELSE 'MEMBER' END)::"Role"
FROM generate_series(0, $1::bigint - 1) i`

/** The viewer has a conversation with each of the first members; further members talk in pairs, 20 messages each. */
const CONVERSATIONS = `
INSERT INTO conversation (id, low_user_id, high_user_id, opened_at)
SELECT pg_temp.conversation(i), least(one, other), greatest(one, other), pg_temp.at(i) FROM (
  SELECT i, pg_temp.member(CASE WHEN i < $2 THEN 0 ELSE i END) AS one, pg_temp.member(i + 1) AS other
  FROM generate_series(0, $1::bigint / 20 - 1) i
) pair`

const SIDES = `
INSERT INTO conversation_member (conversation_id, user_id, partner_id, last_activity)
SELECT id, one, other, opened_at + interval '1 year' FROM (
  SELECT id, opened_at, low_user_id AS one, high_user_id AS other FROM conversation
  UNION ALL SELECT id, opened_at, high_user_id, low_user_id FROM conversation
) side`

const MESSAGES = `
INSERT INTO message (id, conversation_id, sender_id, body, time, client_message_id)
SELECT pg_temp.id_of(3, i), conversation.id,
  CASE WHEN i % 2 = 0 THEN conversation.low_user_id ELSE conversation.high_user_id END,
  'A message of a usual length, number ' || i, pg_temp.at(i), 'key-' || i
FROM generate_series(0, $1::bigint - 1) i
JOIN conversation ON conversation.id = pg_temp.conversation(CASE WHEN i % ($1 / $2) = 0 THEN 0 ELSE i % ($1 / 20) END)`

const BLOCKS = `
INSERT INTO block (blocker_id, blocked_id)
SELECT pg_temp.member(i), pg_temp.member(i + 3) FROM generate_series(0, $1::bigint / 10 - 1) i`

const NOTIFICATIONS = `
INSERT INTO notification (id, user_id, kind, heading, body, created, read)
SELECT pg_temp.id_of(4, i), pg_temp.member(CASE WHEN i % ($1 / $2) = 0 THEN 0 ELSE 1 + i % ($1 / 10) END), 'notice',
  'A heading', 'A sentence about what happened.', pg_temp.at(i), i < $1 - 5
FROM generate_series(0, $1::bigint - 1) i`

const LAUNCH_LIST = `
INSERT INTO launch_notification (id, email, timestamp, notified)
SELECT pg_temp.id_of(5, i), 'guest-' || i || '@example.org', pg_temp.at(i), i % 3 = 0
FROM generate_series(0, $1::bigint - 1) i`

const REPORTS = `
INSERT INTO report (id, reporter_id, reported_id, reason, evidence, status, priority, created, decided_at)
SELECT pg_temp.id_of(6, i), pg_temp.member(1 + i % ($1 - 1)), pg_temp.member(1 + (i + 7) % ($1 - 1)), 'They were rude.',
  '[]', (CASE WHEN i % 100 = 0 THEN 'OPEN' WHEN i % 2 = 0 THEN 'ACTED' ELSE 'DISMISSED' END)::"ReportStatus", i % 3,
  pg_temp.at(i), CASE WHEN i % 100 > 0 THEN pg_temp.at(i + 60) END
FROM generate_series(0, $1::bigint - 1) i`

const ACTIONS = `
INSERT INTO moderation_action (id, at, kind, actor_id, subject_id, report_id, reason)
SELECT pg_temp.id_of(7, i), pg_temp.at(i),
  (CASE WHEN i % 100 = 0 THEN 'BAN' WHEN i % 2 = 0 THEN 'WARN' ELSE 'DISMISS' END)::"ModerationKind",
  pg_temp.member(i % 5), pg_temp.member(1 + (i + 7) % ($1 / 2)), pg_temp.id_of(6, i), 'They were rude, case ' || i
FROM generate_series(0, $1::bigint - 1) i`

const APPEALS = `
INSERT INTO appeal (id, user_id, action_id, text, status, created, decided_at)
SELECT pg_temp.id_of(8, i), pg_temp.member(1 + i), pg_temp.id_of(7, i), 'I was not rude.',
  (CASE WHEN i % 100 = 0 THEN 'OPEN' ELSE 'UPHELD' END)::"AppealStatus", pg_temp.at(i),
  CASE WHEN i % 100 > 0 THEN pg_temp.at(i + 60) END
FROM generate_series(0, $1::bigint / 2 - 1) i`

const HELD_MESSAGES = `
INSERT INTO held_message (id, conversation_id, sender_id, body, rule, created, status, decided_at)
SELECT pg_temp.id_of(9, i), pg_temp.conversation(1), pg_temp.member(1 + i), 'Buy now', 'advertising', pg_temp.at(i),
  (CASE WHEN i % 100 = 0 THEN 'HELD' ELSE 'REFUSED' END)::"HeldStatus",
  CASE WHEN i % 100 > 0 THEN pg_temp.at(i + 60) END
FROM generate_series(0, $1::bigint / 2 - 1) i`

const TABLES = `"user", conversation, conversation_member, message, block, notification, launch_notification, report,
  moderation_action, appeal, held_message`

/** Fills every listed table, and removes what it held. Foreign keys are not checked, which makes it fast. */
export async function fillLists(client: ClientBase, { rows, own, messages }: FilledLists): Promise<void> {
  await client.query('SET session_replication_role = replica')
  await client.query(`TRUNCATE ${TABLES} CASCADE`)
  await client.query(FUNCTIONS)
  await client.query(MEMBERS, [rows])
  await client.query(CONVERSATIONS, [rows, own])
  await client.query(SIDES)
  await client.query(MESSAGES, [rows, messages])
  await client.query(BLOCKS, [rows])
  await client.query(NOTIFICATIONS, [rows, own])
  for (const text of [LAUNCH_LIST, REPORTS, ACTIONS, APPEALS, HELD_MESSAGES]) await client.query(text, [rows])
  await client.query('SET session_replication_role = origin')
  await client.query('SELECT recount_lists()')
  await client.query(`VACUUM (ANALYZE) ${TABLES}`)
}
