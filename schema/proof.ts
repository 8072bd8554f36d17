import * as z from 'zod'

/** A small piece of work for a browser: nothing for one person, much for a thousand made-up ones. */
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

/** The challenge goes back with its solution, so that the server need not remember it. */
export const proof = z.object({
  challenge: proofChallenge,
  solution: z.object({ counter: z.number().int().min(0), derivedKey: z.string().max(200) }),
})
export type Proof = z.infer<typeof proof>

/** Where a request that was answered PROOF_REQUIRED carries it the second time, as JSON in base64. */
export const PROOF_HEADER = 'x-proof'
