import { v7 as uuidv7 } from 'uuid'
import { type EXPORT_STATUSES, RETENTION } from '#schema/privacy.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { downloadExport, type ExportFile } from './download-export.ts'
import { daysAfter } from './due-dates.ts'
import type { ExportsDeps, Owner } from './exports-deps.ts'

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

export const createExports = (deps: ExportsDeps) => ({
  request: (owner: Owner): Promise<DataExport> => requestExport(deps, owner),
  list: (userId: string): Promise<DataExport[]> => listExports(deps, userId),
  download: (owner: Owner, id: string): Promise<ExportFile> => downloadExport(deps, owner, id),
})

/** @throws ApiError as ConfirmOwner; CONFLICT while an export is in progress, and within a day of the last one */
async function requestExport(
  { database: { prisma }, clock, limits, confirmOwner }: ExportsDeps,
  { member, password, address }: Owner,
) {
  const userId = member.id
  await limits.consume('privacyByAccount', userId)
  await confirmOwner(member, { password, address, reason: 'data_export' })
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
async function listExports({ database: { prisma }, clock, limits }: ExportsDeps, userId: string) {
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
