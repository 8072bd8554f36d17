import type { ClientBase } from 'pg'
import { lowestIdAt } from '../message-id.ts'

/** Creates a table like `message`, with the key by which a partition recognizes retries. It belongs to nothing yet. */
export async function createPartition(client: ClientBase, name: string): Promise<void> {
  await client.query(`CREATE TABLE "${name}" (LIKE message INCLUDING ALL)`)
  await client.query(`CREATE UNIQUE INDEX ON "${name}" (conversation_id, sender_id, client_message_id)`)
}

/** Adds a table to the messages as the partition of these times. */
export async function attachPartition(
  client: ClientBase,
  { name, from, to }: { name: string; from: number | null; to: number | null },
): Promise<void> {
  const bound = (time: number | null, open: string) => (time === null ? open : `'${lowestIdAt(time)}'`)
  await client.query(
    `ALTER TABLE message ATTACH PARTITION "${name}" FOR VALUES FROM (${bound(from, 'MINVALUE')}) TO (${bound(to, 'MAXVALUE')})`,
  )
}

/** Makes a partition a table of its own. */
export async function detachPartition(client: ClientBase, name: string): Promise<void> {
  await client.query(`ALTER TABLE message DETACH PARTITION "${name}"`)
}

const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7).replace('-', '_')

/** Returns the name of the partition of one month, or of several. */
export function partitionName(from: number | null, to: number): string {
  const last = monthOf(to - 1)
  if (from === null) return `message_until_${last}`
  return monthOf(from) === last ? `message_${last}` : `message_${monthOf(from)}_to_${last}`
}
