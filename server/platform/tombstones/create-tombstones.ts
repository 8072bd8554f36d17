import { access, constants, mkdir, open, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '#server/platform/config/config.ts'
import type { Tombstone } from './tombstone.ts'

/** The list of deletions, which is kept apart from the database and its backups. */
export interface Tombstones {
  /** Resolves once the entry is on the disk. Call it as the last step before the commit of the change. */
  record(entry: Tombstone): Promise<void>
}

/**
 * Opens the list in a folder; `null` keeps no list. Each host appends to its own file, one for each month, so an operator
 * can delete the files that are older than the oldest backup. @throws ConfigError when the folder cannot be written
 */
export async function createTombstones(folder: string | null): Promise<Tombstones> {
  if (folder === null) return { record: async () => undefined }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError([`TOMBSTONES=${folder}: the folder cannot be written (${reason})`])
  }
  return { record: (entry) => append(folder, entry) }
}

async function append(folder: string, entry: Tombstone) {
  const file = join(folder, `${hostname()}-${entry.at.slice(0, 7)}.jsonl`)
  const isNew = (await stat(file).catch(() => null)) === null
  const handle = await open(file, 'a', 0o600)
  try {
    // The first line break ends an entry that an earlier failure left unfinished.
    await handle.write(`\n${JSON.stringify(entry)}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  if (isNew) await syncFolder(folder)
}

/** Makes a new file's name durable. Windows cannot open folders, and does not need it. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
