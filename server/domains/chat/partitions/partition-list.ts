import type { ClientBase } from 'pg'
import { timeOfId } from '../message-id.ts'

/** The partition without an end. It holds what no month covers; usually nothing. */
export const LATER = 'message_later'
/** The constraint by which the last partition gets an end, while it is being checked. */
export const UNTIL = 'message_until'

/** A partition of the messages. Its bounds are times in milliseconds, the first of a month; null is without a bound. */
export interface Partition {
  name: string
  from: number | null
  to: number | null
}

export interface PartitionList {
  /** In the order of time, without a gap. The last one is without an end. */
  partitions: readonly Partition[]
  last: Partition
  /** The end that the last one is to get, and whether PostgreSQL has checked its rows. */
  until: { time: number; isChecked: boolean } | null
}

const PARTITIONS = `
  SELECT part.relname AS name, pg_get_expr(part.relpartbound, part.oid) AS bound
  FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid
  WHERE inhparent = 'message'::regclass`

const CONSTRAINT = `
  SELECT pg_get_constraintdef(oid) AS definition, convalidated AS checked FROM pg_constraint
  WHERE conrelid = '${LATER}'::regclass AND conname = '${UNTIL}'`

const BOUND = /FROM \((?:MINVALUE|'([0-9a-f-]{36})')\) TO \((?:MAXVALUE|'([0-9a-f-]{36})')\)/

const timeIn = (id: string | undefined) => (id === undefined ? null : timeOfId(id))

/** Reads the partitions of the messages. */
export async function readPartitions(client: ClientBase): Promise<PartitionList> {
  const { rows } = await client.query<{ name: string; bound: string }>(PARTITIONS)
  const partitions = rows
    .map(({ name, bound }) => {
      const [whole, from, to] = BOUND.exec(bound) ?? []
      if (whole === undefined)
        throw new Error(`The partition ${name} of the messages has a bound of another form.`)
      return { name, from: timeIn(from), to: timeIn(to) }
    })
    .toSorted((one, other) => (one.from ?? -Infinity) - (other.from ?? -Infinity))
  const last = partitions.at(-1)
  if (last?.name !== LATER || last.to !== null)
    throw new Error(`The last partition of the messages is not ${LATER}. Were partitions changed by hand?`)
  return { partitions, last, until: await readUntil(client) }
}

async function readUntil(client: ClientBase): Promise<PartitionList['until']> {
  const { rows } = await client.query<{ definition: string; checked: boolean }>(CONSTRAINT)
  const [row] = rows
  const [, id] = /'([0-9a-f-]{36})'/.exec(row?.definition ?? '') ?? []
  return row && id ? { time: timeOfId(id), isChecked: row.checked } : null
}
