import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { TableEntry } from './manifest.ts'
import { measureStream } from './measure-stream.ts'
import type { OnProgress } from './progress.ts'

const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** Writes the rows of a table to a file of its own, which is on the disk when this resolves. */
export async function writeTable(
  client: Client,
  folder: string,
  { name, columns }: Pick<TableEntry, 'name' | 'columns'>,
  { onProgress, signal }: { onProgress: OnProgress; signal: AbortSignal },
): Promise<TableEntry> {
  const file = `${name}.copy.zst`
  const list = columns.map((column) => `"${column}"`).join(', ')
  // A query, because COPY of a partitioned table by its name writes no rows.
  const rows = client.query(copyTo(`COPY (SELECT ${list} FROM "${name}") TO STDOUT (ENCODING 'UTF8')`))
  const text = measureStream('lines', (bytes) =>
    onProgress({ step: 'write', table: name, bytes, rows: null }),
  )
  const compressed = measureStream('digest')
  const output = createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(rows, text.stream, createZstdCompress(COMPRESSION), compressed.stream, output, { signal })
  onProgress({ step: 'write', table: name, bytes: text.bytes(), rows: text.lines() })
  return { name, columns, rows: text.lines(), file, bytes: compressed.bytes(), sha256: compressed.sha256() }
}
