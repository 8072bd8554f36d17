import { describe, expect, it, vi } from 'vitest'
import { useDesktops } from '../../kit/desktops.ts'
import { chooseInMenu } from '../../kit/electron/menu.ts'

const ADDRESS = 'rapport-app://app/desktop/find-bar.html'

describe('the find bar while it loads', () => {
  const start = useDesktops()

  /** Opens the find bar, which has not loaded yet. */
  async function open() {
    const desktop = await start()
    const find = vi.spyOn(desktop.window.webContents, 'findInPage')
    chooseInMenu(desktop, 'find')
    const [view] = desktop.window.contentView.children
    if (!view) throw new Error('the find bar is closed')
    const { webContents } = view
    return {
      desktop,
      find,
      contents: webContents,
      loaded: () => expect.poll(() => webContents.mainFrame.url).toBe(ADDRESS),
    }
  }

  it('takes the focus back from the page, and resets its zoom', async () => {
    const { desktop, contents, loaded } = await open()
    expect(contents.isFocused()).toBe(true)
    desktop.window.webContents.focus()
    contents.setZoomLevel(2)
    await loaded()
    expect([contents.isFocused(), contents.getZoomLevel()]).toEqual([true, 0])
  })

  it('looks nothing up without a last text, because Electron refuses an empty one', async () => {
    const { find, loaded } = await open()
    await loaded()
    expect(find).not.toHaveBeenCalled()
  })

  it('closes when its own page crashes', async () => {
    const { desktop, contents, loaded } = await open()
    await loaded()
    contents.crash('oom')
    expect([desktop.window.contentView.children, desktop.window.webContents.stopped]).toEqual([
      [],
      'keepSelection',
    ])
  })
})
