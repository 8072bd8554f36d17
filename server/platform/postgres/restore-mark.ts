import type pg from 'pg'
import { MigrationError } from './migration-error.ts'

/** Exists while a restore fills the database. Only the restore that created it may go on. */
export const RESTORE_MARK = 'unfinished_restore'

/** Returns whether a restore of this database has begun and did not end. */
export async function hasUnfinishedRestore(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>('SELECT to_regclass($1) AS mark', [
    RESTORE_MARK,
  ])
  return (rows[0]?.mark ?? null) !== null
}

/** @throws MigrationError */
export async function refuseUnfinishedRestore(client: pg.ClientBase): Promise<void> {
  if (await hasUnfinishedRestore(client))
    throw new MigrationError(
      'A restore into this database did not finish. Run npm run restore again with the same backup.',
    )
}
