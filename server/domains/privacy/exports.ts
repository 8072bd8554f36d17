import { v7 as uuidv7 } from 'uuid'
import { type EXPORT_STATUSES, RETENTION } from '#schema/privacy.ts'
import { PRODUCT } from '#schema/product.ts'
import type { Clock } from '#server/platform/clock.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { daysAfter } from './due-dates.ts'

/** One a day, and each is gone after a week. */
const LIST_CAP = 10
const SLICE = 1024 * 1024

export interface DataExport {
  id: string
  status: (typeof EXPORT_STATUSES)[number]
  /** In per cent. */
  progress: number
  created: Date
  /** When it is ready: how long it can be downloaded. */
  expires: Date
  size: number | null
}

export interface ExportFile {
  name: string
  size: number
  content: AsyncIterable<Uint8Array>
}

const SHOWN = { id: true, status: true, progress: true, created: true, expires: true, size: true } as const

export function createExports({
  database: { pool, prisma },
  clock,
  limits,
}: {
  database: Pick<Database, 'pool' | 'prisma'>
  clock: Clock
  limits: RateLimits
}) {
  /** In slices, so that the size of a download does not matter here. */
  async function* contentOf(id: string, size: number) {
    for (let start = 0; start < size; start += SLICE) {
      const { rows } = await pool.query<{ slice: Buffer }>(
        'SELECT substring(archive FROM $2 FOR $3) AS slice FROM data_export WHERE id = $1',
        [id, start + 1, SLICE],
      )
      if (!rows[0]) throw new Error('the export expired while it was read')
      yield rows[0].slice
    }
  }

  return {
    /** @throws ApiError CONFLICT while one is under way, and within a day of the last */
    async request(userId: string): Promise<DataExport> {
      await limits.consume('privacyByAccount', userId)
      const now = clock.now()
      return prisma.$transaction(async (transaction) => {
        // Whoever asks twice at once asks one after the other.
        await transaction.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
        const last = await transaction.dataExport.findFirst({
          where: { userId, status: { not: 'FAILED' }, expires: { gt: new Date(now) } },
          orderBy: [{ created: 'desc' }, { id: 'desc' }],
          select: SHOWN,
        })
        refuseSoonAfter(last, now)
        const expires = daysAfter(now, RETENTION.exportDays)
        return transaction.dataExport.create({
          data: { id: uuidv7(), userId, created: new Date(now), expires },
          select: SHOWN,
        })
      })
    },

    /** The latest first. */
    async list(userId: string): Promise<DataExport[]> {
      await limits.consume('privacyByAccount', userId)
      return prisma.dataExport.findMany({
        where: { userId, expires: { gt: new Date(clock.now()) } },
        orderBy: [{ created: 'desc' }, { id: 'desc' }],
        take: LIST_CAP,
        select: SHOWN,
      })
    },

    /** @throws ApiError NOT_FOUND for one of somebody else, one that is not ready, and one that has expired */
    async download(userId: string, id: string): Promise<ExportFile> {
      await limits.consume('exportDownloadByAccount', userId)
      const { rows } = await pool.query<{ size: number; finished: Date }>(
        `SELECT size, finished FROM data_export
         WHERE id = $1 AND user_id = $2 AND status = 'READY' AND expires > $3`,
        [id, userId, new Date(clock.now())],
      )
      const [row] = rows
      if (!row) throw new ApiError('NOT_FOUND', 'This download does not exist or has expired.')
      const name = `${PRODUCT.slug}-data-${row.finished.toISOString().slice(0, 10)}.zip`
      return { name, size: row.size, content: contentOf(id, row.size) }
    },
  }
}

function refuseSoonAfter(last: DataExport | null, now: number) {
  if (!last) return
  if (last.status !== 'READY') throw new ApiError('CONFLICT', 'Your data are being gathered already.')
  const again = daysAfter(last.created.getTime(), 1)
  const hours = Math.ceil((again.getTime() - now) / (60 * 60_000))
  if (hours <= 0) return
  const when = hours === 1 ? 'within an hour' : `in ${hours} hours`
  throw new ApiError('CONFLICT', `You can ask for your data once a day. Ask again ${when}.`)
}
