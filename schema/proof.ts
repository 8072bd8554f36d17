import * as z from 'zod'

/** A small computation for a browser: cheap for one account, expensive for a thousand. */
export const proofChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    cost: z.number().int(),
    expiresAt: z.number(),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
})
export type ProofChallenge = z.infer<typeof proofChallenge>

/** The solution includes the challenge, so the server need not store it. */
export const proof = z.object({
  challenge: proofChallenge,
  solution: z.object({ counter: z.number().int().min(0), derivedKey: z.string().max(200) }),
})
export type Proof = z.infer<typeof proof>

/** The header for the solution when a request is repeated after PROOF_REQUIRED, as JSON in base64. */
export const PROOF_HEADER = 'x-proof'
