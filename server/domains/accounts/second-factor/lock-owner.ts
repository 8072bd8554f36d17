import type { Transaction } from '#server/platform/postgres/index.ts'

/**
 * Serializes all changes of one account's factor, and its logins. Must be taken before any row of the factor, which
 * prevents deadlocks.
 */
export async function lockOwner(transaction: Transaction, userId: string): Promise<void> {
  await transaction.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`
}
