import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { catalogueAreas } from './scripts/catalogue-areas.ts'
import { isStrict } from './tests/kit/strict.ts'

const project = (name: string, more: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.ts`], ...more },
})

/** They replace a module, which another file of their worker may have imported before. */
const REPLACING_MODULES = globSync('tests/{unit,contract}/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('vi.mock('),
)
/** They stand in for the browser's or Electron's global objects. */
const OWN_GLOBALS = ['tests/unit/web-*/**/*.test.ts', 'tests/unit/desktop/**/*.test.ts']

/** The fault tests take longest, and mostly wait: begun last, they would run alone at the end. */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFault = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/faults/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isFault), ...sorted.filter((file) => !isFault(file))]
  }
}

export default defineConfig({
  // As Node itself finds it: there is another build of it for 'development', and two of it do not mix.
  plugins: [lingui({ macroTransform: true }), catalogueAreas()],
  resolve: { alias: { graphql: fileURLToPath(import.meta.resolve('graphql')) } },
  test: {
    globalSetup: ['tests/kit/global-setup.ts'],
    hookTimeout: 300_000,
    // Timeouts end tests that hang. They are long, because a busy machine is slow.
    expect: { poll: { timeout: 60_000 }, requireAssertions: true },
    allowOnly: !isStrict(),
    reporters: ['default', './tests/kit/reporters/vitest.ts'],
    // Most of it waits for the database's commits: more at a time than there are cores.
    maxWorkers: 4,
    sequence: { sequencer: FaultsFirst },
    projects: [
      // A worker imports the server once for all of its files: importing it takes longer than many of their tests.
      project('unit', {
        testTimeout: 300_000,
        isolate: false,
        setupFiles: ['tests/kit/texts-setup.ts'],
        exclude: [...OWN_GLOBALS, ...REPLACING_MODULES],
      }),
      project('contract', {
        testTimeout: 300_000,
        isolate: false,
        setupFiles: ['tests/kit/log-scan-setup.ts'],
        exclude: REPLACING_MODULES,
      }),
      project('isolated', {
        testTimeout: 300_000,
        setupFiles: ['tests/kit/texts-setup.ts'],
        include: [...OWN_GLOBALS, ...REPLACING_MODULES],
      }),
      // These start and kill whole servers, a dozen processes in one test.
      project('faults', { testTimeout: 480_000 }),
    ],
  },
})
