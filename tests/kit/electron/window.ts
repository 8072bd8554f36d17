import { EventEmitter } from 'node:events'
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { ContentsDouble, preventable } from './contents.ts'
import { ContentViewDouble } from './view.ts'

type DoubledWindow = Pick<
  BrowserWindow,
  | 'show'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'minimize'
  | 'restore'
  | 'maximize'
  | 'close'
  | 'isVisible'
  | 'isFocused'
  | 'isMinimized'
  | 'isMaximized'
  | 'isDestroyed'
  | 'isFullScreen'
  | 'setFullScreen'
  | 'getNormalBounds'
  | 'getContentBounds'
>

/**
 * A double of a window that behaves as documented: it can be shown, hidden, focused, and closed unless a listener
 * prevents it. Only a visible window that is not minimized takes the focus. Each change emits an event.
 */
export class WindowDouble extends EventEmitter implements DoubledWindow {
  readonly webContents = new ContentsDouble()
  readonly contentView: ContentViewDouble
  readonly options: BrowserWindowConstructorOptions
  overlay: { image: unknown; description: string } | null = null
  bounds: Rectangle
  /** On macOS: hidden in full screen, a window leaves its Space behind, black (electron/electron#39572). */
  leftBlackSpace = false
  private readonly platform: NodeJS.Platform
  private shown = false
  private focused = false
  private minimized = false
  private maximized = false
  private fullScreen = false
  private closing = false
  private destroyed = false
  private painted = false

  constructor(options: BrowserWindowConstructorOptions = {}, platform: NodeJS.Platform = 'linux') {
    super()
    this.options = options
    this.platform = platform
    const { x = 100, y = 80, width = 800, height = 600 } = options
    this.bounds = { x, y, width, height }
    const host = { focused: this.webContents, raise: () => this.raise() }
    this.webContents.host = host
    this.contentView = new ContentViewDouble(host)
    this.webContents.on('did-navigate', () => {
      if (!this.painted) this.emit('ready-to-show')
      this.painted = true
    })
  }

  async loadURL(url: string) {
    this.alive()
    await this.webContents.navigate(url)
  }
  private set(change: () => void, event: string) {
    change()
    this.emit(event)
  }
  private alive() {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
  }
  private appear() {
    if (this.shown) return
    this.set(() => {
      this.shown = true
    }, 'show')
  }
  show() {
    this.alive()
    this.appear()
    this.focus()
  }
  hide() {
    this.alive()
    if (!this.shown) return
    if (this.platform === 'darwin' && this.fullScreen) this.leftBlackSpace = true
    this.blur()
    this.set(() => {
      this.shown = false
    }, 'hide')
  }
  focus() {
    this.alive()
    if (!this.shown || this.minimized || this.focused) return
    this.set(() => {
      this.focused = true
    }, 'focus')
  }
  /**
   * Focuses the window for a page that takes the focus. On macOS that shows a hidden window (native_window_mac.mm).
   */
  private raise() {
    if (this.platform === 'darwin') this.show()
    else if (this.platform === 'linux') this.focus()
  }
  getContentBounds() {
    this.alive()
    return this.bounds
  }
  /** Resizes the window like a member who drags an edge. */
  resize(width: number, height: number) {
    this.bounds = { ...this.bounds, width, height }
    this.emit('resize')
  }
  blur() {
    this.alive()
    if (!this.focused) return
    this.set(() => {
      this.focused = false
    }, 'blur')
  }
  minimize() {
    this.blur()
    this.set(() => {
      this.minimized = true
    }, 'minimize')
  }
  restore() {
    this.alive()
    this.set(() => {
      this.minimized = false
    }, 'restore')
  }
  /** Also shows a hidden window, but without the focus. */
  maximize() {
    this.alive()
    this.maximized = true
    this.appear()
  }
  /** On macOS the window is animated: the state changes only with the event. */
  setFullScreen(on: boolean) {
    this.alive()
    const change = () => {
      if (this.destroyed || this.fullScreen === on) return
      this.set(
        () => {
          this.fullScreen = on
        },
        on ? 'enter-full-screen' : 'leave-full-screen',
      )
    }
    if (this.platform === 'darwin') setImmediate(change)
    else change()
  }
  isFullScreen() {
    this.alive()
    return this.fullScreen
  }
  close() {
    if (this.destroyed || this.closing) return
    const event = preventable()
    this.emit('close', event)
    if (event.defaultPrevented) return void this.emit('close-cancelled')
    this.closing = true
    void this.webContents.close().then(() => {
      this.destroyed = true
      this.emit('closed')
    })
  }
  flashing = false
  flashFrame(flag: boolean) {
    this.alive()
    this.flashing = flag
  }
  isVisible() {
    this.alive()
    return this.shown && !(this.platform === 'darwin' && this.minimized)
  }
  isFocused() {
    this.alive()
    return this.focused
  }
  isMinimized() {
    this.alive()
    return this.minimized
  }
  isMaximized() {
    this.alive()
    return this.maximized
  }
  isDestroyed() {
    return this.destroyed
  }
  getNormalBounds() {
    return this.bounds
  }
  setOverlayIcon(image: unknown, description: string) {
    this.overlay = { image, description }
  }
}
