import type { Database } from '#server/platform/postgres/index.ts'

/**
 * Ends the sessions of an account, or of every account. Returns how many. Running nodes refuse them within a second and
 * close their streams within a minute.
 */
export async function endSessions({ prisma }: Database, userId: string | 'everyone'): Promise<number> {
  const now = new Date()
  const { count } = await prisma.session.updateMany({
    where: { revokedAt: null, expires: { gt: now }, ...(userId === 'everyone' ? {} : { userId }) },
    data: { revokedAt: now },
  })
  return count
}
