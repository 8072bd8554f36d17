import type { ClientBase } from 'pg'
import { lowestIdAt } from '../message-id.ts'
import { startOfMonth } from '../months.ts'
import { attachPartition, createPartition } from './create-partition.ts'
import { lockMessages } from './lock-messages.ts'
import { readPartitions } from './partition-list.ts'

/** The partition of all times before the oldest month. It holds what open reports keep. */
const EARLIER = 'message_earlier'

/** Messages of a conversation with an open report stay until its decision, as in an erasure. */
const REPORTED = `SELECT report.conversation_id FROM report
  WHERE report.status = 'OPEN' AND report.conversation_id IS NOT NULL`

/**
 * Drops the oldest partition if all of its messages are older than these months, within the caller's transaction. Returns false when
 * there is none. Messages of open reports move to the partition before it; once those are decided, a later run deletes them.
 */
export async function dropExpired(client: ClientBase, now: number, months: number): Promise<boolean> {
  const oldest = startOfMonth(now, -months)
  const { partitions } = await readPartitions(client)
  const expired = partitions.find(({ name }) => name !== EARLIER)
  if (!expired || expired.to === null || expired.to > oldest) return deleteDecided(client, oldest)
  const replaced = partitions.filter(({ name }) => name === EARLIER || name === expired.name)
  const kept = `${EARLIER}_next`
  await createPartition(client, kept)
  await lockMessages(client)
  for (const { name } of replaced) {
    await client.query(`INSERT INTO ${kept} SELECT * FROM "${name}" WHERE conversation_id IN (${REPORTED})`)
    await client.query(`DROP TABLE "${name}"`)
  }
  await client.query(`ALTER TABLE ${kept} RENAME TO ${EARLIER}`)
  await attachPartition(client, { name: EARLIER, from: null, to: expired.to })
  return true
}

/** Deletes what no open report keeps any more. Returns false: nothing follows it. */
async function deleteDecided(client: ClientBase, oldest: number): Promise<false> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('${EARLIER}') IS NOT NULL AS found`,
  )
  if (rows[0]?.found)
    await client.query(`DELETE FROM ${EARLIER} WHERE id < $1 AND conversation_id NOT IN (${REPORTED})`, [
      lowestIdAt(oldest),
    ])
  return false
}
