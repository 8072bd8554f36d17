import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { PRODUCT } from '#schema/product.ts'
import { useDesktops } from '../../kit/desktops.ts'
import { preventable } from '../../kit/electron/contents.ts'
import { chooseInMenu } from '../../kit/electron/menu.ts'
import { ViewDouble } from '../../kit/electron/view.ts'

const LINK = 'rapport://verify?code=1&email=a'
const VERIFY = 'rapport-app://app/verify?code=1&email=a'

describe('the window of the app', () => {
  const start = useDesktops()

  it.each([
    [false, '#f6f0eb'],
    [true, '#1a1413'],
  ])('starts hidden, in the colour of the theme (dark: %s), with a minimum size', async (isDark, color) => {
    const { window, directory } = await start({
      prepare({ nativeTheme }) {
        nativeTheme.shouldUseDarkColors = isDark
      },
    })
    const { webPreferences, ...options } = window.options
    expect(options).toEqual({
      title: PRODUCT.name,
      icon: join(directory, 'icons/icon.png'),
      show: false,
      backgroundColor: color,
      width: 1_180,
      height: 780,
      minWidth: 360,
      minHeight: 480,
    })
    expect(webPreferences?.preload).toBe(join(directory, 'preload.cjs'))
  })

  it('zooms no further than six levels in and four out', async () => {
    const desktop = await start({ kept: { zoomLevel: 5.5 } })
    const levelAfter = (item: string) => {
      chooseInMenu(desktop, item)
      return desktop.window.webContents.getZoomLevel()
    }
    expect([levelAfter('zoom-in'), levelAfter('zoom-in')]).toEqual([6, 6])
    expect(levelAfter('zoom-out')).toBe(5.5)
    for (let step = 0; step < 18; step += 1) levelAfter('zoom-out')
    expect([levelAfter('zoom-out'), levelAfter('zoom-out')]).toEqual([-4, -4])
    desktop.window.webContents.emit('zoom-changed', preventable(), 'in')
    expect(desktop.window.webContents.getZoomLevel()).toBe(-3.5)
  })

  it('opens the page of a link that macOS reports before the app is ready', async () => {
    const event = preventable()
    const { window } = await start({
      platform: 'darwin',
      argv: ['rapport', 'rapport://payment/cancel'],
      prepare: ({ app }) => void app.once('ready', () => app.emit('open-url', event, LINK)),
    })
    expect([window.webContents.mainFrame.url, event.defaultPrevented]).toEqual([VERIFY, true])
  })

  it('opens the home page for an invalid link', async () => {
    const { window } = await start({ argv: ['rapport', 'rapport://admin'] })
    expect(window.webContents.mainFrame.url).toBe('rapport-app://app/')
  })
})

describe('the view of the find bar', () => {
  const start = useDesktops()

  it('shows its own sandboxed page, transparent around its corners', async () => {
    const colors = vi.spyOn(ViewDouble.prototype, 'setBackgroundColor')
    const desktop = await start()
    chooseInMenu(desktop, 'find')
    expect(desktop.window.contentView.children.map(({ options }) => options)).toEqual([
      {
        webPreferences: {
          preload: join(desktop.directory, 'find-bar-preload.cjs'),
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
          webSecurity: true,
          webviewTag: false,
          navigateOnDragDrop: false,
          spellcheck: false,
        },
      },
    ])
    expect(colors.mock.calls).toEqual([['#00000000']])
    colors.mockRestore()
  })
})
