import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { errorBody } from '#schema/errors.ts'
import { PROOF_HEADER, type ProofChallenge } from '#schema/proof.ts'

/** Solves the challenge of a PROOF_REQUIRED answer, as a browser does. Returns the header for the next request. */
export async function prove(answer: { body: unknown }): Promise<Record<string, string>> {
  const { code, challenge } = errorBody.parse(answer.body)
  if (!challenge) throw new Error(`${code} comes without a challenge`)
  return solve(challenge)
}

export async function solve(challenge: ProofChallenge): Promise<Record<string, string>> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { [PROOF_HEADER]: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') }
}
