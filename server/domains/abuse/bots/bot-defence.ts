import type { ProofDemand } from '#server/platform/config/defence-settings.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { ProofOfWork } from './proof-of-work.ts'

/** Above this share of its registrations, an address registers suspiciously many. */
const BURST = 0.5

/** Where a login comes from, and whom it is for. */
interface LoginTry {
  address: string
  email: string
  /** The key of `loginByAccountAndNetwork`. */
  accountAndNetwork: string
}

/** Asks whoever acts as a program does to work for it first: PROOF_REQUIRED, unless the request has proven that already. */
export interface BotDefence {
  /** Whether the request carries a proof; a proof serves once. */
  accepts(header: string | undefined): Promise<boolean>
  /** @throws ApiError PROOF_REQUIRED */
  demand(): Promise<never>
  /** @throws ApiError PROOF_REQUIRED */
  beforeRegistration(address: string, hasProofOfWork: boolean): Promise<void>
  /** @throws ApiError PROOF_REQUIRED */
  beforeLogin(login: LoginTry): Promise<void>
  loginFailed(login: Pick<LoginTry, 'address' | 'email'>): Promise<void>
  /** @throws ApiError PROOF_REQUIRED; NEW_ACCOUNT_LIMIT */
  beforeConversation(starter: { id: string; isNewAccount?: boolean; hasProofOfWork?: boolean }): Promise<void>
  conversationStarted(userId: string): Promise<void>
}

export function createBotDefence({
  proofs,
  limits,
  when,
}: {
  proofs: ProofOfWork
  limits: RateLimits
  when: ProofDemand
}): BotDefence {
  async function demand(): Promise<never> {
    throw new ApiError('PROOF_REQUIRED', 'We are checking that you are human. This takes a few seconds.', {
      challenge: await proofs.challenge(),
    })
  }

  return {
    accepts: (header) => proofs.accepts(header),
    demand,

    async beforeRegistration(address, hasProofOfWork) {
      if (hasProofOfWork || when === 'off') return
      if (when === 'always') return demand()
      const used = await limits.used('registerByAddress', address)
      // What is used up is refused whatever is proven.
      if (used > BURST && used < 1) return demand()
    },

    async beforeLogin({ address, email, accountAndNetwork }) {
      if (when === 'off') return
      const [byAddress, byAccount, ...usedUp] = await Promise.all([
        limits.used('failedLoginByAddress', address),
        limits.used('failedLoginByAccount', email),
        limits.used('loginByAddress', address),
        limits.used('loginByAccountAndNetwork', accountAndNetwork),
      ])
      // At 1 no login is left: working for the next one is better than waiting for it.
      if (byAddress > 1 || byAccount > 1 || usedUp.some((used) => used >= 1)) return demand()
    },

    async loginFailed({ address, email }) {
      await Promise.all([
        limits.count('failedLoginByAddress', address),
        limits.count('failedLoginByAccount', email),
      ])
    },

    async beforeConversation({ id, isNewAccount = false, hasProofOfWork = false }) {
      if (isNewAccount) await limits.assertNewAccountLimit('conversationByAccount', id)
      if (when === 'off' || (await limits.used('conversationByAccount', id)) <= 1) return
      if (!hasProofOfWork) return demand()
      // Asked again after as many more: a search asks every few seconds.
      await limits.forget('conversationByAccount', id)
    },

    conversationStarted: (userId) => limits.count('conversationByAccount', userId),
  }
}
