export { type Database, isUniqueViolation, openDatabase, type Transaction } from './database.ts'
export { createDatabaseClock, type DatabaseClock, databaseTime } from './database-clock.ts'
export type {
  ModerationAction as ModerationActionModel,
  Prisma,
  Report as ReportModel,
  User as UserModel,
} from './generated/client.ts'
export { type DatabaseFacts, inspectDatabase } from './inspect-database.ts'
export { readListSizes } from './list-sizes.ts'
export { MigrationError } from './migration-error.ts'
export { applyMigrations } from './migrations.ts'
export { isOutage, unavailableFor } from './outage.ts'
export type { Reads } from './reads.ts'
export { SecretKeyMismatch, secretKeyFits, serverSecret } from './server-secrets.ts'
