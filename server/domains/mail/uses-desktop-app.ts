import { DESKTOP_AGENT } from '#schema/desktop.ts'
import type { Database } from '#server/platform/postgres/index.ts'

/**
 * Returns whether one of the member's sessions was opened in the desktop app. Ended sessions count too, because members
 * reset a password without an active session.
 */
export async function usesDesktopApp(database: Pick<Database, 'prisma'>, userId: string): Promise<boolean> {
  const where = { userId, userAgent: { contains: `${DESKTOP_AGENT}/` } }
  return (await database.prisma.session.findFirst({ where, select: { id: true } })) !== null
}
