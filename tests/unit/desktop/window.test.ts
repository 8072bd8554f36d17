import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useDesktops } from '../../kit/desktops.ts'
import { preventable } from '../../kit/electron/contents.ts'
import { itemOf } from '../../kit/electron/parts.ts'

const BOUNDS = { x: 40, y: 50, width: 900, height: 700, maximized: false }

describe('the window of the desktop app', () => {
  const start = useDesktops()

  it('appears once the page is painted, and stays hidden after a launch at login', async () => {
    const { window } = await start()
    expect(window.webContents.mainFrame.url).toBe('rapport-app://app/')
    expect(window.isVisible()).toBe(true)
    const quiet = await start({
      argv: ['rapport', '--hidden'],
      kept: { bounds: { ...BOUNDS, maximized: true } },
    })
    expect(quiet.window.isVisible()).toBe(false)
    quiet.press('open')
    expect(quiet.window.isMaximized()).toBe(true)
    const mac = await start({
      platform: 'darwin',
      prepare({ app }) {
        app.wasOpenedAtLogin = true
      },
    })
    expect(mac.window.isVisible()).toBe(false)
  })

  // covers: beyond-desktop-opens-at-once
  it('appears at once and shows that it is connecting when the network drops every packet', async () => {
    const { handler, window } = await start({ fetch: () => new Promise<Response>(() => undefined) })
    expect(window.isVisible()).toBe(true)
    expect(window.webContents.document).toContain('<title>Offline</title>')
    expect((await handler(new Request('rapport-app://app/'))).status).toBe(503)
  })

  // covers: beyond-desktop-bounds
  it('restores its bounds, and is centred if that screen is gone', async () => {
    const there = await start({ kept: { bounds: BOUNDS } })
    expect(there.window.options).toMatchObject({ x: 40, y: 50, width: 900, height: 700 })
    const gone = await start({ kept: { bounds: { ...BOUNDS, x: 4000 } } })
    expect(gone.window.options).toMatchObject({ width: 900, height: 700 })
    expect(gone.window.options.x).toBeUndefined()
    const maximized = await start({ kept: { bounds: { ...BOUNDS, maximized: true } } })
    expect(maximized.window.isMaximized()).toBe(true)
    const unseen = await start({
      argv: ['rapport', '--hidden'],
      kept: { bounds: { ...BOUNDS, maximized: true } },
    })
    unseen.window.close()
    expect(JSON.parse(await readFile(join(unseen.home, 'data/settings.json'), 'utf8')).bounds.maximized).toBe(
      true,
    )
  })

  it('stores its bounds when it closes, in a file whose invalid values are ignored', async () => {
    const { window, home } = await start({ kept: { bounds: BOUNDS, zoomLevel: 99 } })
    window.bounds = { x: 7, y: 8, width: 640, height: 500 }
    window.close()
    const kept = JSON.parse(await readFile(join(home, 'data/settings.json'), 'utf8'))
    expect(kept).toMatchObject({ bounds: { x: 7, y: 8, width: 640, height: 500 }, zoomLevel: 0 })
  })

  // covers: beyond-desktop-close-to-tray
  it('hides to the tray when closed, unless that is turned off or the app quits', async () => {
    const kept = await start()
    kept.window.close()
    expect(kept.window.isDestroyed()).toBe(false)
    expect(kept.window.isVisible()).toBe(false)
    kept.double.app.emit('activate')
    expect(kept.window.isVisible()).toBe(true)
    const closed = await start({ kept: { closeToTray: false } })
    closed.window.close()
    await expect.poll(() => closed.window.isDestroyed()).toBe(true)
    await expect.poll(() => closed.double.app.ended).toBe(true)
    const mac = await start({ platform: 'darwin', kept: { closeToTray: false } })
    mac.window.close()
    expect(mac.window.isDestroyed()).toBe(false)
    kept.double.app.quit()
    await expect.poll(() => kept.window.isDestroyed()).toBe(true)
    const shutdown = await start()
    shutdown.double.powerMonitor.emit('shutdown', preventable())
    shutdown.window.close()
    await expect.poll(() => shutdown.window.isDestroyed()).toBe(true)
  })

  // covers: beyond-desktop-full-screen
  it('leaves full screen on macOS before it hides', async () => {
    const { window } = await start({ platform: 'darwin' })
    window.setFullScreen(true)
    await expect.poll(() => window.isFullScreen()).toBe(true)
    window.close()
    window.close()
    await expect.poll(() => window.isVisible()).toBe(false)
    expect([window.leftBlackSpace, window.isFullScreen(), window.isDestroyed()]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('waits before quitting until the server has received the page’s last requests', async () => {
    let heard: (response: Response) => void = () => undefined
    const { double, handler, press } = await start({
      fetch: async (input) =>
        String(input).endsWith('/disconnect')
          ? new Promise<Response>((resolve) => {
              heard = resolve
            })
          : new Response('ok'),
    })
    void handler(
      new Request('rapport-app://app/api/v1/conversation/1/disconnect', { method: 'POST', body: '{}' }),
    )
    double.app.quit()
    await new Promise((resolve) => setImmediate(resolve))
    expect(double.app.ended).toBe(false)
    // A second start or a click on the tray now finds a closed window.
    double.app.emit('second-instance', preventable(), ['rapport', 'rapport://verify?code=1&email=a%40b.c'])
    press('open')
    heard(new Response('ok'))
    await expect.poll(() => double.app.ended).toBe(true)
  })

  // covers: beyond-desktop-quit-says-goodbye
  it('quits only after the server has the requests of the closing page', async () => {
    const asked: string[] = []
    let answer: (response: Response) => void = () => undefined
    const { double, handler, window } = await start({
      fetch: (input) => {
        asked.push(String(input))
        if (!String(input).endsWith('/disconnect')) return Promise.resolve(new Response('ok'))
        return new Promise<Response>((resolve) => {
          answer = resolve
        })
      },
    })
    window.webContents.onLeave = () =>
      void handler(
        new Request('rapport-app://app/api/v1/conversation/1/disconnect', { method: 'POST', body: '{}' }),
      )
    double.app.quit()
    await expect.poll(() => asked.filter((url) => url.endsWith('/disconnect'))).toHaveLength(1)
    expect(double.app.ended).toBe(false)
    answer(new Response('ok'))
    await expect.poll(() => double.app.ended).toBe(true)
  })

  it('quits once: a second quit during the wait neither restarts it nor cuts it short', async () => {
    let begun = 0
    const { double, press } = await start()
    double.app.on('will-quit', () => {
      begun += 1
    })
    press('quit')
    await expect.poll(() => begun).toBe(1)
    press('quit')
    await expect.poll(() => double.app.ended).toBe(true)
  })

  // covers: beyond-desktop-single-instance
  it('starts once: a second start shows the first window and opens its link', async () => {
    const second = await start({
      prepare: ({ app }) => {
        app.hasLock = false
      },
    })
    expect(second.started).toBeNull()
    expect(second.double.app.ended).toBe(true)
    const { double, window } = await start()
    window.minimize()
    double.app.emit('second-instance', preventable(), ['rapport'])
    expect([window.isMinimized(), window.isFocused()]).toEqual([false, true])
    double.app.emit('second-instance', preventable(), ['rapport', 'rapport://verify?code=1&email=a%40b.c'])
    const { mainFrame } = window.webContents
    await expect.poll(() => mainFrame.url).toBe('rapport-app://app/verify?code=1&email=a%40b.c')
  })

  // covers: beyond-desktop-deep-links
  it.each([
    ['rapport://verify?code=1&email=a', '/verify?code=1&email=a'],
    ['rapport://password/reset?token=t&username=u', '/password/reset?token=t&username=u'],
    ['rapport://payment/success?token=ORDER', '/payment/success?token=ORDER'],
    ['rapport://payment/cancel', '/payment/cancel'],
  ])('opens %s at the first start and while running', async (link, path) => {
    const first = await start({ argv: ['rapport', link] })
    expect(first.window.webContents.mainFrame.url).toBe(`rapport-app://app${path}`)
    const running = await start({
      prepare: ({ app }) => {
        app.isPackaged = true
      },
    })
    const event = preventable()
    running.double.app.emit('open-url', event, link)
    expect(event.defaultPrevented).toBe(true)
    await expect.poll(() => running.window.webContents.mainFrame.url).toBe(`rapport-app://app${path}`)
    expect([first, running].map(({ double }) => double.app.linkScheme)).toEqual([null, 'rapport'])
  })

  it.each([
    'rapport://admin',
    'rapport://verify@evil/x',
    'rapport://verify/../admin',
    'rapport://api/v1/logout',
    'rapport-app://app/admin',
    'https://rapport.test/verify',
    `rapport://verify?code=${'x'.repeat(3000)}`,
    'nonsense',
  ])('comes to the front and keeps its page for %s', async (link) => {
    const { double, window } = await start()
    window.hide()
    double.app.emit('open-url', preventable(), link)
    expect(window.webContents.mainFrame.url).toBe('rapport-app://app/')
    expect(window.isVisible()).toBe(true)
  })

  // covers: beyond-desktop-zoom
  it('zooms by the menu and the wheel, and stores the zoom', async () => {
    const { double, window, home } = await start({ kept: { zoomLevel: 1 } })
    expect(window.webContents.getZoomLevel()).toBe(1)
    const menu = double.menus.application?.items ?? []
    const press = (name: string) =>
      itemOf(menu, name)?.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent)
    press('zoom-in')
    expect(window.webContents.getZoomLevel()).toBe(1.5)
    window.webContents.emit('zoom-changed', preventable(), 'out')
    window.webContents.emit('zoom-changed', preventable(), 'out')
    expect(window.webContents.getZoomLevel()).toBe(0.5)
    expect(JSON.parse(await readFile(join(home, 'data/settings.json'), 'utf8')).zoomLevel).toBe(0.5)
    press('zoom-reset')
    expect(window.webContents.getZoomLevel()).toBe(0)
  })

  // covers: beyond-desktop-menus
  it('shows the menus of its platform', async () => {
    const labels = async (platform: NodeJS.Platform) =>
      (await start({ platform })).double.menus.application?.items.map(({ label }) => label)
    expect(await labels('darwin')).toEqual(['Rapport', '&File', 'Edit', '&View', 'Window', 'Help'])
    expect(await labels('win32')).toEqual(['&File', 'Edit', '&View', 'Window', 'Help'])
    const { double, told, tellState } = await start({ platform: 'darwin' })
    const items = double.menus.application?.items ?? []
    expect(itemOf(items, 'settings')?.accelerator).toBe('CmdOrCtrl+,')
    tellState({ phase: 'idle' })
    itemOf(items, 'settings')?.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent)
    expect(told('open-settings')).toHaveLength(1)
  })

  // covers: beyond-desktop-spell-check
  it('offers spelling corrections and the allowed actions in the context menu', async () => {
    const { double, window } = await start()
    const flags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
    const rightClick = (params: object) => {
      double.menus.popped = null
      window.webContents.emit('context-menu', preventable(), {
        misspelledWord: '',
        dictionarySuggestions: [],
        editFlags: flags,
        isEditable: false,
        selectionText: '',
        ...params,
      })
      return double.menus.popped as { items: Electron.MenuItemConstructorOptions[] } | null
    }
    expect(rightClick({})).toBeNull()
    expect(rightClick({ selectionText: 'words' })?.items.map(({ role }) => role)).toEqual(['copy'])
    const items =
      rightClick({ isEditable: true, misspelledWord: 'helo', dictionarySuggestions: ['hello'] })?.items ?? []
    const press = (name: string) =>
      itemOf(items, name)?.click?.({} as Electron.MenuItem, undefined, {} as Electron.KeyboardEvent)
    press('hello')
    press('learn')
    expect(window.webContents.replaced).toBe('hello')
    expect(window.webContents.learned).toEqual(['helo'])
    expect(items.some(({ role }) => role === 'paste')).toBe(true)
    expect(window.options.webPreferences?.spellcheck).toBe(true)
  })
})
