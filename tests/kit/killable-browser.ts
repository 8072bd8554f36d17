import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type BrowserContext, chromium } from '@playwright/test'
import { CHROMIUM_ARGUMENTS, findChromium } from './chromium.ts'
import { withRealClock } from './shifted-clock.ts'

export interface KillableBrowser {
  context: BrowserContext
  /** Kills all processes of the browser at once, as a crash or an empty battery would. */
  kill(): Promise<void>
}

/** Starts a Chromium that stores its data in a folder, in processes of its own. */
export async function startKillableBrowser(folder: string): Promise<KillableBrowser> {
  const path = findChromium()
  if (!path) throw new Error('no Chromium is installed')
  const options = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${folder}`]
  const browser = spawn(path, [...CHROMIUM_ARGUMENTS, ...options, 'about:blank'], {
    // A group of its own, which is killed as one.
    detached: true,
    env: withRealClock(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(browser, 'exit')
  const kill = async () => {
    if (browser.pid && browser.exitCode === null && browser.signalCode === null)
      process.kill(-browser.pid, 'SIGKILL')
    await ended
  }
  for await (const line of createInterface(browser.stderr)) {
    const [, address] = /DevTools listening on (\S+)/.exec(line) ?? []
    if (!address) continue
    browser.stderr.resume()
    const [context] = (await chromium.connectOverCDP(address)).contexts()
    if (!context) throw new Error('the browser has no context')
    return { context, kill }
  }
  throw new Error('the browser ended before it could be used')
}
