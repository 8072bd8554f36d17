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
  /** As a link that is followed in the page; answers whether it went there. */
  follow(url: string, isMainFrame = true): boolean {
    const event = preventable({ url, isMainFrame })
    this.emit('will-frame-navigate', event)
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
  /** Where there is a real page, it does the loading, and tells when it begins. */
  load: ((url: string) => void) | null = null
  navigate(url: string) {
    if (this.load) this.load(url)
    else this.arrive(url)
  }
  arrive(url: string) {
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false })
    Object.assign(this.mainFrame, { url, origin: url.split('/').slice(0, 3).join('/') })
    this.emit('did-finish-load')
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
    this.webContents.navigate(url)
    if (!this.painted) this.emit('ready-to-show')
    this.painted = true
  }
  private set(change: () => void, event: string) {
    change()
    this.emit(event)
  }
  show() {
    this.set(() => {
      this.shown = true
    }, 'show')
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
  maximize() {
    this.maximized = true
  }
  close() {
    const event = preventable()
    this.emit('close', event)
    if (event.defaultPrevented) return
    this.destroyed = true
    this.emit('closed')
  }
  isVisible() {
    return this.shown
  }
  isFocused() {
    return this.focused
  }
  isMinimized() {
    return this.minimized
  }
  isMaximized() {
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
