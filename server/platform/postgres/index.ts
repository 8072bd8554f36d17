export { type Database, isUniqueViolation, openDatabase, type Transaction } from './database.ts'
export { createDatabaseClock, type DatabaseClock, databaseTime } from './database-clock.ts'
export type {
  ModerationAction as ModerationActionModel,
  Prisma,
  Report as ReportModel,
  User as UserModel,
} from './generated/client.ts'
export { readListSizes } from './list-sizes.ts'
export {
  applyMigrations,
  applyPending,
  createMigrationsTable,
  hasUnfinishedRestore,
  MIGRATIONS_LOCK,
  type Migration,
  MigrationError,
  RESTORE_MARK,
  readAppliedMigrations,
  readMigrations,
  runMigration,
} from './migrations.ts'
export { isOutage, unavailableFor } from './outage.ts'
export { opensServerSecret, SecretKeyMismatch, serverSecret } from './server-secrets.ts'
