import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ColumnRule, PERSONAL_DATA } from '#server/domains/privacy/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { downloadExport, readyExport, requestExport } from '../../kit/data-export.ts'
import { type FilledMember, fillEveryTable } from '../../kit/every-table.ts'
import { EMPTY_ON_PURPOSE, fillEmptyColumns } from '../../kit/fill-columns.ts'
import { prismaModels } from '../../kit/prisma-schema.ts'
import { deleteAccount, finishFirstSweep } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const DAY = 24 * 60 * 60_000

interface Column {
  table: string
  column: string
  rule: ColumnRule
}

const tables = prismaModels().map(({ model, table, columns }) => {
  const { members, columns: rules } = PERSONAL_DATA[model as keyof typeof PERSONAL_DATA]
  const columnOf = Object.fromEntries(columns.map(({ field, column }) => [field, column]))
  return {
    table,
    members: (members as readonly string[]).map((field) => columnOf[field] ?? field),
    columns: Object.entries(rules).map(([field, rule]) => ({
      table,
      column: columnOf[field] ?? field,
      rule: rule as ColumnRule,
    })),
  }
})
const personalTables = tables.filter(({ members }) => members.length > 0)
const columns: Column[] = tables.flatMap((table) => table.columns)
const personal = columns.filter(({ rule }) => rule.kind !== 'impersonal')
const pathOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`

type Value = string | number | boolean | object | null
type Row = Record<string, Value>
interface Stored {
  key: string
  row: Row
}

const clock = createTestClock()
const node = useNode({ clock, env: { TRUST_PROXY: 'on' } })
let filled: FilledMember
let exported: Record<string, unknown>
/** The member's rows of each table, directly before the erasure. */
const before = new Map<string, Stored[]>()

const pool = () => node.app.context.database.pool

/** Whether a table is no partition of another one. */
const IS_WHOLE = "NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = format('%I', table_name)::regclass)"

async function primaryKeys(): Promise<Map<string, string[]>> {
  const { rows } = await pool().query<{ table: string; columns: string[] }>(
    `SELECT relname AS table, array_agg(attname::text ORDER BY attname) AS columns FROM pg_index
     JOIN pg_class ON pg_class.oid = indrelid
     JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
     WHERE indisprimary GROUP BY relname`,
  )
  return new Map(rows.map(({ table, columns: key }) => [table, key]))
}

async function rowsOf(table: string): Promise<Stored[]> {
  const key = (await primaryKeys()).get(table) ?? []
  const { rows } = await pool().query<{ row: Row }>(`SELECT to_jsonb(one) AS row FROM "${table}" one`)
  return rows.map(({ row }) => ({ row, key: JSON.stringify(key.map((column) => row[column])) }))
}

const isMembers = (members: string[], row: Row) =>
  members.some((column) => row[column] === filled.member.id || row[column] === filled.member.user.userName)

async function fillColumnsAndRemember() {
  const { id, user } = filled.member
  for (const { table, members, columns: own } of personalTables) {
    await fillEmptyColumns(pool(), {
      table,
      where: `(${members.map((column) => `"${column}"::text IN ($1, $2)`).join(' OR ')})`,
      values: [id, user.userName],
      columns: own.filter(({ rule }) => rule.kind !== 'impersonal').map(({ column }) => column),
    })
    before.set(
      table,
      (await rowsOf(table)).filter(({ row }) => isMembers(members, row)),
    )
  }
}

async function readExport(): Promise<Record<string, unknown>> {
  expect((await requestExport(node, filled.member)).errors).toEqual([])
  const { id } = await readyExport(node, filled.member)
  const answer = await downloadExport(node, id, filled.member.token)
  const files = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())))
  return Object.fromEntries(
    files.map(([name, bytes]) => [
      name,
      name.endsWith('.json') ? JSON.parse(strFromU8(bytes)) : strFromU8(bytes),
    ]),
  )
}

/** Returns every value in a JSON document, at any depth, as JSON. */
function valuesIn(node: unknown): string[] {
  const inside = typeof node === 'object' && node !== null ? Object.values(node).flatMap(valuesIn) : []
  return [JSON.stringify(node), ...inside]
}

interface Place {
  table: string
  column: string
  text: string
}

/** Returns the tables and columns that contain these texts, also inside longer texts. */
async function placesOf(texts: readonly string[]): Promise<Place[]> {
  const { rows } = await pool().query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND ${IS_WHOLE}`,
  )
  const found: Place[] = []
  for (const place of rows) {
    const hits = await pool().query<{ text: string }>(
      `SELECT DISTINCT sought AS text FROM unnest($1::text[]) sought, "${place.table}" one
       WHERE strpos(one."${place.column}"::text, sought) > 0`,
      [texts],
    )
    found.push(...hits.rows.map(({ text }) => ({ ...place, text })))
  }
  return found
}

const keptPlaces = (rules?: readonly string[]) =>
  columns.flatMap((one) =>
    one.rule.kind === 'kept' && (!rules || rules.includes(one.rule.rule)) ? [pathOf(one)] : [],
  )
/** The places that no rule allows. */
const unexpectedPlaces = (places: readonly Place[], rules?: readonly string[]) => {
  const allowed = keptPlaces(rules)
  return places.filter((place) => !allowed.includes(pathOf(place)))
}
const allBefore = () =>
  personal.flatMap((one) => (before.get(one.table) ?? []).map((stored) => ({ ...one, ...stored })))
/** Returns whether a value is an id, bytes, or a text that only this member's rows hold. */
const isDistinct = (value: Value | undefined): value is string =>
  typeof value === 'string' && /traced|the member|^[0-9a-f-]{36}$|^\\x[0-9a-f]{16}/i.test(value)

beforeAll(async () => {
  await finishFirstSweep(node)
  filled = await fillEveryTable(node, clock)
  await fillColumnsAndRemember()
  exported = await readExport()
  await fillColumnsAndRemember()
})

describe('a member with rows in every table', () => {
  it('covers every table and column of the database', async () => {
    const { rows } = await pool().query<{ table: string; column: string }>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' AND ${IS_WHOLE}`,
    )
    expect(columns.map(pathOf).sort()).toEqual(rows.map(pathOf).sort())
  })

  it('fills each table and each personal column', () => {
    const empty = personal.filter(
      ({ table, column }) => !(before.get(table) ?? []).some(({ row }) => (row[column] ?? null) !== null),
    )
    expect(empty.map(pathOf).filter((path) => !EMPTY_ON_PURPOSE.has(path))).toEqual([])
  })

  // covers: beyond-columns-treated-as-declared
  it('finds each exported column in the file that its declaration names', () => {
    const missing = personal.filter(({ table, column, rule }) => {
      if (rule.kind === 'impersonal' || !rule.exported.endsWith('.json')) return false
      const values = (before.get(table) ?? []).map(({ row }) => row[column] ?? null)
      const told = new Set(valuesIn(exported[rule.exported]))
      return (
        values.some((value) => value !== null) && !values.some((value) => told.has(JSON.stringify(value)))
      )
    })
    expect(missing.map(pathOf)).toEqual([])
  })

  it('finds no value of a withheld column in the export', () => {
    const text = JSON.stringify(exported)
    const isExported = (one: Column) => one.rule.kind !== 'impersonal' && one.rule.exported.endsWith('.json')
    const told = new Set(
      allBefore().flatMap((one) => (isExported(one) ? [JSON.stringify(one.row[one.column] ?? null)] : [])),
    )
    const leaked = allBefore().filter((one) => {
      const value = one.row[one.column]
      const isWithheld = !isExported(one) && isDistinct(value) && !told.has(JSON.stringify(value))
      return isWithheld && text.includes(JSON.stringify(value).slice(1, -1))
    })
    expect([...new Set(leaked.map(pathOf))]).toEqual([])
  })
})

describe('the database after the erasure of that member', () => {
  let after: Map<string, Map<string, Row>>
  beforeAll(async () => {
    const { errors } = await deleteAccount(node, filled.member)
    expect(errors).toEqual([])
    clock.advance(31 * DAY)
    await node.app.context.privacy.sweep()
    after = new Map()
    for (const { table } of personalTables)
      after.set(table, new Map((await rowsOf(table)).map(({ key, row }) => [key, row])))
  })

  // covers: beyond-columns-treated-as-declared
  it('contains no value of a column that is declared erased', () => {
    const left = allBefore().filter(({ table, column, key, row, rule }) => {
      const now = after.get(table)?.get(key)
      const value = row[column] ?? null
      if (rule.kind !== 'erased' || !now || value === null) return false
      return JSON.stringify(now[column]) === JSON.stringify(value)
    })
    expect(left.map(pathOf)).toEqual([])
  })

  it('keeps each row that holds a column with a rule to be kept', () => {
    const lost = allBefore().filter(({ table, column, key, row, rule }) => {
      if (rule.kind !== 'kept' || (row[column] ?? null) === null || deletesOwnRow(table)) return false
      const now = after.get(table)?.get(key)
      return !now || (isDistinct(row[column]) && !isTime(row[column]) && now[column] !== row[column])
    })
    expect(lost.map(pathOf)).toEqual([])
  })

  it("names the member's id only in columns with a rule to be kept", async () => {
    const places = unexpectedPlaces(await placesOf([filled.member.id])).map(pathOf)
    // The address of an erased account contains its id.
    expect(places).toEqual(['user.user_name'])
  })

  it('contains no identifying value of the member', async () => {
    expect(await placesOf(filled.identity)).toEqual([])
  })

  it('contains no distinct value of an erased column', async () => {
    const values = allBefore().flatMap(({ row, column, rule }) => {
      const value = row[column]
      return rule.kind === 'erased' && isDistinct(value) && !isTime(value) ? [value] : []
    })
    const keptValues = new Set(
      allBefore().flatMap(({ row, column, rule }) => (rule.kind === 'kept' ? [row[column]] : [])),
    )
    const gone = [...new Set(values.filter((value) => !keptValues.has(value)))]
    expect(gone.length).toBeGreaterThan(50)
    expect(unexpectedPlaces(await placesOf(gone), ['evidence'])).toEqual([])
  })

  it('contains nothing of the member after the longest retention period, except ids in the audit log', async () => {
    clock.advance(25 * 31 * DAY)
    await node.app.context.privacy.sweep()
    const left = await placesOf([filled.member.id, ...filled.identity])
    expect(unexpectedPlaces(left, ['auditLog'])).toEqual([])
    const remaining: string[] = []
    for (const { table, members } of personalTables)
      if (table !== 'moderation_action')
        for (const { row } of await rowsOf(table)) if (isMembers(members, row)) remaining.push(table)
    expect(remaining).toEqual([])
  })
})

/** Tables whose rows are deleted while a column of them is kept in rows of other members. */
const deletesOwnRow = (table: string) => ['block', 'moderator_note'].includes(table)
const isTime = (value: Value | undefined) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
