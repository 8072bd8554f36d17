import { EventEmitter } from 'node:events'
import type { Rectangle, WebContentsView, WebContentsViewConstructorOptions } from 'electron'
import { ContentsDouble } from './contents.ts'

type DoubledView = Pick<WebContentsView, 'getBounds' | 'setBounds' | 'setBackgroundColor'>

/** A view with its own page. Both outlive the window that the view was added to (base-window.md). */
export class ViewDouble extends EventEmitter implements DoubledView {
  readonly webContents = new ContentsDouble()
  readonly options: WebContentsViewConstructorOptions
  private bounds: Rectangle = { x: 0, y: 0, width: 0, height: 0 }

  constructor(options: WebContentsViewConstructorOptions = {}) {
    super()
    this.options = options
  }
  getBounds() {
    return this.bounds
  }
  setBounds(bounds: Rectangle) {
    this.bounds = bounds
  }
  setBackgroundColor() {}
}

/** The content of a window: its own page, and the views on top of it. */
export class ContentViewDouble {
  readonly children: ViewDouble[] = []
  private readonly host: ContentsDouble['host']

  constructor(host: ContentsDouble['host']) {
    this.host = host
  }
  addChildView(view: ViewDouble) {
    this.removeChildView(view)
    this.children.push(view)
    view.webContents.host = this.host
  }
  /** Removes a view. If it had the focus, no page has it then. */
  removeChildView(view: ViewDouble) {
    const at = this.children.indexOf(view)
    if (at < 0) return
    this.children.splice(at, 1)
    if (this.host.focused === view.webContents) this.host.focused = null
    view.webContents.host = { focused: null, raise: () => undefined }
  }
}
