import type { BrowserWindow, WebContents, WebContentsView } from 'electron'
import { FIND_BAR_CHANNELS, type FindBarMessage, type FindStep } from '#schema/find-bar.ts'
import type { ElectronModule } from '../electron.ts'
import { FIND_BAR_URL } from '../pages/origin.ts'
import { openFindBarBridge } from './find-bar-bridge.ts'
import { createView, placeView } from './find-bar-view.ts'
import { createFindSession } from './find-session.ts'

export interface FindBar {
  /** Opens the bar, or moves the focus back to it. */
  open(): void
  /** Goes to another match of the last text. Opens the bar if it is closed. */
  step(step: FindStep): void
  /** Closes the bar and forgets the last text. */
  forget(): void
  /** Shows an open bar in the app's current language. */
  translate(): void
}

/**
 * Creates the find bar. The bar is a separate view, because Chromium would also find the text in an input of the same
 * page. Its web contents exist only while it is open: Electron does not destroy a view's web contents with the window
 * (base-window.md, "Resource management").
 */
export function createFindBar({
  electron,
  window,
  preload,
  direction,
}: {
  electron: Pick<ElectronModule, 'ipcMain' | 'WebContentsView'>
  window: BrowserWindow
  preload: string
  /** Returns the direction of the app's language: the bar is at the end of its lines. */
  direction(): 'ltr' | 'rtl'
}): FindBar {
  const page = window.webContents
  let view: WebContentsView | null = null
  const send = (message: FindBarMessage) => {
    if (view && !view.webContents.isDestroyed()) view.webContents.send(FIND_BAR_CHANNELS.message, message)
  }
  const session = createFindSession(page, send)
  const place = () => view && placeView(view, window, direction())

  function open() {
    if (window.isDestroyed()) return
    if (view) {
      view.webContents.focus()
      return send({ type: 'select' })
    }
    view = createView(electron, preload)
    window.contentView.addChildView(view)
    place()
    load(view.webContents, close, () => {
      send({ type: 'begin', text: session.text() })
      session.repeat()
    })
  }

  function close() {
    if (!view) return
    const { webContents } = view
    // Read before the view closes. Focusing a page also raises its window on macOS and Linux, and shows it on macOS.
    const hadFocus = !window.isDestroyed() && window.isFocused() && webContents.isFocused()
    if (!window.isDestroyed()) window.contentView.removeChildView(view)
    view = null
    webContents.close()
    session.end('keepSelection')
    if (hadFocus) page.focus()
  }

  closeWithPage(window, close)
  window.on('resize', place)
  const contents = () => view?.webContents ?? null
  const { find, step } = session
  openFindBarBridge({ ipcMain: electron.ipcMain, contents, find, step, close })

  return {
    open,
    step: (wanted) => (view ? step(wanted) : open()),
    forget() {
      close()
      session.forget()
    },
    translate() {
      place()
      // Its document has the texts. Once it has loaded, it begins again with the last text.
      view?.webContents.reload()
    },
  }
}

/** Loads the page of the bar, and calls `onLoad` each time it has loaded. */
function load(contents: WebContents, onCrash: () => void, onLoad: () => void) {
  contents.on('did-finish-load', () => {
    // Chromium stores the zoom per origin, which the bar shares with the page.
    contents.setZoomLevel(0)
    contents.focus()
    onLoad()
  })
  contents.on('render-process-gone', onCrash)
  contents.loadURL(FIND_BAR_URL).catch(() => undefined)
  // Text typed while the bar loads must not go to the page.
  contents.focus()
}

/** Calls `close` when another page is shown and when the window closes, because matches belong to one page. */
function closeWithPage(window: BrowserWindow, close: () => void) {
  const page = window.webContents
  let shown = ''
  page.on('did-navigate', (_event, url) => {
    shown = pathOf(url)
    close()
  })
  // A dialog also adds a history entry, under the same path.
  page.on('did-navigate-in-page', (_event, url, isMainFrame) => {
    if (!isMainFrame || pathOf(url) === shown) return
    shown = pathOf(url)
    close()
  })
  page.on('render-process-gone', close)
  window.on('closed', close)
}

const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url)
