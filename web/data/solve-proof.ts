import type { Proof, ProofChallenge } from '#schema/proof.ts'

/** Computes a proof of work in a worker, which keeps the page responsive. Returns the value of the proof header. */
export function solveProof(challenge: ProofChallenge, signal?: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => reject(signal.reason))
    worker.onerror = () => reject(new Error('the worker failed'))
    worker.onmessage = ({ data: solution }: MessageEvent<Proof['solution'] | null>) => {
      if (solution) resolve(btoa(JSON.stringify({ challenge, solution })))
      else reject(new Error('no solution was found'))
    }
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
