import { ApiError } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { LimitName } from '#server/platform/rate-limits/rate-limits.ts'
import type { AccountContext } from './account-context.ts'
import type { Caller } from './member.ts'

/** One attempt to log in. It is counted before the password is checked, so concurrent attempts cannot pass the limit. */
export interface LoginAttempt {
  /** Removes the attempt from the counts of failed logins. */
  succeeded(): Promise<void>
  /** Removes the attempt from the count of logins with the right password. */
  failed(): Promise<void>
}

type Context = Pick<AccountContext, 'database' | 'limits' | 'botDefence' | 'signupScreening'>

const KNOWN_DEVICE = {
  name: 'known-device',
  text: `SELECT 1 FROM session JOIN "user" ON "user".id = session.user_id
    WHERE "user".user_name = $1 AND session.device = $2 LIMIT 1`,
}

/**
 * Counts one login, and decides whether its password is checked. @throws ApiError PROOF_REQUIRED; RATE_LIMITED
 *
 * Failed logins by strangers must not lock the owner out, so no limit counts by account alone:
 * - A browser that logged in to this account before has its own count. Only its device cookie can fill it.
 * - Callers with proof of work are counted by account and network.
 * - Other callers are counted by address, and by account and network. After five failures for the account, from any
 *   address, they need proof of work instead of having to wait.
 *
 * An attacker with N networks has these guesses against one account in one hour: 20 without proof of work (five per
 * quarter of an hour; at most ten per network when sent at the same instant), and 20 × N with it, each for about half a
 * second of computing. One network has 120 guesses an hour over all accounts. A stolen browser has 40. With
 * PROOF_OF_WORK=off an attacker has 40 × N.
 *
 * Logins with the right password have one limit for all these callers: 30 in a quarter of an hour for an account and a
 * known browser, or an account and a network. Only a caller who knows the password can use it up.
 */
export async function beginLogin(context: Context, email: string, caller: Caller): Promise<LoginAttempt> {
  const { limits, botDefence } = context
  const address = caller.ipAddress ?? 'unknown'
  const accountAndNetwork = `${email} ${networkOf(address) ?? address}`
  const counted = async (caller: string, ...keys: [LimitName, string][]): Promise<LoginAttempt> => {
    await limits.consume('rightLoginByAccountAndDevice', caller)
    return {
      async succeeded() {
        await Promise.all(keys.map(([name, key]) => limits.uncount(name, key)))
      },
      async failed() {
        await limits.uncount('rightLoginByAccountAndDevice', caller)
        await botDefence.loginFailed({ address, email })
      },
    }
  }

  const device = await knownDevice(context, email, caller.device ?? null)
  if (device && (await limits.tryConsume('loginByAccountAndDevice', `${email} ${device}`)))
    return counted(`${email} ${device}`, ['loginByAccountAndDevice', `${email} ${device}`])

  if (caller.hasProofOfWork) {
    await limits.consume('provenLoginByAddress', address)
    await limits.consume('provenLoginByAccountAndNetwork', accountAndNetwork)
    return counted(
      accountAndNetwork,
      ['provenLoginByAddress', address],
      ['provenLoginByAccountAndNetwork', accountAndNetwork],
    )
  }
  await botDefence.beforeLogin({ address, email, accountAndNetwork })
  await limits.consume('loginByAddress', address)
  await limits.consume('loginByAccountAndNetwork', accountAndNetwork)
  return counted(accountAndNetwork, ['loginByAccountAndNetwork', accountAndNetwork])
}

/** Returns the hash of the device if it logged in to this account before. Runs the same query for every address. */
async function knownDevice({ database, signupScreening }: Context, email: string, device: string | null) {
  const hash = device === null ? null : signupScreening.deviceHash(device)
  if (!hash) return null
  const { rowCount } = await database.pool.query({ ...KNOWN_DEVICE, values: [email, Buffer.from(hash)] })
  return rowCount ? Buffer.from(hash).toString('base64url') : null
}

/** Returns why limits refused a login, for the security log; null for any other failure. */
export function lockReason(error: unknown): 'rate_limited' | 'proof_required' | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'RATE_LIMITED') return 'rate_limited'
  return error.code === 'PROOF_REQUIRED' ? 'proof_required' : null
}
