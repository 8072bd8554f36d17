import type { AdminListQuery, LaunchNotification } from '#schema/admin.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { type AdminList, containing, newestFirst, olderThan } from './list-pages.ts'

/** Returns one page of the launch list entries that match an email, newest first. */
export async function listLaunchNotifications(
  { prisma }: Pick<Database, 'prisma'>,
  query: AdminListQuery,
): Promise<AdminList<LaunchNotification>> {
  const found = query.search ? { email: containing(query.search) } : {}
  const [rows, total] = await Promise.all([
    prisma.launchNotification.findMany({
      where: { AND: [found, olderThan(query.before)] },
      ...newestFirst(query),
    }),
    prisma.launchNotification.count({ where: found }),
  ])
  const elements = rows.map(({ timestamp, notifiedAt, ...row }) => ({
    ...row,
    timestamp: timestamp.toISOString(),
    notifiedAt: notifiedAt?.toISOString() ?? null,
  }))
  return { elements, total }
}
