import type { AdminUser } from '#schema/admin.ts'
import { shownNameOf } from '#schema/partner-name.ts'
import { text } from '#schema/translatable.ts'
import type { Actor } from '#server/domains/moderation/index.ts'
import { isPremium, isSuspended } from '#server/platform/account-status.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import type { UserModel } from '#server/platform/postgres/index.ts'

export function presentUser(row: UserModel, now: number): AdminUser {
  return {
    id: row.id,
    userName: row.userName,
    displayName: shownNameOf(row.displayName),
    gender: row.gender,
    age: row.age,
    city: row.city,
    state: row.state,
    country: row.country,
    role: row.role,
    premiumUser: isPremium(row, now),
    active: !isSuspended(row, now),
    emailVerified: row.emailVerified,
    created: row.created.toISOString(),
    lastSeen: row.lastSeen.toISOString(),
  }
}

/** A user as staff see them. Moderators see no email or place, which would help to find the person but not to decide. */
export interface VisibleUser extends Omit<AdminUser, 'userName'> {
  /** Null for moderators, like the city and the state. */
  userName: string | null
}

const visibleTo = (actor: Actor, user: AdminUser): VisibleUser =>
  actor.role === 'ADMIN' ? user : { ...user, userName: null, city: null, state: null }

export interface UserDetail {
  user: VisibleUser
  interests: string[]
  bannedAt: Date | null
  suspendedUntil: Date | null
  conversations: number
  reportsMade: number
  reportsReceived: number
  blocksReceived: number
  openStrikes: number
}

/** Returns what moderators need to decide about a user. @throws ApiError NOT_FOUND */
export async function readUserDetail(
  { database: { prisma }, clock }: Pick<Platform, 'database' | 'clock'>,
  actor: Actor,
  userId: string,
): Promise<UserDetail> {
  const now = clock.now()
  const row = await prisma.user.findUnique({
    where: { id: userId },
    include: {
      _count: {
        select: {
          memberships: true,
          reportsMade: true,
          reportsReceived: true,
          blocksReceived: true,
          strikes: { where: { revokedAt: null, expires: { gt: new Date(now) } } },
        },
      },
    },
  })
  if (!row) throw new ApiError('NOT_FOUND', text('We cannot find this person.'))
  const { _count: counts } = row
  return {
    user: visibleTo(actor, presentUser(row, now)),
    interests: row.interests,
    bannedAt: row.bannedAt,
    suspendedUntil: row.suspendedUntil && row.suspendedUntil.getTime() > now ? row.suspendedUntil : null,
    conversations: counts.memberships,
    reportsMade: counts.reportsMade,
    reportsReceived: counts.reportsReceived,
    blocksReceived: counts.blocksReceived,
    openStrikes: counts.strikes,
  }
}
