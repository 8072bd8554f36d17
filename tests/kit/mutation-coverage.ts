import { afterAll, inject, type RunnerTestCase, type RunnerTestSuite } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    globalNamespace: string
    mode: 'dry-run' | 'mutant'
    activeMutant: string | undefined
  }
}

/** StrykerJS's state on the global object of a test process: how often each mutant was reached, by test. */
interface MutationState {
  activeMutant?: string | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

/**
 * Runs after StrykerJS's own setup file. StrykerJS counts code that runs while a file loads or in its hooks as
 * reached by no test. Here that is most of a server, which starts in `beforeAll`. So a mutant is active from the
 * import on, and code that runs outside of a test counts as reached by every test of its file.
 */
const state = (globalThis as unknown as Record<string, MutationState>)[inject('globalNamespace')] ?? {}
if (inject('mode') === 'mutant') {
  state.activeMutant = inject('activeMutant')
} else {
  // Hooks run in reverse order: this one runs before StrykerJS reports its results.
  // biome-ignore lint/correctness/noEmptyPattern: vitest requires the pattern before it gives the suite
  afterAll(({}, suite) => countForEveryTest(suite))
}

function countForEveryTest(suite: RunnerTestSuite) {
  const coverage = state.mutantCoverage
  if (!coverage) return
  for (const id of testIdsOf(suite)) {
    const reached = coverage.perTest[id] ?? {}
    for (const [mutant, hits] of Object.entries(coverage.static))
      reached[mutant] = (reached[mutant] ?? 0) + hits
    coverage.perTest[id] = reached
  }
  coverage.static = {}
}

function testIdsOf(suite: RunnerTestSuite, names: readonly string[] = []): string[] {
  return suite.tasks.flatMap((task) => {
    const path = [...names, task.name]
    return task.type === 'suite' ? testIdsOf(task, path) : [idOf(task, path)]
  })
}

/** The id that StrykerJS gives to a test. */
const idOf = ({ file }: RunnerTestCase, path: readonly string[]) =>
  `${file.filepath}#${path.join(' > ').trim()}`
