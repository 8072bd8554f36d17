import { SESSION_ENDS } from '#schema/second-factor.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Returns whether the shorter limits of staff sessions apply. */
export const isStaffSession = (role: UserModel['role'], staffTwoFactor: boolean) =>
  staffTwoFactor && role !== 'MEMBER'

/** Returns when a session ends unless it is used again, in milliseconds since the epoch. */
export function sessionEnd(
  { created, lastUsed }: { created: Date; lastUsed: Date },
  isStaff: boolean,
): number {
  const { latestDays, unusedDays, staffLatestHours, staffUnusedHours } = SESSION_ENDS
  const [latest, unused] = isStaff
    ? [staffLatestHours * HOUR, staffUnusedHours * HOUR]
    : [latestDays * DAY, unusedDays * DAY]
  return Math.min(created.getTime() + latest, lastUsed.getTime() + unused)
}
