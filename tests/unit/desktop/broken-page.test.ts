import { describe, expect, it } from 'vitest'
import { useDesktops } from '../../kit/desktops.ts'

describe('the window of the desktop app', () => {
  const start = useDesktops()

  // covers: beyond-desktop-crash-recovery
  it('reloads a crashed page, and asks after repeated crashes', async () => {
    let now = 0
    const { double, window } = await start({ now: () => now })
    double.dialog.answer = 1
    window.hide()
    for (let crash = 1; crash <= 3; crash += 1) window.webContents.crash('oom')
    expect(window.webContents.reloads).toBe(3)
    window.webContents.crash('crashed')
    expect(double.dialog.asked).toHaveLength(1)
    expect(window.webContents.reloads).toBe(3)
    expect(window.isVisible()).toBe(true)
    now = 120_000
    window.webContents.crash('crashed')
    window.webContents.crash('clean-exit')
    expect(window.webContents.reloads).toBe(4)
  })

  it('asks about a page that hangs, and ends it if confirmed', async () => {
    const { double, window } = await start()
    double.dialog.answer = 1
    window.webContents.emit('unresponsive')
    await expect.poll(() => double.dialog.asked.length).toBe(1)
    expect(window.webContents.reloads).toBe(0)
    double.dialog.answer = 0
    window.webContents.emit('unresponsive')
    await expect.poll(() => window.webContents.reloads).toBe(1)
  })
})
