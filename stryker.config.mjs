// Mutation testing. `npm run test:mutation` starts it with the files and tests of each domain (scripts/mutation.mjs).
const cache = 'node_modules/.cache/rapport/mutation'
const name = process.env.MUTATION_DOMAIN ?? 'one'

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/ignore-texts.mjs'],
  ignorers: ['texts'],
  // A test's file is where a server starts: it does not import what it tests, so vitest cannot tell what it relates to.
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // What runs while files load counts for each test of the file: tests/kit/mutation-coverage.ts.
  ignoreStatic: true,
  disableBail: false,
  // TypeScript 7 has no JavaScript API for Stryker's type checks; vitest takes the types away without checking them.
  disableTypeChecks: false,
  checkers: [],
  tsconfigFile: 'no-tsconfig-to-rewrite.json',
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 2),
  // Generous, as a server starts within it: an endless loop is found by the number of its steps, long before.
  timeoutMS: 60_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 15,
  incremental: true,
  incrementalFile: `${cache}/${name}.incremental.json`,
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['dist', '.data', 'docs', 'test-results', 'playwright-report', 'coverage', 'tests/browser'],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: `${cache}/${name}.json` },
  thresholds: { high: 90, low: 80, break: null },
  warnings: { slow: false },
}
