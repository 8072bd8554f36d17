import type { Client } from 'pg'
import type { Manifest, TableEntry } from './manifest.ts'

/**
 * Tables whose rows mean nothing in another database: `session_invalidation` holds transaction numbers of this one,
 * `list_size` is counted again, and the manifest lists the migrations.
 */
const LEFT_OUT = ['_prisma_migrations', 'list_size', 'session_invalidation', 'unfinished_restore']

const TABLES = `
  SELECT class.relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
  FROM pg_class class JOIN pg_attribute ON attrelid = class.oid
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND class.relname <> ALL($1)
  GROUP BY class.relname ORDER BY class.relname`

const PARTITIONS = `
  SELECT part.relname AS name, parent.relname AS table, pg_get_expr(part.relpartbound, part.oid) AS bound
  FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
  WHERE part.relnamespace = current_schema()::regnamespace AND part.relkind = 'r' AND part.relispartition
  ORDER BY part.relname`

const SEQUENCES = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname`

/** Returns the tables that a backup contains, with their columns. */
export async function readTables(client: Client): Promise<Pick<TableEntry, 'name' | 'columns'>[]> {
  const { rows } = await client.query<Pick<TableEntry, 'name' | 'columns'>>(TABLES, [LEFT_OUT])
  return rows
}

export async function readPartitions(client: Client): Promise<Manifest['partitions']> {
  return (await client.query<Manifest['partitions'][number]>(PARTITIONS)).rows
}

/** Returns the sequences with their values. A sequence is no part of a snapshot, so read it after the rows. */
export async function readSequences(client: Client): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = []
  for (const { name } of (await client.query<{ name: string }>(SEQUENCES)).rows) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM "${name}"`,
    )
    for (const row of rows) sequences.push({ name, ...row })
  }
  return sequences
}
