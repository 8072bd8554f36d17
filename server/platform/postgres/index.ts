export { runMigration } from './apply-migration.ts'
export { dropStatementNames, type PoolerMode } from './connection-pooler.ts'
export { type Database, isUniqueViolation, openDatabase, type Transaction } from './database.ts'
export { createDatabaseClock, type DatabaseClock, databaseTime } from './database-clock.ts'
export type {
  ModerationAction as ModerationActionModel,
  Passkey as PasskeyModel,
  Prisma,
  Report as ReportModel,
  User as UserModel,
} from './generated/client.ts'
export { type AddressFacts, inspectAddress, measureReplay } from './inspect-address.ts'
export { type DatabaseFacts, inspectDatabase } from './inspect-database.ts'
export { containingPattern, escapeLike } from './like-pattern.ts'
export { readListSizes } from './list-sizes.ts'
export { MigrationError } from './migration-error.ts'
export { type Migration, readMigrations } from './migration-files.ts'
export { applyMigrations, applyPending, createMigrationsTable, MIGRATIONS_LOCK } from './migrations.ts'
export { isOutage, unavailableFor } from './outage.ts'
export { readAppliedMigrations } from './pending-migrations.ts'
export type { Reads } from './reads.ts'
export { hasUnfinishedRestore, RESTORE_MARK } from './restore-mark.ts'
export { opensServerSecret, SecretKeyMismatch, secretKeyFits, serverSecret } from './server-secrets.ts'
export { inTransaction } from './transaction.ts'
