import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import {
  BACKUP_FORMAT,
  MANIFEST_DIGEST_FILE,
  MANIFEST_FILE,
  type Manifest,
  manifest as manifestModel,
  type TableEntry,
} from './manifest.ts'
import { measureStream } from './measure-stream.ts'
import type { OnProgress } from './progress.ts'

export interface VerifiedBackup {
  readonly folder: string
  readonly manifest: Manifest
  /** Identifies the backup: the digest of its manifest. */
  readonly id: string
}

/** Reads the whole backup and compares it with its manifest. @throws BackupError naming the first file that differs */
export async function verifyBackup(folder: string, onProgress: OnProgress): Promise<VerifiedBackup> {
  const text = await readFile(join(folder, MANIFEST_FILE)).catch(() => {
    throw new BackupError(
      `There is no complete backup in ${folder}: ${MANIFEST_FILE} cannot be read. Name the folder that npm run backup printed.`,
    )
  })
  const id = createHash('sha256').update(text).digest('hex')
  const expected = await readFile(join(folder, MANIFEST_DIGEST_FILE), 'utf8').catch(() => '')
  if (expected.slice(0, 64) !== id)
    throw new BackupError(
      `${MANIFEST_FILE} does not match ${MANIFEST_DIGEST_FILE}. Use another copy of this backup.`,
    )
  const manifest = parseManifest(text.toString('utf8'))
  for (const table of manifest.tables) await verifyTable(folder, table, onProgress)
  return { folder, manifest, id }
}

function parseManifest(text: string): Manifest {
  const content: unknown = JSON.parse(text)
  const format =
    typeof content === 'object' && content !== null && 'format' in content ? content.format : null
  if (format !== BACKUP_FORMAT)
    throw new BackupError(
      `This backup has format ${String(format)}, and this version reads format ${BACKUP_FORMAT}. Restore it with the version that wrote it.`,
    )
  const result = manifestModel.safeParse(content)
  if (!result.success)
    throw new BackupError(`${MANIFEST_FILE} has a wrong value at ${result.error.issues[0]?.path.join('.')}.`)
  return result.data
}

async function verifyTable(folder: string, table: TableEntry, onProgress: OnProgress) {
  const { name, file, rows, bytes, sha256 } = table
  const found = await stat(join(folder, file)).catch(() => null)
  if (!found) throw new BackupError(`The file ${file} of this backup is missing. Use another copy of it.`)
  if (found.size !== bytes)
    throw new BackupError(
      `The file ${file} of this backup has ${found.size} bytes instead of ${bytes}. Use another copy of it.`,
    )
  const compressed = measureStream('digest')
  const text = measureStream('lines', (read) =>
    onProgress({ step: 'verify', table: name, bytes: read, rows: null }),
  )
  const source = createReadStream(join(folder, file))
  await pipeline(source, compressed.stream, createZstdDecompress(), text.stream, nowhere()).catch(
    (cause: unknown) => {
      throw new BackupError(`The file ${file} of this backup is damaged. Use another copy of it.`, { cause })
    },
  )
  if (compressed.sha256() !== sha256)
    throw new BackupError(
      `The checksum of ${file} differs from the manifest. Use another copy of this backup.`,
    )
  if (text.lines() !== rows)
    throw new BackupError(`The file ${file} has ${text.lines()} rows, and the manifest says ${rows}.`)
  onProgress({ step: 'verify', table: name, bytes: text.bytes(), rows })
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
