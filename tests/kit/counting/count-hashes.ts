import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { vi } from 'vitest'

export interface HashCounts {
  calls: number
  /** Call it after mocks are restored: importers of `node:crypto` then get its own functions again. */
  restore(): void
}

/** Counts the hashes and keyed hashes that this process computes with `node:crypto`. */
export function countHashes(): HashCounts {
  const counts: HashCounts = { calls: 0, restore: syncBuiltinESMExports }
  const { createHash, createHmac, hash } = crypto
  const counting =
    <Input extends unknown[], Output>(work: (...input: Input) => Output) =>
    (...input: Input) => {
      counts.calls += 1
      return work(...input)
    }
  vi.spyOn(crypto, 'createHash').mockImplementation(counting(createHash))
  vi.spyOn(crypto, 'createHmac').mockImplementation(counting(createHmac))
  vi.spyOn(crypto, 'hash').mockImplementation(counting(hash))
  syncBuiltinESMExports()
  return counts
}
