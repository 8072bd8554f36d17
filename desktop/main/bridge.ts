import type { BrowserWindow } from 'electron'
import {
  DESKTOP_CHANNELS,
  type DesktopEvent,
  type DesktopMessage,
  type DesktopSettings,
  type DesktopState,
  DESKTOP_MODELS as MODELS,
} from '#schema/desktop.ts'
import { isFromOurPage } from './boundaries.ts'
import type { ElectronModule } from './electron.ts'
import type { TokenVault } from './token-vault.ts'

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
}

type Sent = Parameters<typeof isFromOurPage>[0]

/** The main process's end of what preload exposes: whoever asks is checked, and so is what they say. */
export function openBridge(deps: BridgeDeps): (message: DesktopMessage) => void {
  const { ipcMain, window } = deps
  const own = (event: Sent) => {
    if (!isFromOurPage(event, window)) throw new Error('This message did not come from our own page.')
  }
  ipcMain.handle(DESKTOP_CHANNELS.readSettings, (event) => {
    own(event)
    return MODELS.settings.parse(deps.readSettings())
  })
  ipcMain.handle(DESKTOP_CHANNELS.changeSettings, async (event, change: unknown) => {
    own(event)
    return MODELS.settings.parse(await deps.changeSettings(withoutGaps(MODELS.settingsChange.parse(change))))
  })
  ipcMain.handle(DESKTOP_CHANNELS.forgetServer, async (event, address: unknown) => {
    own(event)
    return MODELS.settings.parse(await deps.forgetServer(MODELS.serverAddress.parse(address)))
  })
  ipcMain.handle(DESKTOP_CHANNELS.readToken, (event) => {
    own(event)
    return deps.vault.read()
  })
  ipcMain.handle(DESKTOP_CHANNELS.keepToken, (event, token: unknown) => {
    own(event)
    deps.vault.keep(MODELS.token.parse(token))
  })
  // Nobody waits for an answer to these: what does not fit is dropped.
  ipcMain.on(DESKTOP_CHANNELS.state, (event, state: unknown) => {
    const parsed = MODELS.state.safeParse(state)
    if (isFromOurPage(event, window) && parsed.success) deps.onState(parsed.data)
  })
  ipcMain.on(DESKTOP_CHANNELS.event, (event, told: unknown) => {
    const parsed = MODELS.event.safeParse(told)
    if (isFromOurPage(event, window) && parsed.success) deps.onEvent(parsed.data)
  })
  return (message) => {
    if (!window.isDestroyed()) window.webContents.send(DESKTOP_CHANNELS.message, message)
  }
}

const withoutGaps = (change: { [Key in keyof DesktopSettings]?: DesktopSettings[Key] | undefined }) =>
  Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<DesktopSettings>
