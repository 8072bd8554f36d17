import { memberOfSession } from '../member.ts'
import { staffFactorOf } from '../second-factor/staff-factor.ts'
import { type LiveSession, readSessions } from './read-sessions.ts'
import type { LoadedMember } from './session-cache.ts'
import type { SessionContext } from './session-context.ts'
import { isStaffSession, sessionEnd } from './session-end.ts'
import { sessionKeyOf } from './session-keys.ts'
import { touchSessions } from './touch-sessions.ts'

const HOUR = 60 * 60_000
/** What staff may do also depends on their second factor, so their sessions are read again after a second. */
const STAFF_TTL = 1_000

/**
 * Returns the members of the sessions, in their order, each with the time until which they are valid; null for a session that
 * is not live. Records the use of the sessions.
 */
export async function loadMembers(
  context: SessionContext,
  sessionKeys: readonly string[],
  { background }: { background: boolean },
): Promise<(LoadedMember | null)[]> {
  const { staffTwoFactor, newAccountHours } = context
  const now = context.clock.now()
  const rows = await readSessions(context, sessionKeys, now)
  await touchSessions(context, rows, { now, background })
  const confirmed = await readStaffFactors(context, rows)
  const members = new Map(
    rows.map((row) => {
      const sessionKey = sessionKeyOf(row.tokenHash)
      const isStaff = isStaffSession(row.user.role, staffTwoFactor)
      const staffFactor = staffFactorOf(isStaff, confirmed.get(row.userId), row.factorAt)
      const member = memberOfSession(row.user, { sessionKey, staffFactor, now, newAccountHours })
      return [sessionKey, { member, validUntil: validUntil(context, row, now) }]
    }),
  )
  return sessionKeys.map((key) => members.get(key) ?? null)
}

/** Returns when the clock alone changes the member or ends the session, in milliseconds. */
function validUntil(
  { staffTwoFactor, newAccountHours }: SessionContext,
  { user, ...session }: LiveSession,
  now: number,
): number {
  const isStaff = isStaffSession(user.role, staffTwoFactor)
  const times = [
    session.expires.getTime(),
    sessionEnd(session, isStaff),
    user.premiumUntil?.getTime() ?? 0,
    user.suspendedUntil?.getTime() ?? 0,
    user.created.getTime() + newAccountHours * HOUR,
    ...(isStaff ? [now + STAFF_TTL] : []),
  ]
  return Math.min(...times.filter((time) => time > now))
}

/** Returns when each staff account of these sessions confirmed its second factor. */
async function readStaffFactors(
  { database: { prisma }, staffTwoFactor }: SessionContext,
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
