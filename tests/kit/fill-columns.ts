import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'

/** A unique value for columns of a type, which identifies every copy of it. */
const VALUES: Record<string, (column: string) => string> = {
  text: (column) => `traced value of ${column}`,
  uuid: () => uuidv7(),
  bytea: () => `\\x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`,
  jsonb: (column) => JSON.stringify([{ name: 'traced', value: `traced json of ${column}` }]),
  'double precision': () => '47.25',
  integer: () => '4711',
  bigint: () => '4712',
  'timestamp with time zone': () => new Date(Date.now() + Math.floor(Math.random() * 1e9)).toISOString(),
}
/** Columns that refer to other rows, or whose values have a meaning for the jobs. */
export const EMPTY_ON_PURPOSE: ReadonlySet<string> = new Set([
  'moderator_note.report_id',
  'user.erased_at',
  'user.erase_after',
  'user.closed_at',
  'user.suspended_until',
  'user.banned_at',
  'order.next_check',
  'decision_mail.due',
  'data_export.claimed',
])
const FIXED: Record<string, string> = {
  'user.min_partner_age': '33',
  'user.max_partner_age': '77',
  'conversation_member.cleared_through': '00000000-0000-7000-8000-000000000001',
}

/** Gives a value to the columns that are null in each of a member's rows of a table. */
export async function fillEmptyColumns(
  pool: Pick<Pool, 'query'>,
  { table, where, values, columns }: { table: string; where: string; values: unknown[]; columns: string[] },
): Promise<void> {
  const types = await pool.query<{ column: string; type: string }>(
    `SELECT column_name AS column, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  )
  for (const { column, type } of types.rows) {
    const path = `${table}.${column}`
    if (!columns.includes(column) || EMPTY_ON_PURPOSE.has(path)) continue
    const value = FIXED[path] ?? VALUES[type]?.(path)
    if (value === undefined) continue
    await pool.query(
      `UPDATE "${table}" SET "${column}" = $${values.length + 1}
       WHERE ${where} AND NOT EXISTS (SELECT 1 FROM "${table}" WHERE ${where} AND "${column}" IS NOT NULL)`,
      [...values, value],
    )
  }
}
