import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type ProofChallenge, proof, proofChallenge } from '#schema/proof.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ProofReplayCache } from './proof-replay-cache.ts'

/** In milliseconds. */
export const PROOF_LIFETIME = 10 * 60_000

/**
 * Solving takes half a second on a desktop computer and a few seconds on an old phone. Key derivation, unlike a plain hash,
 * costs native attack programs as much as browsers. Verifying 2,000 rounds takes the server a quarter of a millisecond.
 */
const COST = 2_000
/** How many keys a client derives before it finds the solution. */
const ATTEMPTS = { least: 1_000, most: 3_000 }

/** In characters. */
const MAX_HEADER = 4_096

export interface ProofOfWork {
  challenge(): Promise<ProofChallenge>
  /** Returns whether the header solves a challenge of this server, in time. Each solution is accepted once. */
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
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(ATTEMPTS.most, ATTEMPTS.least),
        deriveKey,
        expiresAt: new Date(clock.now() + PROOF_LIFETIME),
        ...secrets,
      })
      return proofChallenge.parse(challenge)
    },

    async accepts(header) {
      if (!header || header.length > MAX_HEADER) return false
      const parsed = proof.safeParse(parseJson(header))
      if (!parsed.success) return false
      const { challenge, solution } = parsed.data
      const { expiresAt, nonce } = challenge.parameters
      if (expiresAt * 1000 < clock.now()) return false
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      return verified && replayCache.markUsed(nonce, expiresAt * 1000 - PROOF_LIFETIME)
    },
  }
}

function parseJson(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString())
  } catch {
    return undefined
  }
}
