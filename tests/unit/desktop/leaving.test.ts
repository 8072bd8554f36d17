import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestDesktop, TestDesktopOptions } from '../../kit/desktop.ts'
import { useDesktops } from '../../kit/desktops.ts'
import { whileTimeStands } from '../../kit/while-time-stands.ts'

const GOODBYE = 'rapport-app://app/api/v1/conversation/1/disconnect'

describe('the goodbye of a page that closes', () => {
  const start = useDesktops()
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** Makes the page send its goodbye late, as on a busy machine. Returns the requests that reached the server. */
  async function startWithLatePage(milliseconds: number, options: TestDesktopOptions = {}) {
    const asked: string[] = []
    const desktop: TestDesktop = await start({
      ...options,
      async fetch(input) {
        asked.push(String(input))
        return new Response('ok')
      },
    })
    desktop.window.webContents.onLeave = () =>
      void setTimeout(
        () => desktop.handler(new Request(GOODBYE, { method: 'POST', body: '{}' })),
        milliseconds,
      )
    return { desktop, goodbyes: () => asked.filter((url) => url.endsWith('/disconnect')).length }
  }

  // covers: beyond-desktop-quit-says-goodbye
  it('reaches the server before the app quits, also if it comes almost a second later', async () => {
    const { desktop, goodbyes } = await startWithLatePage(950)
    desktop.double.app.quit()
    await whileTimeStands(() => desktop.window.isDestroyed(), true)
    await vi.advanceTimersByTimeAsync(949)
    await new Promise(setImmediate)
    expect([goodbyes(), desktop.double.app.ended]).toEqual([0, false])
    await vi.advanceTimersByTimeAsync(1)
    await whileTimeStands(goodbyes, 1)
    expect(desktop.double.app.ended).toBe(false)
    await vi.advanceTimersByTimeAsync(50)
    await whileTimeStands(() => desktop.double.app.ended, true)
  })

  it('reaches the server before the app restarts into an update on Linux', async () => {
    const installed: number[] = []
    const updater = Object.assign(new EventEmitter(), {
      autoInstallOnAppQuit: true,
      setFeedURL: () => undefined,
      checkForUpdates: async () => undefined,
      quitAndInstall: () => void installed.push(goodbyes()),
    })
    const { desktop, goodbyes } = await startWithLatePage(950, {
      updateFeed: 'https://updates.test/',
      prepare: ({ app }) => {
        app.isPackaged = true
      },
      loadUpdater: async () => updater,
    })
    updater.emit('update-downloaded')
    desktop.press('update')
    await whileTimeStands(() => desktop.window.isDestroyed(), true)
    await vi.advanceTimersByTimeAsync(950)
    await whileTimeStands(goodbyes, 1)
    expect(installed).toEqual([])
    await vi.advanceTimersByTimeAsync(50)
    await whileTimeStands(() => installed, [1])
  })

  it('keeps the app no longer than a second if it does not come', async () => {
    const { desktop, goodbyes } = await startWithLatePage(5_000)
    desktop.double.app.quit()
    await whileTimeStands(() => desktop.window.isDestroyed(), true)
    await vi.advanceTimersByTimeAsync(1_000)
    await whileTimeStands(() => desktop.double.app.ended, true)
    expect(goodbyes()).toBe(0)
  })
})
