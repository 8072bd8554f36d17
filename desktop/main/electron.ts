import type * as Electron from 'electron'

/** The parts of Electron that the app uses. Only main.ts imports the module itself; tests pass a double. */
export type ElectronModule = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'clipboard'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeImage'
  | 'nativeTheme'
  | 'net'
  | 'Notification'
  | 'powerMonitor'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'shell'
  | 'Tray'
  | 'WebContentsView'
>
