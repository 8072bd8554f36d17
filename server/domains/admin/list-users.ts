import type { AdminListQuery, AdminUser } from '#schema/admin.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { type AdminList, containing, newestFirst, olderThan } from './list-pages.ts'
import { presentUser } from './user-detail.ts'

/** Returns one page of the accounts that match a name or email, newest first. Erased accounts are left out. */
export async function listUsers(
  { database: { prisma }, clock }: { database: Pick<Database, 'prisma'>; clock: Clock },
  query: AdminListQuery,
): Promise<AdminList<AdminUser>> {
  const named = containing(query.search)
  const found = {
    erasedAt: null,
    ...(query.search && { OR: [{ userName: named }, { displayName: named }] }),
  }
  const [rows, total] = await Promise.all([
    prisma.user.findMany({ where: { AND: [found, olderThan(query.before)] }, ...newestFirst(query) }),
    prisma.user.count({ where: found }),
  ])
  const now = clock.now()
  return { elements: rows.map((row) => presentUser(row, now)), total }
}
