import type { Pool } from 'pg'
import { PRODUCT } from '#schema/product.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { PART_SIZE } from './archive.ts'
import type { ExportContext, Owner } from './exports.ts'

interface ExportFile {
  name: string
  size: number
  content: AsyncIterable<Uint8Array>
}

/**
 * Opens a ready export of the member. @throws ApiError as `confirmOwner`; NOT_FOUND for any other export, and for an expired
 * one
 */
export async function downloadExport(
  { database: { pool }, clock, limits, accounts }: ExportContext,
  { member, password, address }: Owner,
  id: string,
): Promise<ExportFile> {
  const userId = member.id
  await limits.consume('exportDownloadByAccount', userId)
  await accounts.confirmOwner(member, { password, address, reason: 'data_export' })
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

/** Archives of a version before 0.4.0 are in one column. */
const READ_PART = `
  SELECT coalesce(bytes, substring(archive FROM $2 * $3 + 1 FOR $3)) AS bytes
  FROM data_export LEFT JOIN data_export_part ON export_id = id AND number = $2 WHERE id = $1`

async function* readContent(pool: Pool, id: string, size: number) {
  for (let number = 0; number * PART_SIZE < size; number += 1) {
    const { rows } = await pool.query<{ bytes: Buffer | null }>(READ_PART, [id, number, PART_SIZE])
    if (!rows[0]?.bytes?.length) throw new Error('the export expired while it was read')
    yield rows[0].bytes
  }
}
