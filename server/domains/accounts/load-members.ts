import { type Member, memberOfSession } from './member.ts'
import { type LiveSession, readSessions } from './read-sessions.ts'
import { staffFactorOf } from './second-factor/staff-factor.ts'
import type { SessionDeps } from './session-deps.ts'
import { isStaffSession } from './session-end.ts'
import { sessionKeyOf } from './session-keys.ts'
import { touchSessions } from './touch-sessions.ts'

/** Returns the members of the sessions, in their order, and records the use; null for a session that is not live. */
export async function loadMembers(
  deps: SessionDeps,
  sessionKeys: readonly string[],
  { background }: { background: boolean },
): Promise<(Member | null)[]> {
  const { staffTwoFactor, newAccountHours } = deps
  const now = deps.clock.now()
  const rows = await readSessions(deps, sessionKeys, now)
  await touchSessions(deps, rows, { now, background })
  const confirmed = await readStaffFactors(deps, rows)
  const members = new Map(
    rows.map((row) => {
      const sessionKey = sessionKeyOf(row.tokenHash)
      const isStaff = isStaffSession(row.user.role, staffTwoFactor)
      const staffFactor = staffFactorOf(isStaff, confirmed.get(row.userId), row.factorAt)
      return [sessionKey, memberOfSession(row.user, { sessionKey, staffFactor, now, newAccountHours })]
    }),
  )
  return sessionKeys.map((key) => members.get(key) ?? null)
}

/** Returns when each staff account of these sessions confirmed its second factor. */
async function readStaffFactors(
  { database: { prisma }, staffTwoFactor }: SessionDeps,
  rows: readonly LiveSession[],
): Promise<Map<string, Date | null>> {
  const staff = rows.filter((row) => isStaffSession(row.user.role, staffTwoFactor)).map((row) => row.userId)
  if (staff.length === 0) return new Map()
  const factors = await prisma.secondFactor.findMany({
    where: { userId: { in: staff } },
    select: { userId: true, confirmedAt: true },
  })
  return new Map(factors.map(({ userId, confirmedAt }) => [userId, confirmedAt]))
}
