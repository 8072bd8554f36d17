import { EventEmitter } from 'node:events'
import type { Settings } from 'electron'
import { preventable } from './contents.ts'
import type { WindowDouble } from './window.ts'

/**
 * Electron's `app`. `quit` follows shell/browser/browser.cc: before-quit, every window closes, will-quit, quit. While
 * that runs, another `quit` does nothing; it counts again once a prevented will-quit has returned to Electron.
 */
export class AppDouble extends EventEmitter {
  isPackaged = false
  hasLock = true
  sandboxed = false
  badge = 0
  ended = false
  linkScheme: string | null = null
  modelId: string | null = null
  toastActivator: string | null = null
  loginItem: Settings | null = null
  /** Only macOS reports this. */
  wasOpenedAtLogin = false
  relaunched: { execPath?: string; args?: string[] } | null = null
  readonly paths: Record<string, string>
  readonly windows: WindowDouble[] = []
  private isReady = false
  private ready: Promise<void> | null = null
  private isQuitting = false

  constructor(paths: Record<string, string>) {
    super()
    this.paths = paths
  }
  /** Never resolves in the same turn: the program's first lines always run before Electron is ready. */
  whenReady(): Promise<void> {
    this.ready ??= new Promise((resolve) =>
      setImmediate(() => {
        this.isReady = true
        this.emit('ready')
        resolve()
      }),
    )
    return this.ready
  }
  /** Throws where Electron refuses a call that comes too early. */
  expectReady(what: string) {
    if (!this.isReady) throw new Error(`${what} can only be used after app is ready`)
  }
  /** Throws where Electron refuses a call that comes too late. */
  expectNotReady(what: string) {
    if (this.isReady) throw new Error(`${what} can only be called before app is ready`)
  }
  enableSandbox() {
    this.expectNotReady('app.enableSandbox()')
    this.sandboxed = true
  }
  requestSingleInstanceLock() {
    return this.hasLock
  }
  releaseSingleInstanceLock() {
    this.hasLock = false
  }
  relaunch(options: { execPath?: string; args?: string[] } = {}) {
    this.relaunched = options
  }
  getPath(name: string) {
    const path = this.paths[name]
    if (!path) throw new Error(`the double has no path ${name}`)
    return path
  }
  about: { applicationVersion?: string } = {}
  bounces = 0
  languages = ['en-GB', 'de-DE']
  readonly dock = { bounce: () => (this.bounces += 1) }
  getVersion() {
    return '1.2.3'
  }
  setAboutPanelOptions(options: { applicationVersion?: string }) {
    this.about = options
  }
  getPreferredSystemLanguages() {
    return this.languages
  }
  setAppUserModelId(id: string) {
    this.modelId = id
  }
  setToastActivatorCLSID(id: string) {
    this.toastActivator = id
  }
  setAsDefaultProtocolClient(scheme: string) {
    this.linkScheme = scheme
    return true
  }
  setLoginItemSettings(settings: Settings) {
    this.loginItem = settings
  }
  getLoginItemSettings() {
    return { openAtLogin: this.loginItem?.openAtLogin ?? false, wasOpenedAtLogin: this.wasOpenedAtLogin }
  }
  setBadgeCount(count: number) {
    this.badge = count
    return true
  }
  quit() {
    if (this.isQuitting) return
    const before = preventable()
    this.emit('before-quit', before)
    this.isQuitting = !before.defaultPrevented
    if (!this.isQuitting) return
    const open = this.windows.filter((window) => !window.isDestroyed())
    if (open.length === 0) this.leave()
    else for (const window of open) window.close()
  }
  windowCloseCancelled() {
    this.isQuitting = false
  }
  windowClosed() {
    if (this.windows.some((window) => !window.isDestroyed())) return
    if (this.isQuitting) this.leave()
    else this.emit('window-all-closed')
  }
  private leave() {
    if (this.ended) return
    const event = preventable()
    this.emit('will-quit', event)
    if (!event.defaultPrevented) {
      this.ended = true
      this.emit('quit', preventable(), 0)
      return
    }
    // Electron runs the microtasks before it clears the flag: a `quit` in a promise that settles at once is lost.
    setImmediate(() => {
      this.isQuitting = false
    })
  }
}
