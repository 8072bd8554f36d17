import type { AdminListQuery, LaunchNotification } from '#schema/admin.ts'
import { storedEmail } from '#schema/email.ts'
import { type Database, readListSizes } from '#server/platform/postgres/index.ts'
import { type AdminList, containing, newestFirst, olderThan } from './list-pages.ts'

/** Returns one page of the launch list entries that match an email, newest first. */
export async function listLaunchNotifications(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  query: AdminListQuery,
): Promise<AdminList<LaunchNotification>> {
  const found = query.search ? { email: containing(storedEmail(query.search)) } : {}
  const countAll = async () => {
    const sizeOf = await readListSizes(pool)
    return sizeOf('launch:NOTIFIED') + sizeOf('launch:PENDING')
  }
  const [rows, total] = await Promise.all([
    prisma.launchNotification.findMany({
      where: { AND: [found, olderThan(query.before)] },
      ...newestFirst(query),
    }),
    query.search ? prisma.launchNotification.count({ where: found }) : countAll(),
  ])
  const elements = rows.map(({ timestamp, notifiedAt, language: _, ...row }) => ({
    ...row,
    timestamp: timestamp.toISOString(),
    notifiedAt: notifiedAt?.toISOString() ?? null,
  }))
  return { elements, total }
}
