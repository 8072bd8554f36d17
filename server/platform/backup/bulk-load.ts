import type { Client } from 'pg'

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint
  WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace
  ORDER BY conname`

/** Indexes that belong to no constraint. Those of partitioned tables stay: their definition names one partition only. */
const INDEXES = `
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
  FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND NOT relispartition
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
  ORDER BY 1`

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Runs `load` within the caller's transaction without triggers, foreign keys and indexes of the tables, and creates them
 * again. Then PostgreSQL checks all references at once, which is faster than row by row and needs no order of tables.
 */
export async function withBulkLoading(
  client: Client,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const keys = (await client.query<ForeignKey>(FOREIGN_KEYS)).rows
  const indexes = (await client.query<{ name: string; definition: string }>(INDEXES)).rows
  for (const table of tables) await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`)
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  await load()
  await client.query("SET LOCAL maintenance_work_mem = '128MB'")
  for (const { definition } of indexes) await client.query(definition)
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  for (const table of tables) await client.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`)
}
