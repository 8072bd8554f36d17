import type { ClientBase } from 'pg'
import { v7 as uuidv7 } from 'uuid'

interface ColumnInfo {
  table: string
  column: string
  type: string
  udt: string
  nullable: boolean
  references: string | null
}

const COLUMNS = `
SELECT columns.table_name AS table, columns.column_name AS column, data_type AS type, udt_name AS udt,
  is_nullable = 'YES' AS nullable, (
    SELECT confrelid::regclass::text FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND conrelid = format('%I', columns.table_name)::regclass
      AND attname = columns.column_name
  ) AS references
FROM information_schema.columns
WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
  AND NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = format('%I', columns.table_name)::regclass)
ORDER BY columns.table_name, ordinal_position`

/** SQL for columns whose value is determined by a constraint or by what a migration does with it. */
const VALUES: Record<string, string> = {
  'appeal.decided_at': 'now()',
  'appeal.status': `'UPHELD'`,
  'decision_mail.due': 'now()',
  'evening.ends_at': `now() + interval '1 hour'`,
  'launch_notification.notified': 'true',
  'launch_notification.notified_at': 'now()',
  'moderation_action.kind': `'BAN'`,
  // A grant has either a payment or a reason.
  'premium_grant.reason': 'NULL',
  // The table has one row.
  'search_wait_progress.id': '1',
  'session.expires': `now() + interval '365 days'`,
}

/** SQL for a column by its type. */
const OF_TYPE: Record<string, (name: string) => string> = {
  text: (name) => `'${name}'`,
  character: () => `'INR'`,
  integer: () => '30',
  bigint: () => '30',
  'double precision': () => '30',
  boolean: () => 'false',
  date: () => 'current_date',
  jsonb: () => `'[]'`,
  ARRAY: () => `'{one,two}'`,
  bytea: () => `decode(md5(random()::text) || md5(random()::text), 'hex')`,
  uuid: () => `'${uuidv7()}'`,
}

/** Inserts two members, and a row about them into each table that the database has at its present version. */
export async function insertVersionRows(client: ClientBase, round: number): Promise<void> {
  const { rows } = await client.query<ColumnInfo>(COLUMNS)
  const tables = Map.groupBy(rows, ({ table }) => table)
  const ids = new Map<string, string[]>()
  const users = [uuidv7(), uuidv7()].sort()
  const missing = new Set(tables.keys())
  const isReady = (table: string) =>
    (tables.get(table) ?? []).every(
      ({ references }) => !references || references === table || ids.has(nameOf(references)),
    )
  while (missing.size > 0) {
    const table = [...missing].find(isReady)
    if (!table) throw new Error(`these tables refer to each other: ${[...missing].join()}`)
    missing.delete(table)
    const copies = table === 'user' ? users : [uuidv7()]
    ids.set(table, copies)
    for (const [index, id] of copies.entries())
      await client.query(rowOf(tables.get(table) ?? [], { id, round, index, ids, users }))
  }
}

const nameOf = (quoted: string) => quoted.replaceAll('"', '')

interface RowContext {
  id: string
  round: number
  index: number
  ids: Map<string, string[]>
  users: string[]
}

function rowOf(columns: ColumnInfo[], { id, round, index, ids, users }: RowContext): string {
  let named = 0
  const values = columns.flatMap((info): [string, string][] => {
    const { table, column, references } = info
    if (references) {
      const [first = '', second = first] = ids.get(nameOf(references)) ?? []
      // The second member that a row names differs from the first.
      const target = nameOf(references) === 'user' && named++ > 0 ? second : first
      return [[column, `'${target}'`]]
    }
    // Other numbers come from their sequence.
    if (column === 'id' && !VALUES[`${table}.id`]) return info.type === 'uuid' ? [[column, `'${id}'`]] : []
    if (column === 'low_user_id' || column === 'subject_id') return [[column, `'${users[0]}'`]]
    if (column === 'high_user_id') return [[column, `'${users[1]}'`]]
    const value = VALUES[`${table}.${column}`] ?? sqlFor(info, `${column} ${round} ${index}`)
    return value === null ? [] : [[column, value]]
  })
  const names = values.map(([column]) => `"${column}"`)
  const row = values.map(([, value]) => value).join()
  // A table of one row has it since an earlier round.
  return `INSERT INTO "${columns[0]?.table}" (${names.join()}) VALUES (${row}) ON CONFLICT DO NOTHING`
}

function sqlFor({ type, udt, nullable, column }: ColumnInfo, name: string): string | null {
  if (type === 'USER-DEFINED') return `(enum_range(NULL::"${udt}"))[1]`
  if (type === 'timestamp with time zone') {
    if (nullable) return null
    return /until|expires/.test(column) ? `now() + interval '1 day'` : 'now()'
  }
  return OF_TYPE[type]?.(name) ?? null
}

export type VersionRows = Map<string, Record<string, unknown>>

/** Returns each row of the database under its table and primary key. */
export async function readVersionRows(client: ClientBase): Promise<VersionRows> {
  const keys = await client.query<{ table: string; key: string[] }>(
    `SELECT relname AS table, array_agg(attname::text ORDER BY attname) AS key FROM pg_index
     JOIN pg_class ON pg_class.oid = indrelid
     JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
     JOIN information_schema.tables ON table_name = relname AND table_schema = 'public'
     WHERE indisprimary AND relname <> '_prisma_migrations' GROUP BY relname ORDER BY relname`,
  )
  const all: VersionRows = new Map()
  for (const { table, key } of keys.rows) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(one) AS row FROM "${table}" one`,
    )
    for (const { row } of rows) all.set(`${table} ${key.map((column) => row[column]).join()}`, row)
  }
  return all
}
