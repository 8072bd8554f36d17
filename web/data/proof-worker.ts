import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { ProofChallenge } from '#schema/proof.ts'

self.onmessage = async ({ data: challenge }: MessageEvent<ProofChallenge>) => {
  // Null says that it failed, as over plain HTTP, where browsers have no cryptography.
  self.postMessage(await solveChallenge({ challenge, deriveKey }).catch(() => null))
}
