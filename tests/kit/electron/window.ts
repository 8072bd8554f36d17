import { EventEmitter } from 'node:events'
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Rectangle,
  WebContents,
  WindowOpenHandlerResponse,
} from 'electron'

/** An event that a listener may prevent. */
export function preventable<More extends object>(more?: More) {
  const event = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
    ...(more ?? {}),
  }
  return event as typeof event & More
}

type DoubledContents = Pick<
  WebContents,
  'send' | 'reload' | 'setZoomLevel' | 'getZoomLevel' | 'forcefullyCrashRenderer' | 'replaceMisspelling'
>

/** The page of a window, as far as the main process sees it. */
export class ContentsDouble extends EventEmitter implements DoubledContents {
  readonly mainFrame = { url: '', origin: 'null', parent: null }
  readonly sent: { channel: string; message: unknown }[] = []
  readonly learned: string[] = []
  /** The addresses one could go back to, and the one that is shown. */
  history: string[] = []
  readonly navigationHistory = {
    clear: () => {
      this.history = this.history.slice(-1)
    },
  }
  readonly session = { addWordToSpellCheckerDictionary: (word: string) => this.learned.push(word) > 0 }
  onSend: (channel: string, message: unknown) => void = () => undefined
  reloads = 0
  replaced: string | null = null
  private zoom = 0
  private openHandler: (details: { url: string }) => WindowOpenHandlerResponse = () => ({ action: 'allow' })

  setWindowOpenHandler(handler: (details: { url: string }) => WindowOpenHandlerResponse) {
    this.openHandler = handler
  }
  /** As `window.open` in the page. */
  open(url: string) {
    return this.openHandler({ url }).action
  }
  /** As a link that is followed in the page; answers whether it went there. It has started before it can be prevented. */
  follow(url: string, isMainFrame = true): boolean {
    this.emit('did-start-navigation', { url, isMainFrame, isSameDocument: false })
    const event = preventable({ url, isMainFrame })
    this.emit('will-frame-navigate', event)
    if (isMainFrame && !event.defaultPrevented) this.commit(url)
    return !event.defaultPrevented
  }
  send(channel: string, message: unknown) {
    this.sent.push({ channel, message })
    this.onSend(channel, message)
  }
  reload() {
    this.reloads += 1
    this.navigate(this.mainFrame.url)
  }
  /** Where there is a real page, it does the loading, and tells when it begins and when the page is another. */
  load: ((url: string) => Promise<void>) | null = null
  /** What the page does on its way out: it runs by itself, and only once the next page is there. */
  onLeave: (() => void) | null = null
  navigate(url: string): Promise<void> | null {
    if (this.load) return this.load(url)
    this.start(url)
    this.commit(url)
    return null
  }
  start(url: string) {
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false })
  }
  commit(url: string) {
    const { onLeave } = this
    this.onLeave = null
    Object.assign(this.mainFrame, { url, origin: url.split('/').slice(0, 3).join('/') })
    this.history.push(url)
    this.emit('did-navigate', preventable(), url, -1, '')
    this.emit('did-finish-load')
    if (onLeave) setImmediate(onLeave)
  }
  setZoomLevel(level: number) {
    this.zoom = level
  }
  getZoomLevel() {
    return this.zoom
  }
  forcefullyCrashRenderer() {
    this.crash('crashed')
  }
  crash(reason: string) {
    this.emit('render-process-gone', preventable(), { reason, exitCode: 1 })
  }
  replaceMisspelling(word: string) {
    this.replaced = word
  }
}

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
  | 'getNormalBounds'
>

/** A window that behaves as documented: shown, hidden, focused, and closed unless a listener prevents it. */
export class WindowDouble extends EventEmitter implements DoubledWindow {
  readonly webContents = new ContentsDouble()
  readonly options: BrowserWindowConstructorOptions
  overlay: { image: unknown; description: string } | null = null
  bounds: Rectangle
  private shown = false
  private focused = false
  private minimized = false
  private maximized = false
  private destroyed = false
  private painted = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    this.options = options
    const { x = 100, y = 80, width = 800, height = 600 } = options
    this.bounds = { x, y, width, height }
  }

  async loadURL(url: string) {
    this.alive()
    const arriving = this.webContents.navigate(url)
    if (arriving) await arriving
    if (!this.painted) this.emit('ready-to-show')
    this.painted = true
  }
  private set(change: () => void, event: string) {
    this.alive()
    change()
    this.emit(event)
  }
  private alive() {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
  }
  private appear() {
    this.set(() => {
      this.shown = true
    }, 'show')
  }
  show() {
    this.appear()
    this.focus()
  }
  hide() {
    this.blur()
    this.set(() => {
      this.shown = false
    }, 'hide')
  }
  focus() {
    this.set(() => {
      this.focused = this.shown
    }, 'focus')
  }
  blur() {
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
    this.set(() => {
      this.minimized = false
    }, 'restore')
  }
  /** Shows a hidden window too, though without the focus. */
  maximize() {
    this.alive()
    this.maximized = true
    if (!this.shown) this.appear()
  }
  close() {
    const event = preventable()
    this.emit('close', event)
    if (event.defaultPrevented) return
    this.destroyed = true
    this.emit('closed')
  }
  isVisible() {
    this.alive()
    return this.shown
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
