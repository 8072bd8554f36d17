import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { ProofChallenge } from '#schema/proof.ts'

self.onmessage = async ({ data: challenge }: MessageEvent<ProofChallenge>) => {
  // Null reports a failure, for example over plain HTTP, where browsers provide no Web Crypto.
  self.postMessage(await solveChallenge({ challenge, deriveKey }).catch(() => null))
}
