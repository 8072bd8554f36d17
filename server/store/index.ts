export { type Database, isUniqueViolation, openDatabase, type Transaction } from './database.ts'
export type { Prisma, User as UserModel } from './generated/client.ts'
export { applyMigrations, MigrationError } from './migrations.ts'
export { openRedis, type RedisClients } from './redis.ts'
