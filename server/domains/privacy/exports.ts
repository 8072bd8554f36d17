import { v7 as uuidv7 } from 'uuid'
import { type EXPORT_STATUSES, RETENTION } from '#schema/privacy.ts'
import { text } from '#schema/translatable.ts'
import type { Accounts, Member } from '#server/domains/accounts/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { daysAfter } from './due-dates.ts'

/** More than can exist: a member can request one export a day, and each is deleted after a week. */
const MAX_LISTED = 10

export interface DataExport {
  id: string
  status: (typeof EXPORT_STATUSES)[number]
  /** In per cent. */
  progress: number
  created: Date
  /** The end of the download period, once the export is ready. */
  expires: Date
  size: number | null
}

const COLUMNS = { id: true, status: true, progress: true, created: true, expires: true, size: true } as const

/** A member who proves to own the account. A session alone may be stolen. */
export interface Owner {
  member: Pick<Member, 'id' | 'sessionKey'>
  password: string
  /** The network address of the caller. */
  address: string
}

export interface ExportContext extends Pick<Platform, 'database' | 'clock' | 'limits'> {
  accounts: {
    /** Checks the password, and the second factor where the member has one. @throws ApiError */
    confirmOwner(...owner: Parameters<Accounts['confirmOwner']>): Promise<unknown>
  }
}

/**
 * Queues an export, which any node makes in the background. @throws ApiError as `confirmOwner`; CONFLICT while an export is
 * in progress, and within a day of the last one
 */
export async function requestExport(
  { database: { prisma }, clock, limits, accounts }: ExportContext,
  { member, password, address }: Owner,
): Promise<DataExport> {
  const userId = member.id
  await limits.consume('privacyByAccount', userId)
  await accounts.confirmOwner(member, { password, address, reason: 'data_export' })
  const now = clock.now()
  return prisma.$transaction(async (transaction) => {
    // Serializes concurrent requests of one member.
    await transaction.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
    const last = await transaction.dataExport.findFirst({
      where: { userId, status: { not: 'FAILED' }, expires: { gt: new Date(now) } },
      orderBy: [{ created: 'desc' }, { id: 'desc' }],
      select: COLUMNS,
    })
    refuseSoonAfter(last, now)
    const expires = daysAfter(now, RETENTION.exportDays)
    return transaction.dataExport.create({
      data: { id: uuidv7(), userId, created: new Date(now), expires },
      select: COLUMNS,
    })
  })
}

/** Returns the member's exports, the latest first. */
export async function listExports(
  { database: { prisma }, clock, limits }: Pick<Platform, 'database' | 'clock' | 'limits'>,
  userId: string,
): Promise<DataExport[]> {
  await limits.consume('privacyByAccount', userId)
  return prisma.dataExport.findMany({
    where: { userId, expires: { gt: new Date(clock.now()) } },
    orderBy: [{ created: 'desc' }, { id: 'desc' }],
    take: MAX_LISTED,
    select: COLUMNS,
  })
}

function refuseSoonAfter(last: DataExport | null, now: number) {
  if (!last) return
  if (last.status !== 'READY')
    throw new ApiError(
      'CONFLICT',
      text('We are already preparing your data. You will get a notification when it is ready.'),
    )
  const again = daysAfter(last.created.getTime(), 1)
  const hours = Math.ceil((again.getTime() - now) / (60 * 60_000))
  if (hours <= 0) return
  throw new ApiError(
    'CONFLICT',
    text(
      '{hours, plural, =1 {You can ask for your data once a day. Ask again within an hour.} other {You can ask for your data once a day. Ask again in # hours.}}',
      { hours },
    ),
  )
}
