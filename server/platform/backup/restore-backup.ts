import { applyPending, type Migration } from '#server/platform/postgres/index.ts'
import { checkSecretKey } from './check-secret-key.ts'
import { connect } from './connect.ts'
import { matchMigrations } from './match-migrations.ts'
import type { OnProgress } from './progress.ts'
import { restoreRows } from './restore-rows.ts'
import { claimTarget, removeMark } from './restore-target.ts'
import { type VerifiedBackup, verifyBackup } from './verify-backup.ts'

export interface RestoreOptions {
  /** The folder of the backup. */
  from: string
  /** Opens the empty database. Called once the backup is known to be whole and to fit. */
  openTarget(): Promise<{ url: string }>
  /** The migrations of this version. */
  migrations: readonly Migration[]
  /** Null when there is none. */
  secretKey: string | null
  onProgress: OnProgress
  /** Runs after the rows are there, before a server can start on them. Repeated when an earlier attempt ended in it. */
  finish(backup: VerifiedBackup, url: string): Promise<void>
}

/**
 * Restores a backup into an empty database. The rows are restored in one transaction; until `finish` has ended too, the
 * database is marked, and a server does not start on it. @throws BackupError
 */
export async function restoreBackup(options: RestoreOptions): Promise<VerifiedBackup> {
  const { migrations, onProgress } = options
  const backup = await verifyBackup(options.from, onProgress)
  const earlier = matchMigrations(backup.manifest, migrations)
  await checkSecretKey(backup, options.secretKey)
  const { url } = await options.openTarget()
  const client = await connect(url)
  try {
    const { hasRows } = await claimTarget(client, backup.id)
    if (!hasRows) {
      await restoreRows(client, backup, { migrations: earlier, onProgress }).catch(async (error: unknown) => {
        // The database is empty again. Without a connection the mark stays, and the next restore replaces it.
        await removeMark(client).catch(() => undefined)
        throw error
      })
    }
    await applyPending(client, migrations)
    await client.query('ANALYZE')
    await options.finish(backup, url)
    await removeMark(client)
    return backup
  } finally {
    await client.end()
  }
}
