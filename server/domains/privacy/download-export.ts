import type { Pool } from 'pg'
import { PRODUCT } from '#schema/product.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ExportsDeps } from './exports-deps.ts'

/** How many bytes of an archive are in memory at once. */
const SLICE = 1024 * 1024

export interface ExportFile {
  name: string
  size: number
  content: AsyncIterable<Uint8Array>
}

/** Opens a ready export of the member. @throws ApiError NOT_FOUND for any other export, and for an expired one */
export async function downloadExport(
  { database: { pool }, clock, limits }: ExportsDeps,
  userId: string,
  id: string,
): Promise<ExportFile> {
  await limits.consume('exportDownloadByAccount', userId)
  const { rows } = await pool.query<{ size: number; finished: Date }>(
    `SELECT size, finished FROM data_export
     WHERE id = $1 AND user_id = $2 AND status = 'READY' AND expires > $3`,
    [id, userId, new Date(clock.now())],
  )
  const [row] = rows
  if (!row)
    throw new ApiError(
      'NOT_FOUND',
      text('This download has expired or does not exist. Please ask for your data again.'),
    )
  const name = `${PRODUCT.slug}-data-${row.finished.toISOString().slice(0, 10)}.zip`
  return { name, size: row.size, content: readContent(pool, id, row.size) }
}

async function* readContent(pool: Pool, id: string, size: number) {
  for (let start = 0; start < size; start += SLICE) {
    const { rows } = await pool.query<{ slice: Buffer }>(
      'SELECT substring(archive FROM $2 FOR $3) AS slice FROM data_export WHERE id = $1',
      [id, start + 1, SLICE],
    )
    if (!rows[0]) throw new Error('the export expired while it was read')
    yield rows[0].slice
  }
}
