import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type {
  CustomScheme,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NotificationConstructorOptions,
} from 'electron'
import type { AppDouble } from './app.ts'
import { preventable } from './contents.ts'
import type { WindowDouble } from './window.ts'

export interface MenuDouble {
  items: MenuItemConstructorOptions[]
  popup(): void
  popped: boolean
}

/** Returns the item with that id or label from anywhere in the menu. */
export function itemOf(
  items: readonly MenuItemConstructorOptions[],
  name: string,
): MenuItemConstructorOptions | null {
  for (const item of items) {
    if (item.id === name || item.label === name) return item
    const below = Array.isArray(item.submenu) ? itemOf(item.submenu, name) : null
    if (below) return below
  }
  return null
}

export class ImageDouble {
  readonly path: string
  template = false
  constructor(path: string) {
    if (!existsSync(path)) throw new Error(`there is no picture ${path}`)
    this.path = path
  }
  setTemplateImage(template: boolean) {
    this.template = template
  }
}

export class TrayDouble extends EventEmitter {
  image: ImageDouble
  tip = ''
  menu: MenuDouble | null = null
  constructor(image: ImageDouble) {
    super()
    this.image = image
  }
  setImage(image: ImageDouble) {
    this.image = image
  }
  setToolTip(tip: string) {
    this.tip = tip
  }
  setContextMenu(menu: MenuDouble) {
    this.menu = menu
  }
}

/**
 * A notification stays until it is closed, clicked or answered, and emits each event as documented. After its banner
 * timed out it stays in the Action Center of Windows.
 */
export class NotificationDouble extends EventEmitter {
  readonly options: NotificationConstructorOptions
  standing = false
  private closed = false
  constructor(options: NotificationConstructorOptions) {
    super()
    this.options = options
  }
  show() {
    this.standing = true
    this.emit('show', preventable())
  }
  close() {
    if (!this.standing) return
    this.standing = false
    this.tellClosed('applicationHidden')
  }
  timeOut() {
    this.tellClosed('timedOut')
  }
  /** Emits an event of its use once. */
  private tellClosed(reason: 'timedOut' | 'applicationHidden') {
    if (!this.closed) this.emit('close', preventable({ reason }))
    this.closed = true
  }
  click() {
    this.standing = false
    this.emit('click', preventable())
  }
  /** Presses its button. */
  act() {
    this.standing = false
    this.emit('action', preventable({ actionIndex: 0 }), 0)
  }
  reply(text: string) {
    this.standing = false
    this.emit('reply', preventable({ reply: text }), text)
  }
}

export class DialogDouble {
  readonly asked: MessageBoxOptions[] = []
  /** The button that is pressed next. */
  answer = 0
  /** On macOS a dialog is a sheet on its window: while the window is hidden, it is invisible and has no answer. */
  async showMessageBox(window: Pick<WindowDouble, 'isVisible'>, options: MessageBoxOptions) {
    this.asked.push(options)
    if (!window.isVisible()) await new Promise(() => undefined)
    return { response: this.answer, checkboxChecked: false }
  }
}

export class ProtocolDouble {
  privileged: CustomScheme[] = []
  handlers = new Map<string, (request: Request) => Promise<Response>>()
  private readonly app: Pick<AppDouble, 'expectReady' | 'expectNotReady'>
  constructor(app: Pick<AppDouble, 'expectReady' | 'expectNotReady'>) {
    this.app = app
  }
  registerSchemesAsPrivileged(schemes: CustomScheme[]) {
    this.app.expectNotReady('protocol.registerSchemesAsPrivileged')
    this.privileged = schemes
  }
  handle(scheme: string, handler: (request: Request) => Promise<Response>) {
    this.app.expectReady('protocol.handle')
    this.handlers.set(scheme, handler)
  }
}

type Handler = (event: unknown, ...args: unknown[]) => unknown

export class IpcMainDouble extends EventEmitter {
  private handlers = new Map<string, Handler>()
  handle(channel: string, handler: Handler) {
    this.handlers.set(channel, handler)
  }
  /** Acts like `ipcRenderer.invoke`. */
  async invoke(channel: string, event: unknown, ...args: unknown[]) {
    const handler = this.handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...args)
  }
}

type PermissionAnswer = (granted: boolean) => void

/** Electron's default user agent names the app, Chromium and Electron. */
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Rapport/1.2.3 Chrome/150.0.0.0 Electron/45.4.1 Safari/537.36'

/** The permissions of a session: Chromium grants everything without a handler. */
export class SessionDouble {
  cleared = 0
  devices: (() => boolean) | null = null
  private request:
    | ((c: unknown, permission: string, answer: PermissionAnswer, details: object) => void)
    | null = null
  private check: ((c: unknown, permission: string, origin: string) => boolean) | null = null
  private display: ((request: unknown, answer: (streams: unknown) => void) => void) | null = null
  private readonly cookies: { clear(): void }

  constructor(cookies: { clear(): void }) {
    this.cookies = cookies
  }
  setPermissionRequestHandler(handler: NonNullable<SessionDouble['request']>) {
    this.request = handler
  }
  setPermissionCheckHandler(handler: NonNullable<SessionDouble['check']>) {
    this.check = handler
  }
  setDevicePermissionHandler(handler: () => boolean) {
    this.devices = handler
  }
  setDisplayMediaRequestHandler(handler: NonNullable<SessionDouble['display']>) {
    this.display = handler
  }
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US']
  spelling: string[] = []
  setSpellCheckerLanguages(languages: string[]) {
    this.spelling = languages
  }
  getUserAgent() {
    return USER_AGENT
  }
  async clearStorageData() {
    this.cleared += 1
    this.cookies.clear()
  }
  /** Returns whether a page of that address gets the permission, by a request and by a check. */
  async grants(permission: string, requestingUrl: string, isMainFrame = true): Promise<boolean> {
    const { request, check } = this
    if (!request || !check) return true
    const asked = await new Promise<boolean>((resolve) =>
      request(null, permission, resolve, { requestingUrl, isMainFrame }),
    )
    if (isMainFrame && asked !== check(null, permission, requestingUrl))
      throw new Error('the two handlers disagree')
    return asked
  }
  async sharesScreen(): Promise<boolean> {
    const { display } = this
    if (!display) return true
    return new Promise((resolve) => display({}, (streams) => resolve(streams !== null)))
  }
}

/** A double of the system's encryption. It only obfuscates the text. */
export class SafeStorageDouble {
  backend = 'gnome_libsecret'
  keyId = 1
  private readonly app: Pick<AppDouble, 'expectReady'>
  private readonly platform: NodeJS.Platform
  constructor(app: Pick<AppDouble, 'expectReady'>, platform: NodeJS.Platform) {
    this.app = app
    this.platform = platform
  }
  isEncryptionAvailable() {
    this.app.expectReady('safeStorage')
    return true
  }
  getSelectedStorageBackend() {
    if (this.platform !== 'linux')
      throw new TypeError('safeStorage.getSelectedStorageBackend is not a function')
    return this.backend
  }
  encryptString(text: string) {
    this.app.expectReady('safeStorage.encryptString')
    return Buffer.from(`v${this.keyId}:${[...text].reverse().join('')}`)
  }
  decryptString(encrypted: Buffer) {
    const [, text] = encrypted.toString().split(`v${this.keyId}:`)
    if (text === undefined)
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.')
    return [...text].reverse().join('')
  }
}
