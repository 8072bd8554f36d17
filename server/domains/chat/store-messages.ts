import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { isBlockedEitherWay } from '#server/platform/postgres/block-sql.ts'
import { lowestIdAt, timeOfId } from './message-id.ts'
import { startOfMonth } from './months.ts'

export interface NewMessage {
  conversationId: string
  senderId: string
  body: string
  /** By this node's clock. The stored time is that of the batch, and later if the conversation has a message of that time. */
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

/** How long after a month's beginning a retry of the month before is recognized, in milliseconds. */
const RETRY = 7 * 86_400_000
/**
 * How often a message is tried that belongs to another part of a month or met a message of another node. Only a node with
 * a wrong clock or a busy conversation at the turn of a month needs more than two tries.
 */
const MAX_TRIES = 10

/** A part of a month, in milliseconds. Only its first days look for retries of the month before. */
interface Period {
  start: number
  end: number
  /** The month before; null when its messages are not looked at. */
  lookback: { start: number; end: number } | null
}

/** Returns the period of a time. */
function periodOf(time: number): Period {
  const month = startOfMonth(time)
  const settled = month + RETRY
  return time < settled
    ? { start: month, end: settled, lookback: { start: startOfMonth(time, -1), end: month } }
    : { start: settled, end: startOfMonth(time, 1), lookback: null }
}

/** What the statement does besides in the first days of a month. See `writeOf`. */
function lookBack(lookback: { start: number; end: number } | null) {
  if (!lookback) return { read: '', join: '', isComplete: 'true', isNew: 'true' }
  return {
    read: `seen AS MATERIALIZED (
  SELECT id AS seen_id, last_message_at AS seen_at FROM conversation WHERE id = ANY($2::uuid[])
), `,
    join: 'JOIN seen ON seen_id = conversation_id',
    isComplete: `(last_message_at IS NOT DISTINCT FROM seen_at OR coalesce(seen_at >= ${at(lookback.end)}, false))`,
    isNew: `(client_message_id IS NULL OR (
    SELECT true FROM message earlier
    WHERE earlier.conversation_id = numbered.conversation_id AND earlier.sender_id = numbered.sender_id
      AND earlier.client_message_id = numbered.client_message_id
      AND earlier.id >= '${lowestIdAt(lookback.start)}' AND earlier.id < '${lowestIdAt(lookback.end)}' LIMIT 1
  ) IS NULL)`,
  }
}

const at = (time: number) => `'${new Date(time).toISOString()}'::timestamptz`

/**
 * One statement checks and stores a whole batch: membership, that the conversation is open and that neither blocked
 * the other. It returns a row for each message whose sender is a member. Members and end are columns of the row that it
 * locks anyway.
 *
 * The lock on the conversation lasts until the commit, so two nodes cannot write to one conversation at once. A message
 * is stored at least a millisecond after the conversation's last one. Read and clear marks are ids, so a message that is
 * committed after a mark always has a greater id than the mark. Messages of one batch and conversation have the same time
 * and are ordered by their places, which their ids contain. The locks are taken in the order of the ids, so two batches
 * cannot wait for each other.
 *
 * A statement stores messages of one month, hence in one partition, whose unique index recognizes retries. For the first
 * days of a month it also looks for the key in the month before. The lookup reads the snapshot of the statement, which is
 * older than the lock: another node may have stored the first copy in between. Each message advances `last_message_at`, so the
 * snapshot is complete when its value equals the locked one, and what it lacks is in this month when its value is. A row
 * for which neither holds, and one of another period, is returned with its time and is not `placed`: it is tried again.
 */
function writeOf({ start, end, lookback }: Period) {
  const { read, join, isComplete, isNew } = lookBack(lookback)
  return {
    name: `write-messages-${new Date(start).toISOString().slice(0, 10)}`,
    text: `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[])
    WITH ORDINALITY AS t(random, conversation_id, sender_id, body, client_message_id, place)
), ${read}locked AS (
  SELECT input.*, low_user_id, high_user_id, ended_at IS NULL AS open, last_message_at
  FROM input JOIN conversation ON conversation.id = conversation_id AND sender_id IN (low_user_id, high_user_id)
  ORDER BY conversation.id FOR NO KEY UPDATE OF conversation
), timed AS (
  SELECT locked.*, open AND NOT ${isBlockedEitherWay('low_user_id', 'high_user_id')} AS accepted,
    CASE sender_id WHEN low_user_id THEN high_user_id ELSE low_user_id END AS partner_id,
    greatest($6::timestamptz, last_message_at + interval '1 millisecond') AS stored_time
  FROM locked
), numbered AS (
  SELECT timed.*, (lpad(to_hex((extract(epoch FROM stored_time) * 1000)::bigint), 12, '0')
    || '7' || lpad(to_hex(place - 1), 3, '0') || substr(random::text, 20))::uuid AS id,
    stored_time >= ${at(start)} AND stored_time < ${at(end)} AND ${isComplete} AS placed
  FROM timed ${join}
), advanced AS (
  UPDATE conversation SET last_message_at = latest.stored_time
  FROM (SELECT conversation_id, stored_time FROM numbered WHERE accepted AND placed) latest
  WHERE conversation.id = latest.conversation_id
), stored AS (
  INSERT INTO message (id, conversation_id, sender_id, body, time, client_message_id)
  SELECT id, conversation_id, sender_id, body, stored_time, client_message_id FROM numbered
  WHERE accepted AND placed AND ${isNew}
  ORDER BY place
  ON CONFLICT DO NOTHING
  RETURNING id
)
SELECT place::int, partner_id, display_name, stored.id, CASE WHEN accepted AND NOT placed THEN stored_time END
FROM numbered JOIN "user" partner ON partner.id = partner_id LEFT JOIN stored ON stored.id = numbered.id`,
  }
}

/** The statement of the latest period, which is written twice a month. */
export type WriteStatements = (time: number) => ReturnType<typeof writeOf>

/** Returns a function that returns the statement for the period of a time. */
export function createWriteStatements(): WriteStatements {
  let period = periodOf(0)
  let statement = writeOf(period)
  return (time) => {
    if (time < period.start || time >= period.end) {
      period = periodOf(time)
      statement = writeOf(period)
    }
    return statement
  }
}

/** A message whose sender is a member of its conversation. */
type Row = [
  /** From 1. */
  place: number,
  partnerId: string,
  partnerName: string,
  /** Null when it was not stored. */
  id: string | null,
  /** The time of a message that must be tried again in its period; null otherwise. */
  again: Date | null,
]

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
  const latest = messages.reduce((time, message) => Math.max(time, message.time.getTime()), 0)
  let rounds = new Map([[latest, items]])
  for (let tries = 1; rounds.size > 0; tries += 1) {
    if (tries > MAX_TRIES) throw new Error(`A batch of messages found no period in ${MAX_TRIES} tries.`)
    const again: [start: number, item: Item][] = []
    for (const [period, round] of rounds)
      again.push(...(await storeRound(pool, statements(period), round, latest, outcomes)))
    rounds = groupByPeriod(again)
  }
  return outcomes
}

function groupByPeriod(again: readonly [start: number, item: Item][]): Map<number, Item[]> {
  const groups = new Map<number, Item[]>()
  for (const [start, item] of again.toSorted(([, one], [, other]) => one.place - other.place))
    groups.set(start, [...(groups.get(start) ?? []), item])
  return groups
}

/** Formats ids as an array of PostgreSQL. Without it pg would look for characters to escape in each of them. */
const arrayOfIds = (ids: readonly string[]) => `{${ids.join(',')}}`

/** Runs the statement once. Adds to the outcomes, and returns what must be tried again, with the start of its period. */
async function storeRound(
  pool: Pool,
  statement: ReturnType<WriteStatements>,
  items: readonly Item[],
  time: number,
  outcomes: Map<number, Outcome>,
): Promise<[start: number, item: Item][]> {
  const { rows } = await pool.query<Row>({
    ...statement,
    rowMode: 'array',
    values: [
      arrayOfIds(items.map(({ random }) => random)),
      arrayOfIds(items.map(({ message }) => message.conversationId)),
      arrayOfIds(items.map(({ message }) => message.senderId)),
      items.map(({ message }) => message.body),
      items.map(({ message }) => message.clientMessageId),
      new Date(time).toISOString(),
    ],
  })
  const later: [start: number, item: Item][] = []
  for (const [place, partnerId, partnerName, id, again] of rows) {
    const item = items[place - 1]
    if (!item) continue
    if (again) later.push([periodOf(again.getTime()).start, item])
    // The id begins with the stored time.
    else
      outcomes.set(item.place, {
        partnerId,
        partnerName,
        stored: id === null ? null : { id, time: new Date(timeOfId(id)) },
      })
  }
  return later
}
