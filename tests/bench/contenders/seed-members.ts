import type pg from 'pg'
import type { Pair } from '../driver/commands.ts'

const SIDES = `(VALUES ('sender'), ('receiver')) AS side(name)`
/** As long as a real token. Its hash is what the database stores. */
const TOKEN = `rpad('bench-' || side.name || '-' || i || '-', 43, 'x')`
/** A UUID of version 4 that this text always has. */
const idOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`
const MEMBER_ID = idOf('side.name || i')
const CONVERSATION_ID = idOf(`'conversation' || i`)
const SENDER_ID = idOf(`'sender' || i`)
const RECEIVER_ID = idOf(`'receiver' || i`)

/** Accounts are a month old: those of the first day have limits of their own. */
const SEED = [
  `INSERT INTO "user" (id, user_name, password_hash, display_name, phone, interests, email_verified, gender, age,
     looking_for, created)
   SELECT ${MEMBER_ID}, side.name || '-' || i || '@example.com', 'x', side.name || ' ' || i, '+910000000000',
     ARRAY['Interest ' || i % 150, 'Interest ' || i * 3 % 149, 'Interest ' || i * 7 % 139, 'Interest ' || i * 11 % 137],
     true, 'Female', 30, ARRAY['Friendship'], now() - interval '30 days'
   FROM generate_series(1, $1) i, ${SIDES}`,
  `INSERT INTO session (id, user_id, token_hash, expires)
   SELECT gen_random_uuid(), ${MEMBER_ID}, sha256(${TOKEN}::bytea), now() + interval '30 days'
   FROM generate_series(1, $1) i, ${SIDES}`,
  `INSERT INTO conversation (id, low_user_id, high_user_id)
   SELECT ${CONVERSATION_ID}, least(sender, receiver), greatest(sender, receiver)
   FROM (SELECT i, ${SENDER_ID} AS sender, ${RECEIVER_ID} AS receiver
     FROM generate_series(1, $1) i) AS pair`,
  `INSERT INTO conversation_member (conversation_id, user_id, partner_id)
   SELECT ${CONVERSATION_ID}, ${MEMBER_ID},
     CASE side.name WHEN 'sender' THEN ${RECEIVER_ID} ELSE ${SENDER_ID} END
   FROM generate_series(1, $1) i, ${SIDES}`,
]

interface Row {
  conversation: string
  sender: string
  sender_token: string
  receiver: string
  receiver_token: string
}

const LIST = `
SELECT ${CONVERSATION_ID} AS conversation,
  ${SENDER_ID} AS sender, rpad('bench-sender-' || i || '-', 43, 'x') AS sender_token,
  ${RECEIVER_ID} AS receiver, rpad('bench-receiver-' || i || '-', 43, 'x') AS receiver_token
FROM generate_series(1, $1) i`

/** Stores pairs of verified members, each member with a session and each pair with an open conversation. */
export async function seedMembers(pool: pg.Pool, pairs: number): Promise<Pair[]> {
  for (const statement of SEED) await pool.query(statement, [pairs])
  await pool.query('ANALYZE')
  const { rows } = await pool.query<Row>(LIST, [pairs])
  return rows.map((row) => ({
    conversationId: row.conversation,
    sender: { id: row.sender, token: row.sender_token },
    receiver: { id: row.receiver, token: row.receiver_token },
  }))
}
