import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'

export interface StormMember {
  id: string
  token: string
}

const MEMBERS = `
WITH member AS (
  INSERT INTO "user" (id, user_name, password_hash, display_name, phone, interests, email_verified, gender, age, looking_for)
  SELECT id, 'storm-' || id || '@example.com', 'x', 'Storm', '+910000000000', ARRAY['Jazz', 'Chess'], true, 'Female', 30,
    ARRAY['Friendship'] FROM unnest($1::uuid[]) id
)
INSERT INTO session (id, user_id, token_hash, expires)
SELECT gen_random_uuid(), id, hash, now() + interval '1 day' FROM unnest($1::uuid[], $2::bytea[]) AS input(id, hash)`

const CONVERSATIONS = `
WITH pair AS (
  SELECT gen_random_uuid() AS conversation, one, other FROM unnest($1::uuid[], $2::uuid[]) AS input(one, other)
), opened AS (
  INSERT INTO conversation (id, low_user_id, high_user_id)
  SELECT conversation, least(one, other), greatest(one, other) FROM pair
), members AS (
  INSERT INTO conversation_member (conversation_id, user_id, partner_id)
  SELECT conversation, one, other FROM pair UNION ALL SELECT conversation, other, one FROM pair
)
SELECT conversation AS id, other AS receiver FROM pair`

/** Stores members with a session each, past the registration, whose password hashes would take minutes. */
export async function storeMembers(url: string, count: number): Promise<StormMember[]> {
  const members = Array.from({ length: count }, () => ({
    id: crypto.randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }))
  const hashes = members.map(({ token }) => createHash('sha256').update(token).digest())
  await query(url, MEMBERS, [members.map(({ id }) => id), hashes])
  return members
}

/** Stores an open conversation of each sender with the receiver at the same index. Returns their ids. */
export async function storeConversations(
  url: string,
  senders: readonly StormMember[],
  receivers: readonly StormMember[],
): Promise<string[]> {
  const rows = await query<{ id: string; receiver: string }>(url, CONVERSATIONS, [
    senders.map(({ id }) => id),
    receivers.slice(0, senders.length).map(({ id }) => id),
  ])
  const idOf = new Map(rows.map(({ id, receiver }) => [receiver, id]))
  return senders.map((_, index) => idOf.get(receivers[index]?.id ?? '') ?? '')
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(text, values)
  await client.end()
  return rows
}
