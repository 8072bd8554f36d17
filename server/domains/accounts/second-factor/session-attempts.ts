import type { Member } from '#server/domains/accounts/member.ts'
import type { FactorDeps } from './factor-deps.ts'

/** Counts an attempt of a session to prove the factor. @throws ApiError RATE_LIMITED */
export async function countSessionAttempt({ limits }: FactorDeps, { id, sessionKey }: Member): Promise<void> {
  await limits.consume('factorBySession', sessionKey)
  await limits.consume('factorByAccount', id)
}

export async function forgetSessionAttempts(
  { limits }: FactorDeps,
  { id, sessionKey }: Member,
): Promise<void> {
  await limits.forget('factorBySession', sessionKey)
  await limits.forget('factorByAccount', id)
}
