import type { Member } from '../member.ts'
import type { FactorContext } from './factor-context.ts'

/** Counts an attempt of a session to prove the factor. @throws ApiError RATE_LIMITED */
export async function countSessionAttempt(
  { limits }: Pick<FactorContext, 'limits'>,
  { id, sessionKey }: Member,
): Promise<void> {
  await limits.consume('factorBySession', sessionKey)
  await limits.consume('factorByAccount', id)
}

export async function forgetSessionAttempts(
  { limits }: Pick<FactorContext, 'limits'>,
  { id, sessionKey }: Member,
): Promise<void> {
  await limits.forget('factorBySession', sessionKey)
  await limits.forget('factorByAccount', id)
}
