import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '#server/platform/stores/store-problem.ts'
import { waitUntilReachable } from '#server/platform/stores/wait-until-reachable.ts'

const AWAY = { sentence: 'Redis at a:1 cannot be reached.', isTemporary: true }
const REFUSED = { sentence: 'Redis at a:1 refuses the password.', isTemporary: false }

/** Waits for a store that fails the first `failures` attempts. Pauses end at once. */
function wait({
  failures,
  problem = AWAY as typeof AWAY | null,
  seconds = 60,
}: {
  failures: number
  problem?: typeof AWAY | null
  seconds?: number
}) {
  const lines: string[] = []
  let attempts = 0
  const done = waitUntilReachable({
    async attempt() {
      attempts += 1
      if (attempts <= failures) throw new Error('away')
    },
    problemOf: () => problem,
    seconds,
    report: (line) => void lines.push(line),
    pause: async () => undefined,
  })
  return { done, lines, attempts: () => attempts }
}

describe('waiting for a store', () => {
  it('prints nothing when the store can be reached', async () => {
    const { done, lines } = wait({ failures: 0 })
    await done
    expect(lines).toEqual([])
  })

  it('prints a line every five seconds until the store can be reached', async () => {
    const { done, lines, attempts } = wait({ failures: 11 })
    await done
    expect(attempts()).toBe(12)
    expect(lines).toEqual(
      [60, 55, 50].map((left) => `${AWAY.sentence} The start waits ${left} more seconds.`),
    )
  })

  it('ends in one sentence when the time is over', async () => {
    const { done, attempts } = wait({ failures: 1_000 })
    await expect(done).rejects.toThrow(new StoreUnavailable(AWAY.sentence))
    expect(attempts()).toBe(61)
  })

  it('ends at once when waiting cannot help', async () => {
    const { done, lines, attempts } = wait({ failures: 1_000, problem: REFUSED })
    await expect(done).rejects.toThrow(new StoreUnavailable(REFUSED.sentence))
    expect([attempts(), lines]).toEqual([1, []])
  })

  it('passes an error of the program on', async () => {
    await expect(wait({ failures: 1_000, problem: null }).done).rejects.toThrow('away')
  })
})
