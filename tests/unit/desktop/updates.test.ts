import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { Updater } from '../../../desktop/main/updates/updates.ts'
import { startTestDesktop, type TestDesktop, type TestDesktopOptions } from '../../kit/desktop.ts'

/** Acts like electron-updater: on Linux an installed version starts at once, and the app quits a moment later. */
class UpdaterDouble extends EventEmitter implements Updater {
  autoInstallOnAppQuit = true
  feed: string | null = null
  checks = 0
  installed = false
  failing = false
  onInstall: () => void = () => undefined
  setFeedURL({ provider, url }: { provider: string; url: string }) {
    this.feed = `${provider} ${url}`
  }
  async checkForUpdates() {
    this.checks += 1
  }
  quitAndInstall() {
    if (this.failing) return void this.emit('error', new Error('no right to write there'))
    this.installed = true
    this.onInstall()
  }
}

describe('updates', () => {
  let desktop: TestDesktop
  afterEach(() => desktop.stop())
  async function start(
    updateFeed: string | null,
    isPackaged: boolean,
    platform: NodeJS.Platform = 'linux',
    isAppImage = true,
  ) {
    const updater = new UpdaterDouble()
    let loaded = false
    const options: TestDesktopOptions = {
      updateFeed,
      platform,
      isAppImage,
      prepare: ({ app }) => {
        app.isPackaged = isPackaged
      },
      async loadUpdater() {
        loaded = true
        return updater
      },
    }
    desktop = await startTestDesktop(options)
    return { updater, loaded: () => loaded }
  }

  it.each([
    [null, true],
    ['https://updates.test/', false],
    ['http://updates.test/', true],
    ['file:///tmp/updates', true],
    ['nonsense', true],
  ])('do not run with the feed %s in a packaged app: %s', async (feed, packaged) => {
    const { loaded } = await start(feed, packaged)
    expect(loaded()).toBe(false)
  })

  // covers: beyond-desktop-updates
  it('come from the feed, and the tray offers the restart', async () => {
    const { updater } = await start('https://updates.test/', true, 'win32')
    await expect.poll(() => updater.checks).toBe(1)
    expect(updater.feed).toBe('generic https://updates.test/')
    updater.emit('error', new Error('no network'))
    expect(desktop.trayItem('update')).toBeNull()
    updater.emit('update-downloaded')
    desktop.press('update')
    expect(updater.installed).toBe(true)
    desktop.window.close()
    await expect.poll(() => desktop.window.isDestroyed()).toBe(true)
  })

  // covers: beyond-desktop-linux-update
  it('start the new program on Linux after this one released its lock and data', async () => {
    const { updater } = await start('http://localhost:8080/', true)
    await expect.poll(() => updater.checks).toBe(1)
    const { app } = desktop.double
    let met: unknown
    updater.onInstall = () => {
      met = { lock: app.hasLock, window: !desktop.window.isDestroyed() }
    }
    updater.emit('update-downloaded')
    desktop.press('update')
    await expect.poll(() => met).toEqual({ lock: false, window: false })
    await expect.poll(() => app.ended).toBe(true)
    expect(app.relaunched).toBeNull()
  })

  // covers: beyond-desktop-deb-password
  it.each([
    ['linux', true, true],
    ['linux', false, false],
    ['win32', false, true],
  ] as const)('install at a quit on %s (AppImage: %s): %s', async (platform, isAppImage, installs) => {
    const { updater } = await start('https://updates.test/', true, platform, isAppImage)
    await expect.poll(() => updater.checks).toBe(1)
    expect(updater.autoInstallOnAppQuit).toBe(installs)
  })

  // covers: beyond-desktop-failed-update
  it('leave the app running when they fail on macOS after the restart', async () => {
    const { updater } = await start('https://updates.test/', true, 'darwin')
    await expect.poll(() => updater.checks).toBe(1)
    updater.emit('update-downloaded')
    desktop.press('update')
    // Like Squirrel.Mac, which checks the signature later.
    updater.emit('error', new Error('Code signature did not pass validation'))
    desktop.window.close()
    await new Promise((resolve) => setImmediate(resolve))
    expect([desktop.window.isDestroyed(), desktop.window.isVisible()]).toEqual([false, false])
    desktop.double.app.quit()
    updater.emit('error', new Error('no network'))
    await expect.poll(() => desktop.double.app.ended).toBe(true)
  })

  it('restart this version when they cannot be installed on Linux', async () => {
    const { updater } = await start('https://updates.test/', true)
    await expect.poll(() => updater.checks).toBe(1)
    updater.failing = true
    updater.emit('update-downloaded')
    desktop.press('update')
    const again = { execPath: '/opt/Rapport/rapport', args: [] }
    await expect.poll(() => desktop.double.app.relaunched).toEqual(again)
    await expect.poll(() => desktop.double.app.ended).toBe(true)
  })
})
