import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Headless Chromium, which needs less CPU. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const hasHeadlessShell = () => existsSync(HEADLESS_SHELL)

/** Returns the path of an installed Chromium: the system's headless shell, Playwright's own, or the system's; or null. */
export function findChromium(): string | null {
  const own = chromium.executablePath()
  return [HEADLESS_SHELL, own, ...SYSTEM].find((path) => path !== '' && existsSync(path)) ?? null
}

/** Returns the path of an installed Chromium with its password manager, which the headless shell has not; or null. */
export const findWholeChromium = (): string | null =>
  [chromium.executablePath(), ...SYSTEM].find((path) => path !== '' && existsSync(path)) ?? null

/** The features that Playwright disables: our list replaces its own. */
const OFF_IN_TESTS = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]
/** Each window would load two extra pages for the list below an address bar that no test shows: a fifth of a run. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** As root there is no sandbox. The rest keeps it from connecting to other servers than those of the tests. */
export const CHROMIUM_ARGUMENTS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_IN_TESTS, ...ADDRESS_BAR].join(',')}`,
]
