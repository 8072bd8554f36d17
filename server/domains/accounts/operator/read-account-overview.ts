import type { Database } from '#server/platform/postgres/index.ts'

const SIGN_INS = 5

/** What the operator sees of an account: no secrets, no messages, no network addresses. */
export interface AccountOverview {
  id: string
  email: string
  displayName: string
  role: string
  emailVerified: boolean
  twoStepLogin: boolean
  recoveryCodesLeft: number
  premiumUntil: Date | null
  created: Date
  lastSeen: Date
  suspendedUntil: Date | null
  bannedAt: Date | null
  closedAt: Date | null
  eraseAfter: Date | null
  sessions: number
  /** The latest, newest first. */
  signIns: { time: Date; kind: string }[]
}

export async function readAccountOverview(
  { prisma }: Database,
  userId: string,
  now: Date,
): Promise<AccountOverview> {
  const isLive = { userId, revokedAt: null, expires: { gt: now } }
  const [row, factor, recoveryCodesLeft, sessions, visits] = await Promise.all([
    prisma.user.findUniqueOrThrow({ where: { id: userId } }),
    prisma.secondFactor.findUnique({ where: { userId }, select: { confirmedAt: true } }),
    prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
    prisma.session.count({ where: isLive }),
    prisma.profileVisitor.findMany({
      where: { profileOwnerId: userId, visitorId: userId },
      orderBy: { visitTime: 'desc' },
      take: SIGN_INS,
    }),
  ])
  const { userName: email, suspendedUntil, ...user } = row
  return {
    id: user.id,
    email,
    displayName: user.displayName,
    role: user.role,
    emailVerified: user.emailVerified,
    twoStepLogin: factor?.confirmedAt != null,
    recoveryCodesLeft,
    premiumUntil: user.premiumUntil,
    created: user.created,
    lastSeen: user.lastSeen,
    suspendedUntil: suspendedUntil && suspendedUntil > now ? suspendedUntil : null,
    bannedAt: user.bannedAt,
    closedAt: user.closedAt,
    eraseAfter: user.eraseAfter,
    sessions,
    signIns: visits.map(({ visitTime, visitType }) => ({ time: visitTime, kind: visitType })),
  }
}
