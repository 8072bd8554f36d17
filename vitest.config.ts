import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { isStrict } from './tests/kit/strict.ts'

const project = (name: string, more: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.ts`], ...more },
})

export default defineConfig({
  // As Node itself finds it: there is another build of it for 'development', and two of it do not mix.
  resolve: { alias: { graphql: fileURLToPath(import.meta.resolve('graphql')) } },
  test: {
    globalSetup: ['tests/kit/global-setup.ts'],
    hookTimeout: 120_000,
    // Timeouts end tests that hang. They are long, because a busy machine is slow.
    expect: { poll: { timeout: 30_000 }, requireAssertions: true },
    allowOnly: !isStrict(),
    reporters: ['default', './tests/kit/reporters/vitest.ts'],
    // Most of it waits for the database's commits: two at a time also on two cores.
    maxWorkers: 2,
    projects: [
      project('unit', { testTimeout: 60_000 }),
      project('contract', { testTimeout: 120_000 }),
      // These start and kill whole servers: one after the other.
      project('faults', { testTimeout: 240_000, fileParallelism: false }),
    ],
  },
})
