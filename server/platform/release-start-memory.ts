import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives memory back that only the start needed. Loading the modules lets V8's young generation grow to its limit of 128 MB,
 * and an idle server would keep it. It grows again under load. Takes about 0.2 s, so call it before the server listens.
 */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  // Other kinds of collection leave the young generation at its size.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
