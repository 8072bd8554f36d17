import type { Transaction } from '#server/platform/postgres/index.ts'

/**
 * Makes everything about one account's factor happen one after the other, logins included. Taken before any row of
 * the factor, so that no two transactions wait for each other.
 */
export async function lockOwner(transaction: Transaction, userId: string): Promise<void> {
  await transaction.$queryRaw`SELECT 1 FROM "user" WHERE id = ${userId}::uuid FOR UPDATE`
}
