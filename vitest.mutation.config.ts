import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from './vitest.config.ts'

/** A mutant's run ends with the first failure, so the tests that need no server come first. */
class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isUnit = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/unit/')
    return [...files.filter(isUnit), ...files.filter((file) => !isUnit(file))]
  }
}

/** Tests of the source text itself, of built files, or of other processes: no mutant in memory can reach them. */
const UNREACHED = [
  'tests/unit/architecture.test.ts',
  'tests/unit/conformance.test.ts',
  'tests/unit/numbers-in-texts.test.ts',
  'tests/unit/product-name.test.ts',
  'tests/unit/workflows.test.ts',
  'tests/unit/desktop/packaging.test.ts',
]

export default defineConfig({
  ...(base.resolve ? { resolve: base.resolve } : {}),
  test: {
    globalSetup: ['tests/kit/global-setup.ts'],
    setupFiles: ['tests/kit/mutation-coverage.ts'],
    sequence: { sequencer: UnitFirst },
    hookTimeout: 60_000,
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    include: JSON.parse(process.env.MUTATION_TESTS ?? '["tests/unit/**/*.test.ts"]'),
    exclude: [...configDefaults.exclude, ...UNREACHED],
  },
})
