import type { BrowserWindow } from 'electron'
import {
  DESKTOP_CHANNELS,
  type DesktopEvent,
  type DesktopMessage,
  type DesktopSettings,
  type DesktopState,
  DESKTOP_MODELS as MODELS,
} from '#schema/desktop.ts'
import type { Language } from '#schema/languages.ts'
import type { ElectronModule } from '../electron.ts'
import type { TokenVault } from '../servers/token-vault.ts'
import { isFromOurPage } from './boundaries.ts'

interface BridgeDeps {
  ipcMain: ElectronModule['ipcMain']
  window: BrowserWindow
  readSettings(): DesktopSettings
  changeSettings(change: Partial<DesktopSettings>): Promise<DesktopSettings>
  /** Asks the member, then removes another server and its token. */
  forgetServer(address: string): Promise<DesktopSettings>
  vault: TokenVault
  onState(state: DesktopState): void
  onEvent(event: DesktopEvent): void
  hideQuietly(): void
  /** Called with the language of each page that has loaded. */
  onLanguage(language: Language): void
}

type Sent = Parameters<typeof isFromOurPage>[0]

/** Opens the main process's side of the preload bridge. Checks the sender and the shape of each message. */
export function openBridge(deps: BridgeDeps) {
  const { ipcMain, window } = deps
  const requireOwnPage = (event: Sent) => {
    if (!isFromOurPage(event, window)) throw new Error('This message did not come from our own page.')
  }
  ipcMain.handle(DESKTOP_CHANNELS.readSettings, (event) => {
    requireOwnPage(event)
    return MODELS.settings.parse(deps.readSettings())
  })
  ipcMain.handle(DESKTOP_CHANNELS.changeSettings, async (event, change: unknown) => {
    requireOwnPage(event)
    return MODELS.settings.parse(
      await deps.changeSettings(withoutUndefined(MODELS.settingsChange.parse(change))),
    )
  })
  ipcMain.handle(DESKTOP_CHANNELS.forgetServer, async (event, address: unknown) => {
    requireOwnPage(event)
    return MODELS.settings.parse(await deps.forgetServer(MODELS.serverAddress.parse(address)))
  })
  ipcMain.handle(DESKTOP_CHANNELS.readToken, (event) => {
    requireOwnPage(event)
    return deps.vault.read()
  })
  ipcMain.handle(DESKTOP_CHANNELS.keepToken, (event, token: unknown) => {
    requireOwnPage(event)
    deps.vault.keep(MODELS.token.parse(token))
  })
  // These messages have no answer: an invalid one is dropped.
  ipcMain.on(DESKTOP_CHANNELS.state, (event, state: unknown) => {
    const parsed = MODELS.state.safeParse(state)
    if (isFromOurPage(event, window) && parsed.success) deps.onState(parsed.data)
  })
  ipcMain.on(DESKTOP_CHANNELS.event, (event, reported: unknown) => {
    const parsed = MODELS.event.safeParse(reported)
    if (isFromOurPage(event, window) && parsed.success) deps.onEvent(parsed.data)
  })
  ipcMain.on(DESKTOP_CHANNELS.hideQuietly, (event) => {
    if (isFromOurPage(event, window)) deps.hideQuietly()
  })
  ipcMain.on(DESKTOP_CHANNELS.language, (event, shown: unknown) => {
    const parsed = MODELS.language.safeParse(shown)
    if (isFromOurPage(event, window) && parsed.success) deps.onLanguage(parsed.data)
  })
}

/** Sends a message to the page through the bridge. Does nothing once the window is destroyed. */
export function sendToPage(window: BrowserWindow, message: DesktopMessage) {
  if (!window.isDestroyed()) window.webContents.send(DESKTOP_CHANNELS.message, message)
}

const withoutUndefined = (change: { [Key in keyof DesktopSettings]?: DesktopSettings[Key] | undefined }) =>
  Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<DesktopSettings>
