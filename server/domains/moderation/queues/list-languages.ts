import { language } from '#schema/language.ts'
import type { Language } from '#schema/languages.ts'
import { isNotErased } from '#server/platform/postgres/account-status-sql.ts'
import type { Database } from '#server/platform/postgres/index.ts'

const LANGUAGES_OF = {
  name: 'author-languages',
  text: `SELECT person.id, person.language FROM "user" person WHERE person.id = ANY($1::uuid[]) AND ${isNotErased('person')}`,
}

/**
 * Returns the interface language of each member, in order, with one statement. Null for erased accounts, and for a
 * language that only a newer version knows.
 */
export async function listLanguages(
  { pool }: Pick<Database, 'pool'>,
  userIds: readonly string[],
): Promise<(Language | null)[]> {
  const { rows } = await pool.query<{ id: string; language: string }>({
    ...LANGUAGES_OF,
    values: [[...userIds]],
  })
  const found = new Map(rows.map((row) => [row.id, language.safeParse(row.language).data]))
  return userIds.map((id) => found.get(id) ?? null)
}
