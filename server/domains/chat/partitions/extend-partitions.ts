import type { ClientBase } from 'pg'
import { lowestIdAt, timeOfId } from '../message-id.ts'
import { startOfMonth } from '../months.ts'
import { attachPartition, createPartition, detachPartition, partitionName } from './create-partition.ts'
import { lockMessages } from './lock-messages.ts'
import { LATER, type PartitionList, readPartitions, UNTIL } from './partition-list.ts'

/** For how many months after the current one there are partitions. */
const MONTHS_AHEAD = 3
/** How long the last partition certainly gets no message beyond the end that it is to get, in milliseconds. */
const MARGIN = 7 * 86_400_000

/**
 * Takes the next step towards partitions for the months ahead, within the caller's transaction. Returns false when there is
 * nothing to do.
 *
 * The last partition usually is empty and begins later. With messages in it, it becomes a partition of its own and stays where
 * it is; no row moves. Its end is a constraint first, which PostgreSQL checks while members write. So it is with the
 * table from before there were partitions.
 */
export async function extendPartitions(client: ClientBase, now: number): Promise<boolean> {
  const list = await readPartitions(client)
  const { last, until } = list
  const end = startOfMonth(now, MONTHS_AHEAD + 1)
  if (until?.isChecked) return splitLast(client, list, { at: until.time, end })
  if (last.from !== null && last.from >= end) return false
  if (until && until.time >= now + MARGIN / 2) return checkEnd(client)
  if (last.from !== null && !(await hasMessagesBefore(client, end)))
    return insertMonths(client, last.from, end)
  return planEnd(client, startOfMonth(Math.max(now + MARGIN, await latestTime(client)), 1))
}

async function hasMessagesBefore(client: ClientBase, time: number): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 FROM ${LATER} WHERE id < $1 LIMIT 1`, [lowestIdAt(time)])
  return rows.length > 0
}

async function latestTime(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${LATER} ORDER BY id DESC LIMIT 1`)
  return rows[0] ? timeOfId(rows[0].id) : 0
}

async function planEnd(client: ClientBase, time: number): Promise<boolean> {
  await client.query(`ALTER TABLE ${LATER} DROP CONSTRAINT IF EXISTS ${UNTIL}`)
  await client.query(
    `ALTER TABLE ${LATER} ADD CONSTRAINT ${UNTIL} CHECK (id < '${lowestIdAt(time)}') NOT VALID`,
  )
  return true
}

/** Reads all rows, and blocks neither reads nor writes. */
async function checkEnd(client: ClientBase): Promise<boolean> {
  await client.query(`ALTER TABLE ${LATER} VALIDATE CONSTRAINT ${UNTIL}`)
  return true
}

/** Gives the last partition its end, and adds those of the following months. PostgreSQL reads no row for it. */
async function splitLast(
  client: ClientBase,
  { last }: PartitionList,
  { at, end }: { at: number; end: number },
): Promise<boolean> {
  const name = partitionName(last.from, at)
  const following = Math.max(at, end)
  const months = await createMonths(client, at, following)
  await lockMessages(client)
  await detachPartition(client, LATER)
  await client.query(`ALTER TABLE ${LATER} RENAME TO "${name}"`)
  await attachPartition(client, { name, from: last.from, to: at })
  await client.query(`ALTER TABLE "${name}" DROP CONSTRAINT ${UNTIL}`)
  await createPartition(client, LATER)
  for (const month of months) await attachPartition(client, month)
  await attachPartition(client, { name: LATER, from: following, to: null })
  return true
}

/** Lets the last partition begin later. Its few rows, all of later times, are read again. */
async function insertMonths(client: ClientBase, from: number, end: number): Promise<boolean> {
  const months = await createMonths(client, from, end)
  await lockMessages(client)
  await detachPartition(client, LATER)
  for (const month of months) await attachPartition(client, month)
  await attachPartition(client, { name: LATER, from: end, to: null })
  return true
}

async function createMonths(client: ClientBase, from: number, end: number) {
  const months: { name: string; from: number; to: number }[] = []
  for (let month = from; month < end; month = startOfMonth(month, 1)) {
    const to = startOfMonth(month, 1)
    const name = partitionName(month, to)
    await createPartition(client, name)
    months.push({ name, from: month, to })
  }
  return months
}
