import { text } from '#schema/translatable.ts'
import type { ProofDemand } from '#server/platform/config/defence-settings.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { ProofOfWork } from './proof-of-work.ts'

/** An address that has used more than this share of its registration limit must prove work. */
const BURST_SHARE = 0.5

interface LoginAttempt {
  address: string
  email: string
  /** The key of `loginByAccountAndNetwork`. */
  accountAndNetwork: string
}

/** Demands a proof of work from clients that behave like bots. A client sends it with its next request. */
export interface BotDefence {
  /** Returns whether the proof is valid. Each proof is accepted once. */
  acceptsProof(header: string | undefined): Promise<boolean>
  /** @throws ApiError PROOF_REQUIRED */
  demandProof(): Promise<never>
  /** @throws ApiError PROOF_REQUIRED */
  beforeRegistration(address: string, hasProofOfWork: boolean): Promise<void>
  /** @throws ApiError PROOF_REQUIRED */
  beforeLogin(login: LoginAttempt): Promise<void>
  loginFailed(login: Pick<LoginAttempt, 'address' | 'email'>): Promise<void>
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
  async function demandProof(): Promise<never> {
    throw new ApiError(
      'PROOF_REQUIRED',
      text('We are checking that you are human. This takes a few seconds.'),
      {
        challenge: await proofs.challenge(),
      },
    )
  }

  return {
    acceptsProof: (header) => proofs.accepts(header),
    demandProof,

    async beforeRegistration(address, hasProofOfWork) {
      if (hasProofOfWork || when === 'off') return
      if (when === 'always') return demandProof()
      const used = await limits.used('registerByAddress', address)
      // At 1 the rate limit refuses the registration anyway, so a proof would be wasted work.
      if (used > BURST_SHARE && used < 1) return demandProof()
    },

    async beforeLogin({ address, email, accountAndNetwork }) {
      if (when === 'off') return
      const [byAddress, byAccount, ...loginLimits] = await Promise.all([
        limits.used('failedLoginByAddress', address),
        limits.used('failedLoginByAccount', email),
        limits.used('loginByAddress', address),
        limits.used('loginByAccountAndNetwork', accountAndNetwork),
      ])
      // A client that has used up a login limit can go on with a proof instead of waiting.
      if (byAddress > 1 || byAccount > 1 || loginLimits.some((used) => used >= 1)) return demandProof()
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
      if (!hasProofOfWork) return demandProof()
      // One proof covers as many further conversations: a search repeats its request every few seconds.
      await limits.forget('conversationByAccount', id)
    },

    conversationStarted: (userId) => limits.count('conversationByAccount', userId),
  }
}
