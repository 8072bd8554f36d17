import { afterAll, beforeAll } from 'vitest'
import { standIn } from './stand-in.ts'

/**
 * Starts what all tests of a file, or of a `describe`, share: before them, in the order of the calls. Disposes it after
 * them, in reverse order.
 *
 * Returns a stand-in for the started object, for hooks and tests. Reading it earlier, while the file is loaded, throws.
 */
export function useStarted<Started extends AsyncDisposable>(
  start: () => Promise<Started>,
): Readonly<Started> {
  let started: Started | undefined
  beforeAll(async () => {
    started = await start()
  })
  afterAll(async () => {
    await started?.[Symbol.asyncDispose]()
    started = undefined
  })
  return standIn(() => started)
}
