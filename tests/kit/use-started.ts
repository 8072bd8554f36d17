import { afterAll, beforeAll } from 'vitest'

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

  function running(): Started {
    if (!started) throw new Error('Not running: read it in a hook or a test, not while the file is loaded.')
    return started
  }
  return new Proxy<Started>(Object.create(null), {
    get: (_, key) => Reflect.get(running(), key),
    has: (_, key) => Reflect.has(running(), key),
    ownKeys: () => Reflect.ownKeys(running()),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(running(), key),
  })
}
