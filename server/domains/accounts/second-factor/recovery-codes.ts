import { createHmac } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { SECOND_FACTOR } from '#schema/second-factor.ts'
import type { Transaction } from '#server/platform/postgres/index.ts'
import { newCode, normalizeCode } from '../secrets.ts'

/**
 * Returns the hash that is stored instead of a recovery code. The database holds the key only encrypted, so a copy of the
 * database is not enough to guess 50 bits.
 */
export const hashRecoveryCode = (key: Uint8Array, code: string) =>
  new Uint8Array(createHmac('sha256', key).update(normalizeCode(code)).digest())

/** Replaces all recovery codes of an account within the caller's transaction. Returns the new ones in plain text. */
export async function replaceRecoveryCodes(
  transaction: Transaction,
  key: Uint8Array,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, () => newCode())
  await transaction.recoveryCode.deleteMany({ where: { userId } })
  await transaction.recoveryCode.createMany({
    data: codes.map((code) => ({ id: uuidv7(), userId, codeHash: hashRecoveryCode(key, code) })),
  })
  return codes
}
