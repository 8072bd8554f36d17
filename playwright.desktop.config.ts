import { defineConfig } from '@playwright/test'

/** The desktop app itself, with its own runtime: `npm run desktop:test`. */
export default defineConfig({
  testDir: 'tests/desktop',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 1,
  forbidOnly: true,
  retries: 0,
  use: { actionTimeout: 20_000 },
})
