import type { AdminListQuery, AdminUser } from '#schema/admin.ts'
import { storedEmail } from '#schema/email.ts'
import { foldText } from '#schema/fold-text.ts'
import type { Clock } from '#server/platform/clock.ts'
import { containingPattern, type Database, readListSizes } from '#server/platform/postgres/index.ts'
import { type AdminList, newestFirst, olderThan } from './list-pages.ts'
import { presentUser } from './user-detail.ts'

/** Names are compared by folding (`schema/fold-text.ts`), addresses in their stored form (`schema/email.ts`). */
const FOUND = `FROM "user" WHERE erased_at IS NULL AND (user_name ILIKE $1 OR fold_text(display_name) LIKE $2)`
const COUNT = `SELECT count(*)::int AS count ${FOUND}`
const PAGE = `SELECT id ${FOUND} AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4 OFFSET $5`

type Source = Pick<Database, 'prisma' | 'pool'>

/** Returns one page of the accounts that match a name or email, newest first. Erased accounts are left out. */
export async function listUsers(
  { database, clock }: { database: Source; clock: Clock },
  query: AdminListQuery,
): Promise<AdminList<AdminUser>> {
  const [rows, total] = await (query.search ? findUsers(database, query) : listAll(database, query))
  const now = clock.now()
  return { elements: rows.map((row) => presentUser(row, now)), total }
}

async function findUsers({ prisma, pool }: Source, query: AdminListQuery) {
  const { skip, take, orderBy } = newestFirst(query)
  const patterns = [containingPattern(storedEmail(query.search)), containingPattern(foldText(query.search))]
  const [page, counted] = await Promise.all([
    pool.query<{ id: string }>(PAGE, [...patterns, query.before ?? null, take, skip]),
    pool.query<{ count: number }>(COUNT, patterns),
  ])
  const ids = page.rows.map(({ id }) => id)
  const rows = await prisma.user.findMany({ where: { id: { in: ids } }, orderBy })
  return [rows, counted.rows[0]?.count ?? 0] as const
}

async function listAll({ prisma, pool }: Source, query: AdminListQuery) {
  const where = { AND: [{ erasedAt: null }, olderThan(query.before)] }
  const [rows, sizeOf] = await Promise.all([
    prisma.user.findMany({ where, ...newestFirst(query) }),
    readListSizes(pool),
  ])
  return [rows, sizeOf('user:MEMBER') + sizeOf('user:DEMO')] as const
}
