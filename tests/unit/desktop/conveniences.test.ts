import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useDesktops } from '../../kit/desktops.ts'
import { preventable } from '../../kit/electron/contents.ts'
import { chooseInMenu } from '../../kit/electron/menu.ts'
import { itemOf } from '../../kit/electron/parts.ts'

describe('the conveniences of the desktop app', () => {
  const start = useDesktops()

  // covers: beyond-desktop-conveniences
  it('shows its version in the about panel', async () => {
    const { double } = await start()
    expect(double.app.about.applicationVersion).toBe('1.2.3')
    const help = itemOf(double.menus.application?.items ?? [], 'check-for-updates')
    expect(help?.label).toBe('Check for Updates…')
  })

  it.each([
    ['is up to date', 'You have version 1.2.3.', async () => ({ isUpdateAvailable: false })],
    ['is on its way', 'restart into it from the tray', async () => ({ isUpdateAvailable: true })],
    ["couldn't check", 'Check your connection', async () => Promise.reject(new Error('no network'))],
  ])('checks for updates on request, and shows: %s (%s)', async (said, more, checkForUpdates) => {
    let loaded = 0
    const desktop = await start({
      updateFeed: 'https://updates.test/',
      prepare: ({ app }) => {
        app.isPackaged = true
      },
      loadUpdater: async () => ({
        autoInstallOnAppQuit: true,
        setFeedURL: () => undefined,
        on: () => undefined,
        quitAndInstall: () => undefined,
        checkForUpdates: () => {
          loaded += 1
          return checkForUpdates()
        },
      }),
    })
    await expect.poll(() => loaded).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    chooseInMenu(desktop, 'check-for-updates')
    await expect.poll(() => desktop.double.dialog.asked.map(({ message }) => message).join()).toContain(said)
    expect(desktop.double.dialog.asked[0]?.detail).toContain(more)
    expect(loaded).toBe(2)
  })

  it('says that it does not check for updates without a feed', async () => {
    const desktop = await start()
    chooseInMenu(desktop, 'check-for-updates')
    await expect.poll(() => desktop.double.dialog.asked.length).toBe(1)
    expect(desktop.double.dialog.asked[0]?.message).toContain("doesn't look for updates")
    expect(desktop.double.dialog.asked[0]?.detail).toContain('where you got this one')
  })

  it('writes a log without personal data, and opens its folder', async () => {
    const desktop = await start({ platform: 'linux', argv: ['rapport', '--no-sandbox'] })
    desktop.tellMessage('1', 'A secret')
    desktop.window.webContents.crash('oom')
    const disconnect = await desktop.connect()
    await disconnect()
    const folder = join(desktop.home, 'data/logs')
    const written = await readFile(join(folder, 'main.log'), 'utf8')
    expect(written).toContain('version 1.2.3 on linux, without a sandbox')
    expect(written).toContain('the page is gone: oom')
    expect(written).not.toContain('the server')
    expect(written).not.toMatch(/secret|Juniper|rapport-app|https?:/)
    chooseInMenu(desktop, 'open-log-folder')
    expect(desktop.double.outside).toEqual([folder])
  })

  it('copies a link, and a link to its own page with the address of the server', async () => {
    const { window, double } = await start()
    for (const linkURL of ['https://elsewhere.test/a', 'rapport-app://app/terms']) {
      window.webContents.emit('context-menu', preventable(), {
        misspelledWord: '',
        dictionarySuggestions: [],
        editFlags: {},
        isEditable: false,
        selectionText: '',
        linkURL,
      })
      itemOf(double.menus.popped?.items ?? [], 'copy-link')?.click?.(
        {} as Electron.MenuItem,
        undefined,
        {} as Electron.KeyboardEvent,
      )
    }
    expect(double.copied).toEqual(['https://elsewhere.test/a', 'https://rapport.test/terms'])
  })

  it('zooms in by the plus key also without Shift', async () => {
    const desktop = await start()
    const item = itemOf(desktop.double.menus.application?.items ?? [], 'zoom-in-unshifted')
    expect([item?.accelerator, item?.visible]).toEqual(['CmdOrCtrl+=', false])
    chooseInMenu(desktop, 'zoom-in-unshifted')
    expect(desktop.window.webContents.getZoomLevel()).toBe(0.5)
  })

  it('flashes in the taskbar until the window has the focus, and bounces in the dock once', async () => {
    const { window, tellMessage } = await start()
    window.blur()
    tellMessage('1')
    expect(window.flashing).toBe(true)
    window.focus()
    expect(window.flashing).toBe(false)
    const mac = await start({ platform: 'darwin' })
    mac.window.blur()
    mac.tellMessage('1')
    expect([mac.double.app.bounces, mac.window.flashing]).toEqual([1, false])
  })

  it('explains once, and not on macOS, that it keeps running when its window closes', async () => {
    const { window, standing, press, home } = await start({ kept: { trayExplained: false } })
    const titles = () => standing().map(({ options }) => options.title)
    window.close()
    expect(titles()).toEqual(['Rapport is still running'])
    press('open')
    window.close()
    expect(titles()).toHaveLength(1)
    expect(JSON.parse(await readFile(join(home, 'data/settings.json'), 'utf8')).trayExplained).toBe(true)
    const mac = await start({ platform: 'darwin', kept: { trayExplained: false } })
    mac.window.close()
    expect(mac.standing()).toEqual([])
  })

  it('checks spelling in the languages of the system that have a dictionary', async () => {
    const { double } = await start({ platform: 'win32' })
    expect(double.session.spelling).toEqual(['en-GB', 'de'])
    const mac = await start({ platform: 'darwin' })
    expect(mac.double.session.spelling).toEqual([])
  })
})
