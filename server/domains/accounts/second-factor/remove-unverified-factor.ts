import type { Transaction } from '#server/platform/postgres/index.ts'
import { deleteFactor } from './change-factor.ts'

/**
 * Removes a factor that was switched on before the account's address was verified, which versions until November 2026
 * allowed: a stranger who registered the address may have it. The caller proved that they read the mailbox, and holds the
 * lock of the account's row. Returns whether it removed a factor.
 */
export async function removeUnverifiedFactor(transaction: Transaction, userId: string): Promise<boolean> {
  const found = await transaction.$queryRaw<unknown[]>`
    SELECT 1 FROM second_factor JOIN "user" ON "user".id = second_factor.user_id
    WHERE "user".id = ${userId}::uuid AND second_factor.confirmed_at IS NOT NULL AND (
      NOT "user".email_verified OR second_factor.confirmed_at < (
        SELECT min(used_at) FROM email_verification WHERE user_id = "user".id AND purpose = 'VERIFY'
      )
    )`
  return found.length > 0 && deleteFactor(transaction, userId)
}
