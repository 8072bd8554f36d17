import type { Client } from 'pg'
import { hasUnfinishedRestore, MIGRATIONS_LOCK, RESTORE_MARK } from '#server/platform/postgres/index.ts'
import { BackupError } from './backup-error.ts'

const LOCK = 'SELECT pg_try_advisory_lock($1) AS locked'

/** Everything that a person or a program created in the schema, without what extensions brought. */
const COUNT_OBJECTS = `
  SELECT count(*)::int AS objects FROM (
    SELECT oid, 'pg_class'::regclass AS kind FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
        AND relname <> '${RESTORE_MARK}'
    UNION ALL SELECT oid, 'pg_proc'::regclass FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
    UNION ALL SELECT oid, 'pg_type'::regclass FROM pg_type
      WHERE typnamespace = current_schema()::regnamespace AND typtype IN ('e', 'd')
  ) found WHERE NOT EXISTS (
    SELECT 1 FROM pg_depend WHERE objid = found.oid AND classid = found.kind AND deptype = 'e'
  )`

/**
 * Takes the lock that a starting server takes, and marks the database as an unfinished restore of this backup. Returns
 * whether an earlier attempt has restored the rows. @throws BackupError when the database is not empty
 */
export async function claimTarget(client: Client, backupId: string): Promise<{ hasRows: boolean }> {
  const { rows: locks } = await client.query<{ locked: boolean }>(LOCK, [MIGRATIONS_LOCK])
  if (!locks[0]?.locked)
    throw new BackupError('A server or another restore is starting on this database. Stop it first.')
  const mark = await readMark(client)
  if (mark?.hasRows && mark.backup === backupId) return { hasRows: true }
  const { rows } = await client.query<{ objects: number }>(COUNT_OBJECTS)
  if (mark?.hasRows)
    throw new BackupError(
      'An earlier restore of another backup into this database did not finish. Repeat that one, or restore into a new database.',
    )
  if (rows[0]?.objects !== 0)
    throw new BackupError(
      'This database is not empty. Restore into a new one: an empty database for DATABASE_URL, or another DATA_DIR in local mode.',
    )
  await client.query(`DROP TABLE IF EXISTS ${RESTORE_MARK}`)
  await client.query(`CREATE TABLE ${RESTORE_MARK} AS SELECT $1::text AS backup, false AS has_rows`, [
    backupId,
  ])
  return { hasRows: false }
}

async function readMark(client: Client): Promise<{ backup: string; hasRows: boolean } | null> {
  if (!(await hasUnfinishedRestore(client))) return null
  const { rows } = await client.query<{ backup: string; hasRows: boolean }>(
    `SELECT backup, has_rows AS "hasRows" FROM ${RESTORE_MARK}`,
  )
  return rows[0] ?? { backup: '', hasRows: false }
}

/** Notes that all rows are there. Part of the transaction that restores them. */
export async function markRowsRestored(client: Client): Promise<void> {
  await client.query(`UPDATE ${RESTORE_MARK} SET has_rows = true`)
}

/** Makes the database usable: after the restore, or after a failure that left the database empty. */
export async function removeMark(client: Client): Promise<void> {
  await client.query(`DROP TABLE ${RESTORE_MARK}`)
}
