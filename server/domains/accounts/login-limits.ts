import { ApiError } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { LimitName } from '#server/platform/rate-limits/rate-limits.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Caller } from './sessions.ts'

/** One try of a password, counted before the password is looked at, so that many at once are no more than a few. */
export interface LoginAttempt {
  /** A right password gives its try back. */
  succeeded(): Promise<void>
  failed(): Promise<void>
}

type Deps = Pick<AccountDeps, 'database' | 'limits' | 'botDefence' | 'signupScreening'>

const KNOWN_DEVICE = {
  name: 'known-device',
  text: `SELECT 1 FROM session JOIN "user" ON "user".id = session.user_id
    WHERE "user".user_name = $1 AND session.device = $2 LIMIT 1`,
}

/**
 * Counts one login, and decides whether its password is looked at. @throws ApiError PROOF_REQUIRED; RATE_LIMITED
 *
 * Wrong tries by strangers must not lock the owner out, so no limit counts by account alone:
 * - A browser that logged in to this account before has its own count, which needs its device cookie to fill.
 * - A caller with proof of work has a count for the account and the caller's network.
 * - Every other caller counts by address, and by account and network. After five wrong tries for the account, from
 *   wherever, such a caller is asked for proof of work rather than told to wait.
 *
 * What this leaves an attacker with N networks, against one account and in one hour: 20 guesses in all without proof of
 * work (five a quarter of an hour; at most ten for each network where they are sent at the same instant), and 20 × N with
 * it, each for about half a second of computing. One network can try 120 guesses an hour over all accounts. A stolen
 * browser can try 40. With PROOF_OF_WORK=off it is 40 × N.
 */
export async function beginLogin(deps: Deps, email: string, origin: Caller): Promise<LoginAttempt> {
  const { limits, botDefence } = deps
  const address = origin.ipAddress ?? 'unknown'
  const place = `${email} ${networkOf(address) ?? address}`
  const counted = (...keys: [LimitName, string][]): LoginAttempt => ({
    async succeeded() {
      await Promise.all(keys.map(([name, key]) => limits.giveBack(name, key)))
    },
    failed: () => botDefence.loginFailed({ address, email }),
  })

  const device = await knownDevice(deps, email, origin.device ?? null)
  if (device && (await limits.tryConsume('loginByAccountAndDevice', `${email} ${device}`)))
    return counted(['loginByAccountAndDevice', `${email} ${device}`])

  if (origin.hasProofOfWork) {
    await limits.consume('provenLoginByAddress', address)
    await limits.consume('provenLoginByAccountAndNetwork', place)
    return counted(['provenLoginByAddress', address], ['provenLoginByAccountAndNetwork', place])
  }
  await botDefence.beforeLogin({ address, email, accountAndNetwork: place })
  await limits.consume('loginByAddress', address)
  await limits.consume('loginByAccountAndNetwork', place)
  return counted(['loginByAccountAndNetwork', place])
}

/** The hash of the caller's device when it has logged in to this account before; asked alike for every address. */
async function knownDevice({ database, signupScreening }: Deps, email: string, device: string | null) {
  const hash = device === null ? null : signupScreening.deviceHash(device)
  if (!hash) return null
  const { rowCount } = await database.pool.query({ ...KNOWN_DEVICE, values: [email, Buffer.from(hash)] })
  return rowCount ? Buffer.from(hash).toString('base64url') : null
}

/** Why a login was not looked at, for the security log; null for any other failure. */
export function lockReason(error: unknown): 'rate_limited' | 'proof_required' | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'RATE_LIMITED') return 'rate_limited'
  return error.code === 'PROOF_REQUIRED' ? 'proof_required' : null
}
