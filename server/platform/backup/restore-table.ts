import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError } from './backup-error.ts'
import type { TableEntry } from './manifest.ts'
import { measureStream } from './measure-stream.ts'
import type { OnProgress } from './progress.ts'

/** Copies a file into its table. @throws BackupError when the file or the number of rows changed since the check */
export async function restoreTable(
  client: Client,
  folder: string,
  { name, columns, file, rows, sha256 }: TableEntry,
  onProgress: OnProgress,
): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const compressed = measureStream('digest')
  const text = measureStream('lines', (bytes) =>
    onProgress({ step: 'restore', table: name, bytes, rows: null }),
  )
  const target = client.query(copyFrom(`COPY "${name}" (${list}) FROM STDIN (ENCODING 'UTF8')`))
  const source = createReadStream(join(folder, file))
  await pipeline(source, compressed.stream, createZstdDecompress(), text.stream, target)
  if (compressed.sha256() !== sha256 || target.rowCount !== rows)
    throw new BackupError(`The file ${file} changed while it was restored. Nothing was restored.`)
  onProgress({ step: 'restore', table: name, bytes: text.bytes(), rows })
}
