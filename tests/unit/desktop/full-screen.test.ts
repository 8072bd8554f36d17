import { describe, expect, it, vi } from 'vitest'
import { useDesktops } from '../../kit/desktops.ts'

const settled = () => new Promise(setImmediate)

describe('a window that is closed', () => {
  const start = useDesktops()

  it('stays in the dock on macOS, also where it is not to go to a tray', async () => {
    const { window } = await start({ platform: 'darwin', kept: { closeToTray: false } })
    window.close()
    await settled()
    expect([window.isDestroyed(), window.isVisible()]).toEqual([false, false])
  })

  it('leaves full screen once on macOS, however often it is closed, and again the next time', async () => {
    const { window } = await start({ platform: 'darwin' })
    const leave = vi.spyOn(window, 'setFullScreen')
    for (const times of [1, 2]) {
      window.show()
      window.setFullScreen(true)
      await settled()
      leave.mockClear()
      for (const _ of [1, 2, 3]) window.close()
      expect([times, leave.mock.calls, window.isVisible()]).toEqual([times, [[false]], true])
      await settled()
      expect([window.isFullScreen(), window.isVisible(), window.leftBlackSpace]).toEqual([
        false,
        false,
        false,
      ])
    }
  })

  it('stays in full screen elsewhere, and is in it when it comes back', async () => {
    const desktop = await start({ platform: 'win32' })
    desktop.window.setFullScreen(true)
    desktop.window.close()
    expect([desktop.window.isVisible(), desktop.window.isFullScreen()]).toEqual([false, true])
    desktop.press('open')
    expect([desktop.window.isVisible(), desktop.window.isFullScreen()]).toEqual([true, true])
  })
})
