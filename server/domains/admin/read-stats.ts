import type { AdminStats } from '#schema/admin.ts'
import { type Database, readListSizes } from '#server/platform/postgres/index.ts'

/** Counts the members and the launch list. Erased accounts remain only as records, and demo partners are not members. */
export async function readStats({ pool }: Pick<Database, 'pool'>): Promise<AdminStats> {
  const sizeOf = await readListSizes(pool)
  const notifiedCount = sizeOf('launch:NOTIFIED')
  const pendingCount = sizeOf('launch:PENDING')
  return {
    totalUsers: sizeOf('user:MEMBER'),
    totalNotifications: notifiedCount + pendingCount,
    notifiedCount,
    pendingCount,
  }
}
