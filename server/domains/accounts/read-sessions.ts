import { isDemoAccount } from '#server/platform/account-status.ts'
import type { SessionDeps } from './session-deps.ts'
import { isStaffSession, sessionEnd } from './session-end.ts'
import { tokenHashOf } from './session-keys.ts'
import { withUser } from './with-user.ts'

export type LiveSession = Awaited<ReturnType<typeof readSessions>>[number]

/** Returns those of the sessions that are live, each with its account. */
export async function readSessions(
  {
    database: { prisma },
    demoAccounts,
    staffTwoFactor,
  }: Pick<SessionDeps, 'database' | 'demoAccounts' | 'staffTwoFactor'>,
  sessionKeys: readonly string[],
  now: number,
) {
  const rows = await prisma.session.findMany({
    where: {
      tokenHash: { in: sessionKeys.map(tokenHashOf) },
      revokedAt: null,
      expires: { gt: new Date(now) },
    },
    include: { user: true },
  })
  // The stored `expires` is too late when the account became staff after the session began.
  return rows.filter(
    (row) =>
      withUser(row) &&
      (demoAccounts || !isDemoAccount(row.user)) &&
      sessionEnd(row, isStaffSession(row.user.role, staffTwoFactor)) > now,
  )
}
