import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { isBlockedEitherWay } from '#server/platform/postgres/block-sql.ts'
import { lowestIdAt } from './message-id.ts'
import { startOfMonth } from './months.ts'

export interface NewMessage {
  conversationId: string
  senderId: string
  body: string
  /** By this node's clock. The stored time is later if the conversation already has a message of this time. */
  time: Date
  clientMessageId: string | null
}

/** What became of a message whose sender is a member of its conversation. */
export interface Outcome {
  partnerId: string
  partnerName: string
  /** Null when the message was not stored: a retry, or a conversation that has ended. */
  stored: { id: string; time: Date } | null
}

/** How long after a month's beginning a retry of the month before is recognized, in days. */
const RETRY_DAYS = 7
/**
 * How often a message is tried that belongs to another month or met a message of another node. Only a node with a wrong
 * clock or a busy conversation at the turn of a month needs more than two tries.
 */
const MAX_TRIES = 10

/**
 * One statement checks and stores a whole batch: membership, that the conversation is open and that neither blocked
 * the other. A row that fails its check is left out; the others are stored.
 *
 * The lock on the conversation lasts until the commit, so two nodes cannot write to one conversation at once. A message
 * is stored at least a millisecond after the conversation's last one. Read and clear marks are ids, so a message that is
 * committed after a mark always has a greater id than the mark. The locks are taken in the order of the ids, so two
 * batches cannot wait for each other.
 *
 * A statement stores messages of one month, hence in one partition, whose unique index recognizes retries. For the first
 * days of a month it also looks for the key in the month before. The lookup reads the snapshot of the statement, which is
 * older than the lock: another node may have stored the first copy in between. Each message advances `last_message_at`, so the
 * snapshot is complete when its value equals the locked one, and what it lacks is in this month when its value is. A row
 * for which neither holds, and one of another month, is returned with its time and is not `placed`: it is tried again.
 */
const writeOf = (month: number) => {
  const at = (time: number) => `'${new Date(time).toISOString()}'::timestamptz`
  const [start, end] = [at(month), at(startOfMonth(month, 1))]
  const lookedBack = at(month + RETRY_DAYS * 86_400_000)
  return {
    name: `write-messages-${new Date(month).toISOString().slice(0, 7)}`,
    text: `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::text[])
    WITH ORDINALITY AS t(random, conversation_id, sender_id, body, time, client_message_id, place)
), side AS (
  SELECT input.*, member.partner_id, seen.last_message_at AS seen_at,
    ${isBlockedEitherWay('input.sender_id', 'member.partner_id')} AS blocked
  FROM input
  JOIN conversation_member member
    ON member.conversation_id = input.conversation_id AND member.user_id = input.sender_id
  JOIN conversation seen ON seen.id = input.conversation_id
), locked AS (
  SELECT id, ended_at IS NULL AS open, last_message_at FROM conversation
  WHERE id IN (SELECT conversation_id FROM side) ORDER BY id FOR NO KEY UPDATE
), accepted AS (
  SELECT side.*, last_message_at,
    greatest(max(time) OVER (PARTITION BY conversation_id), last_message_at + interval '1 millisecond') AS stored_time,
    row_number() OVER (PARTITION BY conversation_id ORDER BY place) - 1 AS sequence
  FROM side JOIN locked ON locked.id = side.conversation_id
  WHERE locked.open AND NOT side.blocked
), numbered AS (
  SELECT accepted.*, (lpad(to_hex((extract(epoch FROM stored_time) * 1000)::bigint), 12, '0')
    || '7' || lpad(to_hex(sequence), 3, '0') || substr(random::text, 20))::uuid AS id,
    stored_time >= ${start} AND stored_time < ${end}
      AND (last_message_at IS NOT DISTINCT FROM seen_at OR coalesce(seen_at >= ${start}, false)) AS placed
  FROM accepted
), advanced AS (
  UPDATE conversation SET last_message_at = latest.stored_time
  FROM (SELECT DISTINCT conversation_id, stored_time FROM numbered WHERE placed) latest
  WHERE conversation.id = latest.conversation_id
), stored AS (
  INSERT INTO message (id, conversation_id, sender_id, body, time, client_message_id)
  SELECT id, conversation_id, sender_id, body, stored_time, client_message_id FROM numbered
  WHERE placed AND (client_message_id IS NULL OR stored_time >= ${lookedBack} OR (
    SELECT true FROM message earlier
    WHERE earlier.conversation_id = numbered.conversation_id AND earlier.sender_id = numbered.sender_id
      AND earlier.client_message_id = numbered.client_message_id
      AND earlier.id >= '${lowestIdAt(startOfMonth(month, -1))}' AND earlier.id < '${lowestIdAt(month)}' LIMIT 1
  ) IS NULL)
  ORDER BY place
  ON CONFLICT DO NOTHING
  RETURNING id, time
)
SELECT place::int, partner_id, display_name AS partner_name, NULL::uuid AS id, NULL::timestamptz AS time
  FROM side JOIN "user" partner ON partner.id = partner_id
UNION ALL SELECT NULL, NULL, NULL, id, time FROM stored
UNION ALL SELECT place::int, NULL, NULL, NULL, stored_time FROM numbered WHERE NOT placed`,
  }
}

/** The statement of the latest month, which is written once a month. */
export type WriteStatements = (time: number) => ReturnType<typeof writeOf>

/** Returns a function that returns the statement for the month of a time. */
export function createWriteStatements(): WriteStatements {
  let month = Number.NaN
  let statement = writeOf(0)
  return (time) => {
    const wanted = startOfMonth(time)
    if (wanted !== month) {
      month = wanted
      statement = writeOf(wanted)
    }
    return statement
  }
}

/** Returns the part of an id that comes from the random id of its message. It identifies the stored row. */
const tailOf = (id: string) => id.slice(19)

/**
 * A message whose sender is a member of its conversation, a stored message, or one to try again in the month of this time.
 * They are joined here, not in SQL.
 */
type Row =
  | { place: number; partner_id: string; partner_name: string; id: null; time: null }
  | { place: null; partner_id: null; partner_name: null; id: string; time: Date }
  | { place: number; partner_id: null; partner_name: null; id: null; time: Date }

/** A message of the batch with its place from 0. */
interface Item {
  place: number
  message: NewMessage
  random: string
}

/** Stores a batch. Returns the outcomes by position in the batch, from 0; those of other members' conversations are missing. */
export async function storeMessages(
  pool: Pool,
  statements: WriteStatements,
  messages: readonly NewMessage[],
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>()
  const items: Item[] = messages.map((message, place) => ({ place, message, random: randomUUID() }))
  let rounds = new Map([[messages.at(-1)?.time.getTime() ?? 0, items]])
  for (let tries = 1; rounds.size > 0; tries += 1) {
    if (tries > MAX_TRIES) throw new Error(`A batch of messages found no month in ${MAX_TRIES} tries.`)
    const again: [month: number, item: Item][] = []
    for (const [time, round] of rounds)
      again.push(...(await storeRound(pool, statements(time), round, outcomes)))
    rounds = groupByMonth(again)
  }
  return outcomes
}

function groupByMonth(again: readonly [month: number, item: Item][]): Map<number, Item[]> {
  const groups = new Map<number, Item[]>()
  for (const [month, item] of again.toSorted(([, one], [, other]) => one.place - other.place))
    groups.set(month, [...(groups.get(month) ?? []), item])
  return groups
}

/** Runs the statement once. Adds to the outcomes, and returns what must be tried again, with its month. */
async function storeRound(
  pool: Pool,
  statement: ReturnType<WriteStatements>,
  items: readonly Item[],
  outcomes: Map<number, Outcome>,
): Promise<[month: number, item: Item][]> {
  const { rows } = await pool.query<Row>({
    ...statement,
    values: [
      items.map(({ random }) => random),
      items.map(({ message }) => message.conversationId),
      items.map(({ message }) => message.senderId),
      items.map(({ message }) => message.body),
      items.map(({ message }) => message.time),
      items.map(({ message }) => message.clientMessageId),
    ],
  })
  const stored = new Map<string, Outcome['stored']>()
  for (const row of rows) if (row.id !== null) stored.set(tailOf(row.id), { id: row.id, time: row.time })
  const again: [month: number, item: Item][] = []
  for (const row of rows) {
    const item = row.place === null ? undefined : items[row.place - 1]
    if (!item) continue
    if (row.time !== null) again.push([startOfMonth(row.time.getTime()), item])
    else if (row.partner_id !== null)
      outcomes.set(item.place, {
        partnerId: row.partner_id,
        partnerName: row.partner_name,
        stored: stored.get(tailOf(item.random)) ?? null,
      })
  }
  return again
}
