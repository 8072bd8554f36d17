import { EventEmitter } from 'node:events'
import type { FindInPageOptions, WebContents, WindowOpenHandlerResponse } from 'electron'
import { FindDouble } from './find.ts'

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
  | 'send'
  | 'reload'
  | 'setZoomLevel'
  | 'getZoomLevel'
  | 'setZoomMode'
  | 'forcefullyCrashRenderer'
  | 'replaceMisspelling'
  | 'findInPage'
  | 'stopFindInPage'
  | 'focus'
  | 'isFocused'
  | 'isDestroyed'
>

/** A double of a window's page, as the main process sees it. */
export class ContentsDouble extends EventEmitter implements DoubledContents {
  readonly mainFrame = { url: '', origin: 'null', parent: null }
  readonly sent: { channel: string; message: unknown }[] = []
  readonly learned: string[] = []
  /** The addresses in the history, and the current one last. */
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
  /** The text of the page, for searches in it. */
  text = ''
  /** How the page was selected when the last search in it ended. */
  stopped: string | null = null
  /** The focus of the window: which of its contents has it, and that a focus raises the window. */
  host: { focused: ContentsDouble | null; raise(): void } = { focused: null, raise: () => undefined }
  /** Chromium stores the zoom per origin, for all contents that show it and are not isolated. */
  zoomLevels = new Map<string, number>()
  private ownZoom: number | null = null
  private destroyed = false
  private readonly finder = new FindDouble()
  private openHandler: (details: { url: string }) => WindowOpenHandlerResponse = () => ({ action: 'allow' })

  setWindowOpenHandler(handler: (details: { url: string }) => WindowOpenHandlerResponse) {
    this.openHandler = handler
  }
  /** Acts like `window.open` in the page. */
  open(url: string) {
    return this.openHandler({ url }).action
  }
  /**
   * Follows a link in the page. Returns whether it was allowed. The navigation starts before a listener can prevent
   * it.
   */
  follow(url: string, isMainFrame = true): boolean {
    this.emit('did-start-navigation', { url, isMainFrame, isSameDocument: false })
    const event = preventable({ url, isMainFrame })
    this.emit('will-frame-navigate', event)
    if (isMainFrame && !event.defaultPrevented) this.commit(url)
    return !event.defaultPrevented
  }
  private alive() {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
  }
  isDestroyed() {
    return this.destroyed
  }
  async loadURL(url: string) {
    this.alive()
    await this.navigate(url)
  }
  /** On macOS and Linux this also focuses the window (electron_api_web_contents.cc). */
  focus() {
    this.alive()
    this.host.focused = this
    this.host.raise()
  }
  isFocused() {
    this.alive()
    return this.host.focused === this
  }
  findInPage(text: string, options: FindInPageOptions = {}): number {
    this.alive()
    return this.finder.find(this.text, text, options, (result) => {
      if (!this.destroyed) this.emit('found-in-page', preventable(), result)
    })
  }
  stopFindInPage(action: 'clearSelection' | 'keepSelection' | 'activateSelection') {
    this.alive()
    this.finder.end()
    this.stopped = action
  }
  /** Acts like `history.pushState` in the page. */
  navigateInPage(url: string, isMainFrame = true) {
    if (isMainFrame) this.mainFrame.url = url
    this.emit('did-navigate-in-page', preventable(), url, isMainFrame, 1, 1)
  }
  send(channel: string, message: unknown) {
    this.alive()
    this.sent.push({ channel, message })
    this.onSend(channel, message)
  }
  reload() {
    this.reloads += 1
    this.navigate(this.mainFrame.url).catch(() => undefined)
  }
  /** A real page, if there is one, which loads the address and reports the start and the end of a navigation. */
  load: ((url: string) => Promise<void>) | null = null
  /** Closes the real page, if there is one, after its pagehide. */
  unload: (() => Promise<void>) | null = null
  /** Runs pagehide of the page, which happens only once the next page is there. */
  onLeave: (() => void) | null = null
  /** Returns the answer of the scheme's handler; undefined for an address without one. */
  answer: (url: string) => Promise<Response> | undefined = () => undefined
  /** The source of the document on screen. */
  document = ''
  private navigations = 0

  /** Loads an address. The page stays until the answer arrives, and a newer navigation aborts this one. */
  async navigate(url: string): Promise<void> {
    if (this.load) return this.load(url)
    this.navigations += 1
    const own = this.navigations
    this.start(url)
    const response = await this.answer(url)
    const body = (await response?.text()) ?? ''
    if (own !== this.navigations) throw new Error(`ERR_ABORTED (-3) loading '${url}'`)
    if (response?.type === 'error') throw new Error(`ERR_FAILED (-2) loading '${url}'`)
    this.document = body
    this.commit(url)
  }
  start(url: string) {
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false })
  }
  commit(url: string) {
    Object.assign(this.mainFrame, { url, origin: url.split('/').slice(0, 3).join('/') })
    this.history.push(url)
    this.finder.end()
    this.emit('did-navigate', preventable(), url, -1, '')
    this.emit('did-finish-load')
    this.runOnLeave()
  }
  /** Runs pagehide. Its requests travel separately from the close event, and reach the app after it. */
  async close() {
    if (this.unload) await this.unload()
    else this.runOnLeave()
    this.destroyed = true
    this.emit('destroyed')
  }
  private runOnLeave() {
    const { onLeave } = this
    this.onLeave = null
    if (onLeave) setImmediate(onLeave)
  }
  setZoomMode(mode: 'default' | 'isolated' | 'manual' | 'disabled') {
    this.ownZoom = mode === 'isolated' ? this.getZoomLevel() : null
  }
  setZoomLevel(level: number) {
    if (this.ownZoom === null) this.zoomLevels.set(this.mainFrame.origin, level)
    else this.ownZoom = level
  }
  getZoomLevel() {
    return this.ownZoom ?? this.zoomLevels.get(this.mainFrame.origin) ?? 0
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
