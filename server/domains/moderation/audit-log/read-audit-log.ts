import type { Page } from '#schema/chat.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import type { Database, ModerationActionModel } from '#server/platform/postgres/index.ts'
import { type LoggedAction, nameActions } from './name-actions.ts'

/** Conditions on the entries of the audit log. A condition that is null or absent is ignored. */
export interface AuditLogFilter {
  /** The member that the entries are about. */
  userId?: string | null | undefined
  actorId?: string | null | undefined
  /** Only entries of the server and the command line. */
  automatic?: boolean | null | undefined
  kinds?: readonly LoggedAction['kind'][] | null | undefined
  from?: Date | null | undefined
  until?: Date | null | undefined
  /** Matches part of the reason or of a name. */
  search?: string | null | undefined
}

export interface AuditLogPage {
  size: number
  /** The id of the last entry of the previous page. */
  before?: string
}

/**
 * Hides notes about the reader. The search text is matched literally, without wildcards. Names are looked up only for rows
 * that pass the other conditions.
 */
const MATCHES = `
  NOT (kind IN ('ADD_NOTE', 'REMOVE_NOTE') AND subject_id IS NOT DISTINCT FROM $1::uuid)
  AND ($2::uuid IS NULL OR subject_id = $2)
  AND ($3::uuid IS NULL OR actor_id = $3)
  AND (NOT $4::boolean OR actor_id IS NULL)
  AND ($5::text[] IS NULL OR kind::text = ANY($5))
  AND ($6::timestamptz IS NULL OR at >= $6)
  AND ($7::timestamptz IS NULL OR at < $7)
  AND ($8::text IS NULL OR strpos(lower(reason), lower($8)) > 0 OR EXISTS (
    SELECT 1 FROM "user" person
    WHERE person.id IN (actor_id, subject_id) AND strpos(lower(person.display_name), lower($8)) > 0
  ))`

const PAGE = `
  SELECT id, at, kind::text AS kind, actor_id AS "actorId", subject_id AS "subjectId", report_id AS "reportId",
    reversed, reason, until
  FROM moderation_action WHERE ${MATCHES} AND ($9::uuid IS NULL OR id < $9) ORDER BY id DESC LIMIT $10`

const COUNT = `SELECT count(*)::int AS count FROM moderation_action WHERE ${MATCHES}`

/** Returns one page of the audit log, newest first. */
export async function readAuditLog(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  reader: Actor,
  filter: AuditLogFilter,
  { size, before }: AuditLogPage,
): Promise<Page<LoggedAction>> {
  const values = [
    reader.id,
    filter.userId ?? null,
    filter.actorId ?? null,
    filter.automatic ?? false,
    filter.kinds?.length ? filter.kinds : null,
    filter.from ?? null,
    filter.until ?? null,
    filter.search || null,
  ]
  const [{ rows }, counted] = await Promise.all([
    pool.query<ModerationActionModel>(PAGE, [...values, before ?? null, size + 1]),
    pool.query<{ count: number }>(COUNT, values),
  ])
  const total = counted.rows[0]?.count ?? 0
  return {
    elements: await nameActions(prisma, rows.slice(0, size)),
    totalElements: total,
    totalPages: Math.ceil(total / size),
    last: rows.length <= size,
  }
}
