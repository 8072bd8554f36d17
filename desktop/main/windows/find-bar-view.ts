import type { BrowserWindow, WebContentsView } from 'electron'
import type { ElectronModule } from '../electron.ts'

/** In CSS pixels of the window. */
const SIZE = { width: 400, height: 52, margin: 8 }

/** Places the bar at the end of the lines, above the page. */
export function placeView(view: WebContentsView, window: BrowserWindow, direction: 'ltr' | 'rtl') {
  const content = window.getContentBounds()
  const width = Math.min(SIZE.width, content.width - 2 * SIZE.margin)
  const x = direction === 'rtl' ? SIZE.margin : content.width - width - SIZE.margin
  view.setBounds({ x, y: SIZE.margin, width, height: SIZE.height })
}

/** Creates the view of the bar, which never leaves its page. */
export function createView({ WebContentsView }: Pick<ElectronModule, 'WebContentsView'>, preload: string) {
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
  view.webContents.on('will-frame-navigate', (event) => event.preventDefault())
  return view
}
