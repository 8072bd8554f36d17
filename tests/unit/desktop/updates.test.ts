import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { Updater } from '../../../desktop/main/updates.ts'
import { startTestDesktop, type TestDesktop, type TestDesktopOptions } from '../../kit/desktop.ts'

class UpdaterDouble extends EventEmitter implements Updater {
  feed: string | null = null
  checks = 0
  installed = false
  setFeedURL({ url }: { url: string }) {
    this.feed = url
  }
  async checkForUpdates() {
    this.checks += 1
  }
  quitAndInstall() {
    this.installed = true
  }
}

describe('updates', () => {
  let desktop: TestDesktop
  afterEach(() => desktop.stop())
  async function start(updateFeed: string | null, isPackaged: boolean) {
    const updater = new UpdaterDouble()
    let loaded = false
    const options: TestDesktopOptions = {
      updateFeed,
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
  ])('are off with the feed %s in a packaged app: %s', async (feed, packaged) => {
    const { loaded } = await start(feed, packaged)
    expect(loaded()).toBe(false)
  })

  it('come from the feed, and wait for a restart that the tray offers', async () => {
    const { updater } = await start('https://updates.test/', true)
    await expect.poll(() => updater.checks).toBe(1)
    expect(updater.feed).toBe('https://updates.test/')
    updater.emit('error', new Error('no network'))
    expect(desktop.trayItem('update')).toBeNull()
    updater.emit('update-downloaded')
    desktop.press('update')
    expect(updater.installed).toBe(true)
    desktop.window.close()
    expect(desktop.window.isDestroyed()).toBe(true)
  })
})
