import { constants } from 'node:fs'
import { access, open, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Check, result } from '../check.ts'

/** Checks that the server can write the list of deletions and make an entry durable. */
export const checkTombstones: Check = async ({ config: { databaseUrl, tombstones } }) => {
  const subject = 'TOMBSTONES'
  if (!tombstones)
    return [
      result(
        'warning',
        subject,
        'unset: a restored backup would bring erased accounts back (docs/operations/backup.md)',
      ),
    ]
  const folder = resolve(tombstones)
  const problem = await problemOf(folder)
  if (problem) return [result('failed', subject, `${folder} cannot be written by this user (${problem})`)]
  return [
    result(
      'ok',
      subject,
      databaseUrl ? `${folder} can be written; keep it on another disk than the database` : folder,
    ),
  ]
}

/** Returns why no entry can be written; null when one can. The server creates a folder that is missing. */
async function problemOf(folder: string): Promise<string | null> {
  try {
    if (await isMissing(folder)) await access(await nearestFolder(folder), constants.W_OK)
    else await writeAndRemove(join(folder, `.check-config-${process.pid}`))
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

const isMissing = (path: string) =>
  stat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return true
      throw error
    },
  )

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path)
  return (await isMissing(parent)) ? nearestFolder(parent) : parent
}

/** Rights alone do not show a full disk, or a network disk that is away. */
async function writeAndRemove(file: string) {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.write('check\n')
    await handle.datasync()
  } finally {
    await handle.close()
    await rm(file)
  }
}
