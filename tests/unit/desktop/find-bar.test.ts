import { describe, expect, it } from 'vitest'
import { DESKTOP_CHANNELS } from '#schema/desktop.ts'
import { FIND_BAR_CHANNELS, type FindBarMessage } from '#schema/find-bar.ts'
import type { TestDesktop, TestDesktopOptions } from '../../kit/desktop.ts'
import { useDesktops } from '../../kit/desktops.ts'
import { chooseInMenu } from '../../kit/electron/menu.ts'
import type { ViewDouble } from '../../kit/electron/view.ts'

const ADDRESS = 'rapport-app://app/desktop/find-bar.html'

describe('the find bar of the desktop app', () => {
  const start = useDesktops()
  const viewsOf = ({ window }: TestDesktop) => window.contentView.children

  function barOf(desktop: TestDesktop): ViewDouble {
    const [view] = viewsOf(desktop)
    if (!view) throw new Error('the find bar is closed')
    return view
  }

  /** Starts the app on a page with three matches for "lake", and opens the find bar. */
  async function open(options?: TestDesktopOptions) {
    const desktop = await start(options)
    desktop.window.webContents.text = 'A lake. Another Lake. Lakes!'
    chooseInMenu(desktop, 'find')
    await loaded(desktop)
    return desktop
  }
  const loaded = (desktop: TestDesktop) =>
    expect.poll(() => barOf(desktop).webContents.mainFrame.url).toBe(ADDRESS)

  /** Sends the main process a message, like the find bar's preload. */
  function tell(desktop: TestDesktop, channel: keyof typeof FIND_BAR_CHANNELS, ...given: unknown[]) {
    const { webContents } = barOf(desktop)
    const event = { sender: webContents, senderFrame: webContents.mainFrame }
    desktop.double.ipcMain.emit(FIND_BAR_CHANNELS[channel], event, ...given)
  }
  const heard = (desktop: TestDesktop) =>
    barOf(desktop).webContents.sent.map(({ message }) => message as FindBarMessage)
  const lastResult = (desktop: TestDesktop) => {
    const result = heard(desktop).findLast((message) => message.type === 'result')
    return result?.type === 'result' ? [result.label, result.matches] : null
  }

  it('opens its own page at the top right of the window and takes the focus', async () => {
    const desktop = await open()
    const { options, webContents, getBounds } = barOf(desktop)
    expect(getBounds.call(barOf(desktop))).toEqual({ x: 772, y: 8, width: 400, height: 52 })
    expect(webContents.isFocused()).toBe(true)
    expect(options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    })
    expect(options.webPreferences?.preload).toMatch(/find-bar-preload\.cjs$/)
    const page = await desktop.handler(new Request(ADDRESS))
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'none'")
  })

  it('stays at the top right when the window is resized, and fits into a narrow one', async () => {
    const desktop = await open()
    desktop.window.resize(900, 600)
    expect(barOf(desktop).getBounds()).toMatchObject({ x: 492, width: 400 })
    desktop.window.resize(360, 600)
    expect(barOf(desktop).getBounds()).toMatchObject({ x: 8, width: 344 })
  })

  // covers: beyond-desktop-find-in-page
  it('counts the matches, and goes to the next and the previous one', async () => {
    const desktop = await open()
    tell(desktop, 'find', 'lake')
    await expect.poll(() => lastResult(desktop)).toEqual(['1 of 3', 3])
    tell(desktop, 'step', 'next')
    await expect.poll(() => lastResult(desktop)).toEqual(['2 of 3', 3])
    chooseInMenu(desktop, 'find-next-f3')
    await expect.poll(() => lastResult(desktop)).toEqual(['3 of 3', 3])
    chooseInMenu(desktop, 'find-previous')
    await expect.poll(() => lastResult(desktop)).toEqual(['2 of 3', 3])
  })

  it('reports no results, and an empty text clears the matches', async () => {
    const desktop = await open()
    tell(desktop, 'find', 'ocean')
    await expect.poll(() => lastResult(desktop)).toEqual(['No results', 0])
    tell(desktop, 'find', '')
    expect(heard(desktop).at(-1)).toEqual({ type: 'cleared' })
    expect(desktop.window.webContents.stopped).toBe('clearSelection')
    tell(desktop, 'step', 'next')
    expect(heard(desktop).at(-1)).toEqual({ type: 'cleared' })
  })

  it('shows only final results of the last text', async () => {
    const desktop = await open()
    tell(desktop, 'find', 'l')
    tell(desktop, 'find', 'lakes')
    await expect.poll(() => lastResult(desktop)).toEqual(['1 of 1', 1])
    expect(heard(desktop).filter(({ type }) => type === 'result')).toHaveLength(1)
  })

  it('closes with its web contents, removes the marks and gives the focus back to the page', async () => {
    const desktop = await open()
    const { webContents } = barOf(desktop)
    tell(desktop, 'close')
    expect(viewsOf(desktop)).toEqual([])
    expect(webContents.isDestroyed()).toBe(true)
    expect(desktop.window.webContents.isFocused()).toBe(true)
    expect(desktop.window.webContents.stopped).toBe('keepSelection')
  })

  it('opens again with the last text, also by Find Next', async () => {
    const desktop = await open()
    tell(desktop, 'find', 'lake')
    tell(desktop, 'close')
    chooseInMenu(desktop, 'find-next')
    await loaded(desktop)
    expect(heard(desktop)).toContainEqual({ type: 'begin', text: 'lake' })
    await expect.poll(() => lastResult(desktop)).toEqual(['1 of 3', 3])
    desktop.window.webContents.focus()
    chooseInMenu(desktop, 'find')
    expect(viewsOf(desktop)).toHaveLength(1)
    expect(barOf(desktop).webContents.isFocused()).toBe(true)
    expect(heard(desktop).at(-1)).toEqual({ type: 'select' })
  })

  it('finds the last text for a step before the reopened bar has loaded', async () => {
    const desktop = await open()
    tell(desktop, 'find', 'lake')
    await expect.poll(() => lastResult(desktop)).toEqual(['1 of 3', 3])
    tell(desktop, 'close')
    chooseInMenu(desktop, 'find')
    const asked: unknown[] = []
    const { webContents } = desktop.window
    const find = webContents.findInPage.bind(webContents)
    webContents.findInPage = (text, options) => {
      asked.push(options)
      return find(text, options)
    }
    chooseInMenu(desktop, 'find-next')
    expect(asked).toEqual([{ findNext: true, forward: true }])
  })

  it('closes when another page opens, but not for a dialog', async () => {
    const desktop = await open()
    desktop.window.webContents.navigateInPage('rapport-app://app/#dialog')
    desktop.window.webContents.navigateInPage('rapport-app://elsewhere/frame', false)
    expect(viewsOf(desktop)).toHaveLength(1)
    desktop.window.webContents.navigateInPage('rapport-app://app/pricing')
    expect(viewsOf(desktop)).toEqual([])
    chooseInMenu(desktop, 'find')
    await desktop.window.loadURL('rapport-app://app/pricing')
    expect(viewsOf(desktop)).toEqual([])
    chooseInMenu(desktop, 'find')
    desktop.window.webContents.crash('oom')
    expect(viewsOf(desktop)).toEqual([])
  })

  it.each(['linux', 'darwin'] as const)(
    'does not bring a window in the background to the front on %s',
    async (platform) => {
      const desktop = await open({ platform })
      desktop.window.close()
      await expect.poll(() => desktop.window.isVisible()).toBe(false)
      desktop.window.webContents.navigateInPage('rapport-app://app/pricing')
      expect([viewsOf(desktop).length, desktop.window.isVisible(), desktop.window.isFocused()]).toEqual([
        0,
        false,
        false,
      ])
    },
  )

  it('closes with the window', async () => {
    const desktop = await open()
    const { webContents } = barOf(desktop)
    desktop.double.app.quit()
    await expect.poll(() => webContents.isDestroyed()).toBe(true)
    await expect.poll(() => desktop.double.app.ended).toBe(true)
  })

  it('keeps its size at every zoom of the page', async () => {
    const desktop = await open({ kept: { zoomLevel: 3 } })
    expect(barOf(desktop).webContents.getZoomLevel()).toBe(0)
    chooseInMenu(desktop, 'zoom-in')
    expect(desktop.window.webContents.getZoomLevel()).toBe(3.5)
    expect(barOf(desktop).webContents.getZoomLevel()).toBe(0)
  })

  it('stays on its page and opens no window', async () => {
    const desktop = await open()
    const { webContents } = barOf(desktop)
    expect(webContents.follow('rapport-app://app/')).toBe(false)
    expect(webContents.follow('https://elsewhere.test/')).toBe(false)
    expect(webContents.open('rapport-app://app/')).toBe('deny')
    expect(webContents.mainFrame.url).toBe(ADDRESS)
  })

  // covers: beyond-desktop-find-bar-channels
  it.each([
    ['the page', (desktop: TestDesktop) => desktop.sender()],
    [
      'the page under the address of the find bar',
      (desktop: TestDesktop) => desktop.sender({ ...desktop.window.webContents.mainFrame, url: ADDRESS }),
    ],
    [
      'a frame within the find bar',
      (desktop: TestDesktop) => ({
        sender: barOf(desktop).webContents,
        senderFrame: { url: ADDRESS, origin: 'rapport-app://app', parent: {} },
      }),
    ],
    [
      'another page in the view',
      (desktop: TestDesktop) => ({
        sender: barOf(desktop).webContents,
        senderFrame: { url: 'rapport-app://app/', origin: 'rapport-app://app', parent: null },
      }),
    ],
    [
      'a frame that is gone',
      (desktop: TestDesktop) => ({ sender: barOf(desktop).webContents, senderFrame: null }),
    ],
  ])('ignores messages from %s', async (_, sender) => {
    const desktop = await open()
    const from = sender(desktop)
    const before = heard(desktop).length
    desktop.double.ipcMain.emit(FIND_BAR_CHANNELS.find, from, 'lake')
    desktop.double.ipcMain.emit(FIND_BAR_CHANNELS.find, from, '')
    desktop.double.ipcMain.emit(FIND_BAR_CHANNELS.step, from, 'next')
    desktop.double.ipcMain.emit(FIND_BAR_CHANNELS.close, from)
    await new Promise((resolve) => setImmediate(resolve))
    expect(viewsOf(desktop)).toHaveLength(1)
    expect(heard(desktop)).toHaveLength(before)
  })

  it('drops a message of another shape', async () => {
    const desktop = await open()
    tell(desktop, 'find', 'lake')
    await expect.poll(() => lastResult(desktop)).toEqual(['1 of 3', 3])
    const before = heard(desktop).length
    for (const odd of [null, 7, {}, 'x'.repeat(201)]) tell(desktop, 'find', odd)
    for (const odd of [undefined, 'first', {}]) tell(desktop, 'step', odd)
    await new Promise((resolve) => setImmediate(resolve))
    expect(heard(desktop)).toHaveLength(before)
  })

  // covers: beyond-desktop-find-bar-channels
  it('cannot use the channels of the page', async () => {
    const desktop = await open()
    const { webContents } = barOf(desktop)
    const event = { sender: webContents, senderFrame: webContents.mainFrame }
    for (const channel of [DESKTOP_CHANNELS.readSettings, DESKTOP_CHANNELS.readToken])
      await expect(desktop.double.ipcMain.invoke(channel, event)).rejects.toThrow('our own page')
    desktop.double.ipcMain.emit(DESKTOP_CHANNELS.state, event, {
      phase: 'chat',
      openId: null,
      unread: [],
      knocks: [],
      ring: 'none',
    })
    expect(desktop.trayItem('find-another')?.enabled).toBe(false)
  })
})
