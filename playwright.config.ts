import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGUMENTS, findChromium } from './tests/kit/chromium.ts'
import { withRealClock } from './tests/kit/shifted-clock.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  // Timeouts end tests that hang. They are long, because a busy machine is slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // Each has a server of its own.
  workers: 2,
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], [fileURLToPath(import.meta.resolve('./tests/kit/reporters/playwright.ts'))]],
  use: {
    actionTimeout: 60_000,
    // The report holds what each page showed. A trace costs a third of the run: `playwright test --trace on`.
    trace: 'off',
    launchOptions: {
      args: CHROMIUM_ARGUMENTS,
      ...(executablePath ? { executablePath } : {}),
      env: withRealClock(),
    },
  },
})
