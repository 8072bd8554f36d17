import type { Pool } from 'pg'
import type { Page } from '#schema/chat.ts'
import { MODERATION_ACTIONS } from '#schema/moderation.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import { type Database, type ModerationActionModel, readListSizes } from '#server/platform/postgres/index.ts'
import type { AuditLogFilter } from './audit-log-filter.ts'
import {
  COUNT,
  FIND_PEOPLE,
  MAX_PEOPLE,
  namePattern,
  OWN_NOTES,
  pageStatement,
  valuesOf,
} from './audit-log-statements.ts'
import { type LoggedAction, nameActions } from './name-actions.ts'

export type { AuditLogFilter } from './audit-log-filter.ts'

export interface AuditLogPage {
  size: number
  /** The id of the last entry of the previous page. */
  before?: string
}

/** Returns one page of the audit log, newest first. */
export async function readAuditLog(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  reader: Actor,
  filter: AuditLogFilter,
  { size, before }: AuditLogPage,
): Promise<Page<LoggedAction>> {
  const values = valuesOf(reader.id, filter, filter.search ? await findPeople(pool, filter.search) : null)
  const page = pageStatement(filter)
  const [{ rows }, total] = await Promise.all([
    pool.query<ModerationActionModel>(page.text, [...values, before ?? null, size + 1, ...page.kinds]),
    isWholeLog(filter) ? countWholeLog(pool, reader.id, filter.kinds) : count(pool, values),
  ])
  return {
    elements: await nameActions(prisma, rows.slice(0, size)),
    totalElements: total,
    totalPages: Math.ceil(total / size),
    last: rows.length <= size,
  }
}

/** Returns the members whose name contains a text; null if they are too many to look up their entries. */
async function findPeople(pool: Pool, text: string): Promise<string[] | null> {
  const { rows } = await pool.query<{ id: string }>(FIND_PEOPLE, [namePattern(text)])
  return rows.length > MAX_PEOPLE ? null : rows.map(({ id }) => id)
}

const isWholeLog = ({ userId, actorId, automatic, from, until, search }: AuditLogFilter) =>
  !(userId || actorId || automatic || from || until || search)

/** Counts the entries of some kinds, or all, without reading them. */
async function countWholeLog(pool: Pool, readerId: string, kinds: AuditLogFilter['kinds']): Promise<number> {
  const [sizeOf, own] = await Promise.all([
    readListSizes(pool),
    pool.query<{ kind: string; count: number }>({ ...OWN_NOTES, values: [readerId] }),
  ])
  const counted = kinds?.length ? [...new Set<string>(kinds)] : Object.keys(MODERATION_ACTIONS)
  const hidden = own.rows.filter(({ kind }) => counted.includes(kind))
  return (
    counted.reduce((sum, kind) => sum + sizeOf(`action:${kind}`), 0) -
    hidden.reduce((sum, one) => sum + one.count, 0)
  )
}

async function count(pool: Pool, values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(COUNT, [...values])
  return rows[0]?.count ?? 0
}
