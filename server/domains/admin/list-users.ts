import type { AdminListQuery, AdminUser } from '#schema/admin.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Database, readListSizes } from '#server/platform/postgres/index.ts'
import { type AdminList, containing, newestFirst, olderThan } from './list-pages.ts'
import { presentUser } from './user-detail.ts'

/** Returns one page of the accounts that match a name or email, newest first. Erased accounts are left out. */
export async function listUsers(
  { database: { prisma, pool }, clock }: { database: Pick<Database, 'prisma' | 'pool'>; clock: Clock },
  query: AdminListQuery,
): Promise<AdminList<AdminUser>> {
  const named = containing(query.search)
  const found = {
    erasedAt: null,
    ...(query.search && { OR: [{ userName: named }, { displayName: named }] }),
  }
  const countAll = async () => {
    const sizeOf = await readListSizes(pool)
    return sizeOf('user:MEMBER') + sizeOf('user:DEMO')
  }
  const [rows, total] = await Promise.all([
    prisma.user.findMany({ where: { AND: [found, olderThan(query.before)] }, ...newestFirst(query) }),
    query.search ? prisma.user.count({ where: found }) : countAll(),
  ])
  const now = clock.now()
  return { elements: rows.map((row) => presentUser(row, now)), total }
}
