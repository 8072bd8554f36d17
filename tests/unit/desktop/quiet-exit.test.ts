import { describe, expect, it } from 'vitest'
import { DESKTOP_CHANNELS } from '#schema/desktop.ts'
import type { TestDesktop } from '../../kit/desktop.ts'
import { useDesktops } from '../../kit/desktops.ts'

const hideQuietly = ({ double, sender }: TestDesktop) =>
  double.ipcMain.emit(DESKTOP_CHANNELS.hideQuietly, sender())

describe('a member who hides the app', () => {
  const start = useDesktops()

  // covers: beyond-quiet-exit-desktop
  it('sees no window and no notification until they open it again', async () => {
    const desktop = await start({ kept: { trayExplained: false } })
    desktop.window.hide()
    desktop.tellMessage('before')
    expect(desktop.standing()).toHaveLength(1)
    desktop.window.show()
    hideQuietly(desktop)
    expect(desktop.window.isVisible()).toBe(false)
    desktop.tellMessage('while hidden')
    // Nor one that explains the tray.
    expect(desktop.standing()).toEqual([])

    desktop.press('open')
    expect(desktop.window.isVisible()).toBe(true)
    desktop.window.hide()
    desktop.tellMessage('after')
    expect(desktop.standing()).toHaveLength(1)
  })

  it('leaves full screen on macOS first', async () => {
    const desktop = await start({ platform: 'darwin' })
    desktop.window.show()
    desktop.window.setFullScreen(true)
    await new Promise(setImmediate)
    hideQuietly(desktop)
    await new Promise(setImmediate)
    expect([desktop.window.isVisible(), desktop.window.leftBlackSpace]).toEqual([false, false])
  })
})
