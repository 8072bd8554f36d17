import { foldText } from '#schema/fold-text.ts'
import { containingPattern } from '#server/platform/postgres/index.ts'
import type { AuditLogFilter } from './audit-log-filter.ts'

/** Returns the pattern of names, which are compared by folding. */
export const namePattern = (text: string) => containingPattern(foldText(text))

/** The values of the first parameters of both statements. */
export const valuesOf = (readerId: string, filter: AuditLogFilter, people: readonly string[] | null) => [
  readerId,
  filter.userId ?? null,
  filter.actorId ?? null,
  filter.automatic ?? false,
  filter.kinds?.length ? filter.kinds : null,
  filter.from ?? null,
  filter.until ?? null,
  filter.search ? containingPattern(filter.search) : null,
  people,
  filter.search ? namePattern(filter.search) : null,
]

/** `$9`: the members whose name contains the text. If they are too many it is null, and the names in each row are compared. */
const HAS_TEXT = `($8::text IS NULL OR reason ILIKE $8
    OR subject_id = ANY($9::uuid[]) OR actor_id = ANY($9::uuid[])
    OR ($9 IS NULL AND EXISTS (
      SELECT 1 FROM "user" person WHERE person.id IN (actor_id, subject_id) AND fold_text(person.display_name) LIKE $10
    )))`

/**
 * Hides notes about the reader. The statements are not prepared, so a condition whose value is null costs nothing, and the
 * others use their indexes.
 */
const MATCHES = `
  NOT (kind IN ('ADD_NOTE', 'REMOVE_NOTE') AND subject_id IS NOT DISTINCT FROM $1::uuid)
  AND ($2::uuid IS NULL OR subject_id = $2)
  AND ($3::uuid IS NULL OR actor_id = $3)
  AND (NOT $4::boolean OR actor_id IS NULL)
  AND ($6::timestamptz IS NULL OR at >= $6)
  AND ($7::timestamptz IS NULL OR at < $7)
  AND ${HAS_TEXT}`

const COLUMNS = `id, at, kind::text AS kind, actor_id AS "actorId", subject_id AS "subjectId", report_id AS "reportId",
    reversed, reason, until`

const OLDER = '($11::uuid IS NULL OR id < $11)'

const newest = (condition: string) => `SELECT ${COLUMNS} FROM moderation_action
    WHERE ${condition} AND ${MATCHES} AND ${OLDER} ORDER BY id DESC LIMIT $12`

/** Returns the statement of one page, newest first, and its last values. With kinds, the newest of each are read from its index. */
export function pageStatement({ kinds }: AuditLogFilter): { text: string; kinds: readonly string[] } {
  const wanted = [...new Set(kinds)]
  // Every parameter needs a type, also one that the statement does not compare.
  if (wanted.length === 0) return { text: newest('$5::text IS NULL'), kinds: [] }
  const parts = wanted.map((_, index) => `(${newest(`$5::text[] IS NOT NULL AND kind = $${index + 13}`)})`)
  return {
    text: `SELECT * FROM (${parts.join(' UNION ALL ')}) page ORDER BY id DESC LIMIT $12`,
    kinds: wanted,
  }
}

export const COUNT = `SELECT count(*)::int AS count FROM moderation_action
  WHERE ${MATCHES} AND ($5::"ModerationKind"[] IS NULL OR kind = ANY($5))`

/** More members of one name are not looked up. */
export const MAX_PEOPLE = 1_000

export const FIND_PEOPLE = `SELECT id FROM "user" WHERE fold_text(display_name) LIKE $1 LIMIT ${MAX_PEOPLE + 1}`

/** The notes about the reader, by kind. */
export const OWN_NOTES = {
  name: 'own-notes-in-log',
  text: `SELECT kind::text AS kind, count(*)::int AS count FROM moderation_action
    WHERE subject_id = $1 AND kind IN ('ADD_NOTE', 'REMOVE_NOTE') GROUP BY kind`,
}
