import { describe, expect, it, vi } from 'vitest'
import { useDesktops } from '../../kit/desktops.ts'

const settled = () => new Promise(setImmediate)

describe('a closed window', () => {
  const start = useDesktops()

  it('stays in the dock on macOS even if closing to the tray is off', async () => {
    const { window } = await start({ platform: 'darwin', kept: { closeToTray: false } })
    window.close()
    await settled()
    expect([window.isDestroyed(), window.isVisible()]).toEqual([false, false])
  })

  it('leaves full screen on macOS once for repeated closes, and again the next time', async () => {
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

  it('keeps full screen on other systems', async () => {
    const desktop = await start({ platform: 'win32' })
    desktop.window.setFullScreen(true)
    desktop.window.close()
    expect([desktop.window.isVisible(), desktop.window.isFullScreen()]).toEqual([false, true])
    desktop.press('open')
    expect([desktop.window.isVisible(), desktop.window.isFullScreen()]).toEqual([true, true])
  })
})
