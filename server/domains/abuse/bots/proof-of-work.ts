import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type ProofChallenge, proof, proofChallenge } from '#schema/proof.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ProofReplayCache } from './proof-replay-cache.ts'

export const PROOF_LIFETIME = 10 * 60_000

/**
 * Half a second on a desktop computer, a few on an old phone. A derived key costs an attacker's own program as much as it
 * costs a browser, which a plain hash does not; and 2,000 rounds of it cost the server a quarter of a millisecond.
 */
const COST = 2_000
const TRIES = { least: 1_000, most: 3_000 }

const MAX_HEADER = 4_096

export interface ProofOfWork {
  challenge(): Promise<ProofChallenge>
  /** Whether this is the solution of a challenge of ours, in time and for the first time. Asking uses it up. */
  accepts(header: string | undefined): Promise<boolean>
}

export function createProofOfWork({
  secret,
  replayCache,
  clock,
}: {
  secret: Buffer
  replayCache: ProofReplayCache
  clock: Clock
}): ProofOfWork {
  const keyFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
  const secrets = {
    hmacSignatureSecret: keyFor('challenge'),
    hmacKeySignatureSecret: keyFor('solution'),
  }

  return {
    async challenge() {
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(TRIES.most, TRIES.least),
        deriveKey,
        expiresAt: new Date(clock.now() + PROOF_LIFETIME),
        ...secrets,
      })
      return proofChallenge.parse(made)
    },

    async accepts(header) {
      if (!header || header.length > MAX_HEADER) return false
      const given = proof.safeParse(asJson(header))
      if (!given.success) return false
      const { challenge, solution } = given.data
      const { expiresAt, nonce } = challenge.parameters
      if (expiresAt * 1000 < clock.now()) return false
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      return verified && replayCache.markUsed(nonce, expiresAt * 1000 - PROOF_LIFETIME)
    },
  }
}

function asJson(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString())
  } catch {
    return undefined
  }
}
