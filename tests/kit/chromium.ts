import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A Chromium that is there: Playwright's own, or the system's. Null where there is none. */
export function findChromium(): string | null {
  const own = chromium.executablePath()
  return [own, ...SYSTEM].find((path) => path !== '' && existsSync(path)) ?? null
}

/** As root there is no sandbox to be had; the rest keeps it from talking to anybody but the tests. */
export const CHROMIUM_ARGUMENTS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
