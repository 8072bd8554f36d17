import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { BrowserWindow, WebContentsView } from 'electron'
import { FIND_BAR_CHANNELS, type FindBarMessage, type FindStep } from '#schema/find-bar.ts'
import type { ElectronModule } from '../electron.ts'
import { FIND_BAR_URL } from '../pages/origin.ts'
import { openFindBarBridge } from './find-bar-bridge.ts'

/** In CSS pixels of the window. */
const SIZE = { width: 400, height: 52, margin: 8 }

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
  let text = ''
  /** The id of the current search request. Without one, the next search begins a session. */
  let request: number | null = null

  function send(message: FindBarMessage) {
    if (view && !view.webContents.isDestroyed()) view.webContents.send(FIND_BAR_CHANNELS.message, message)
  }

  function find(options: { begin: boolean; forward: boolean }) {
    // Electron names Chromium's `new_session` findNext: it is true for a first search (electron/electron#29077).
    request = page.findInPage(text, { findNext: options.begin, forward: options.forward })
  }

  function search(wanted: string) {
    text = wanted
    if (text !== '') return find({ begin: true, forward: true })
    endSession('clearSelection')
    send({ type: 'cleared' })
  }

  function step(wanted: FindStep) {
    if (text !== '') find({ begin: request === null, forward: wanted === 'next' })
  }

  function endSession(selection: 'clearSelection' | 'keepSelection') {
    request = null
    if (!page.isDestroyed()) page.stopFindInPage(selection)
  }

  function place() {
    if (!view) return
    const content = window.getContentBounds()
    const width = Math.min(SIZE.width, content.width - 2 * SIZE.margin)
    const x = direction() === 'rtl' ? SIZE.margin : content.width - width - SIZE.margin
    view.setBounds({ x, y: SIZE.margin, width, height: SIZE.height })
  }

  function open() {
    if (window.isDestroyed()) return
    if (view) {
      view.webContents.focus()
      return send({ type: 'select' })
    }
    const opened = createView(electron, preload)
    view = opened
    window.contentView.addChildView(opened)
    place()
    const contents = opened.webContents
    contents.on('did-finish-load', () => {
      // Chromium stores the zoom per origin, which the bar shares with the page.
      contents.setZoomLevel(0)
      contents.focus()
      send({ type: 'begin', text })
      if (text !== '') find({ begin: true, forward: true })
    })
    contents.on('render-process-gone', close)
    contents.loadURL(FIND_BAR_URL).catch(() => undefined)
    // Text typed while the bar loads must not go to the page.
    contents.focus()
  }

  function close() {
    if (!view) return
    const { webContents } = view
    // Read before the view closes. Focusing a page also raises its window on macOS and Linux, and shows it on macOS.
    const hadFocus = !window.isDestroyed() && window.isFocused() && webContents.isFocused()
    if (!window.isDestroyed()) window.contentView.removeChildView(view)
    view = null
    webContents.close()
    endSession('keepSelection')
    if (hadFocus) page.focus()
  }

  page.on('found-in-page', (_event, { requestId, activeMatchOrdinal, matches, finalUpdate }) => {
    if (!finalUpdate || requestId !== request) return
    const label =
      matches === 0 ? t(i18n)`No results` : t(i18n)`${{ active: activeMatchOrdinal }} of ${matches}`
    send({ type: 'result', label, matches })
  })
  closeWithPage(window, close)
  window.on('resize', place)
  openFindBarBridge({
    ipcMain: electron.ipcMain,
    contents: () => view?.webContents ?? null,
    search,
    step,
    close,
  })

  return {
    open,
    step(wanted) {
      if (view) step(wanted)
      else open()
    },
    forget() {
      close()
      text = ''
    },
    translate() {
      place()
      // Its document has the texts. Once it has loaded, it begins again with the last search.
      view?.webContents.reload()
    },
  }
}

function createView({ WebContentsView }: Pick<ElectronModule, 'WebContentsView'>, preload: string) {
  const view = new WebContentsView({
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  })
  // The corners of the bar are round.
  view.setBackgroundColor('#00000000')
  view.webContents.setZoomMode('isolated')
  // The view never leaves its page.
  view.webContents.on('will-frame-navigate', (event) => event.preventDefault())
  return view
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
