import type { Migration } from '#server/platform/postgres/index.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'

/**
 * Returns the migrations that the backup's database had, in their order. @throws BackupError when this version of the
 * product does not have one of them, or has it with another text
 */
export function matchMigrations(backup: Manifest, migrations: readonly Migration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  return backup.migrations.map(({ name, checksum }) => {
    const migration = known.get(name)
    if (!migration)
      throw new BackupError(
        `This backup is of a newer version (${backup.version}, with the migration ${name}). Restore it with that version or a later one.`,
      )
    if (migration.checksum !== checksum)
      throw new BackupError(
        `The migration ${name} differs from the one of this backup. Restore it with an unchanged version ${backup.version} or later.`,
      )
    return migration
  })
}
