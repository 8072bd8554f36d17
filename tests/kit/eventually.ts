import { vi } from 'vitest'

/** Resolves once the check passes. Waits much longer than Vitest's default, because a busy machine is slow. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 30_000 })
