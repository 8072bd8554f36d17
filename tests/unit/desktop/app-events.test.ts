import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DESKTOP_CHANNELS } from '#schema/desktop.ts'
import { SERVER } from '../../kit/desktop.ts'
import { useDesktops } from '../../kit/desktops.ts'
import { preventable } from '../../kit/electron/contents.ts'
import { chooseInMenu } from '../../kit/electron/menu.ts'

describe('the desktop app', () => {
  const start = useDesktops()

  it('reloads its page after sleep if the server did not answer before', async () => {
    let isAway = false
    const { double, window, handler } = await start({
      async fetch() {
        if (isAway) throw new TypeError('fetch failed')
        return new Response('ok')
      },
    })
    double.powerMonitor.emit('resume')
    expect(window.webContents.reloads).toBe(0)
    isAway = true
    await handler(new Request('rapport-app://app/desktop/reachable'))
    double.powerMonitor.emit('resume')
    expect(window.webContents.reloads).toBe(1)
  })

  it('reports changed settings to the page, but not the window bounds', async () => {
    const { window, told, double, sender } = await start()
    const change = (settings: object) =>
      double.ipcMain.invoke(DESKTOP_CHANNELS.changeSettings, sender(), settings)
    window.close()
    expect(told('settings')).toEqual([])
    await change({ hideMessageText: true })
    expect(told('settings').map(({ settings }) => settings)).toEqual([
      {
        hideMessageText: true,
        launchAtLogin: false,
        closeToTray: true,
        serverAddress: SERVER,
        servers: [SERVER],
      },
    ])
    await change({})
    await change({ serverAddress: SERVER })
    expect(told('settings')).toHaveLength(1)
  })

  it('changes the launch at login only when that setting changes', async () => {
    const { double, sender, press } = await start({ platform: 'win32', program: 'C:\\rapport.exe' })
    const { app, ipcMain } = double
    await ipcMain.invoke(DESKTOP_CHANNELS.changeSettings, sender(), { hideMessageText: true })
    expect(app.loginItem).toBeNull()
    press('launch-at-login', true)
    expect(app.loginItem).toEqual({ openAtLogin: true, args: ['--hidden'] })
    press('launch-at-login', false)
    expect(app.loginItem).toEqual({ openAtLogin: false, args: ['--hidden'] })
    const mac = await start({ platform: 'darwin' })
    mac.press('launch-at-login', true)
    expect(mac.double.app.loginItem).toEqual({ openAtLogin: true })
  })

  it('flashes in the taskbar only while its window is visible without the focus', async () => {
    const { window, tellMessage } = await start()
    window.hide()
    tellMessage('1')
    expect(window.flashing).toBe(false)
    window.show()
    window.blur()
    tellMessage('2')
    expect(window.flashing).toBe(true)
  })

  it('comes to the front and opens its settings', async () => {
    const desktop = await start()
    desktop.tellState({ phase: 'idle' })
    desktop.window.hide()
    chooseInMenu(desktop, 'settings')
    expect([desktop.window.isVisible(), desktop.told('open-settings')]).toEqual([
      true,
      [{ type: 'open-settings' }],
    ])
  })

  it('comes to the front when Find Match is chosen in the tray', async () => {
    const desktop = await start()
    await desktop.connect()
    desktop.tellState({ phase: 'idle' })
    desktop.window.close()
    desktop.press('find-match')
    expect([desktop.window.isVisible(), desktop.told('find-match')]).toEqual([true, [{ type: 'find-match' }]])
  })

  it('comes to the front at a second start without a link, and keeps its page', async () => {
    const { double, window } = await start({ argv: ['rapport', 'rapport://payment/cancel'] })
    window.hide()
    double.app.emit('second-instance', preventable(), ['rapport', '--flag'])
    expect([window.isVisible(), window.webContents.mainFrame.url]).toEqual([
      true,
      'rapport-app://app/payment/cancel',
    ])
  })

  it('continues and logs it when its updater cannot be loaded', async () => {
    const { home, window } = await start({
      updateFeed: 'https://updates.test/',
      prepare({ app }) {
        app.isPackaged = true
      },
    })
    const written = () => readFile(join(home, 'data/logs/main.log'), 'utf8')
    await expect.poll(written).toMatch(/ the updater did not start\n$/)
    expect(window.isVisible()).toBe(true)
  })

  it('reports a reply that no page could send, with its text', async () => {
    const desktop = await start({ kept: { servers: [SERVER, 'https://other.test'] } })
    desktop.window.hide()
    desktop.tellMessage('1')
    desktop.standing()[0]?.reply('On my way')
    desktop.window.show()
    const change = { serverAddress: 'https://other.test' }
    await desktop.double.ipcMain.invoke(DESKTOP_CHANNELS.changeSettings, desktop.sender(), change)
    const last = desktop.double.notifications.at(-1)
    expect([last?.options.title, last?.options.body]).toEqual(['Not sent', 'Your reply: On my way'])
  })
})
