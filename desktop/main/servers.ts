import type { BrowserWindow } from 'electron'
import type { ElectronModule } from './electron.ts'
import { openPath } from './main-window.ts'
import type { Settings } from './settings.ts'
import type { TokenVault } from './token-vault.ts'

/** How long another server waits for the goodbye to this one. */
const PATIENCE = 2_000

export interface Servers {
  /** Asks the member, then opens that server instead of this one. Does nothing for the open one, or while it changes. */
  connect(address: string): Promise<void>
  /** Asks the member, then removes the server and its token. Does nothing for the open one, or for one not remembered. */
  forget(address: string): Promise<void>
}

/**
 * The servers that the member connected to. One is open at a time. The vault keeps a token for each, so that coming back
 * finds the member logged in. Everything else of a server goes with its page: storage and cookies are cleared before
 * the next server is asked.
 */
export function createServers({
  electron,
  settings,
  window,
  vault,
  left,
  onLeave,
}: {
  electron: Pick<ElectronModule, 'dialog' | 'session'>
  settings: Settings
  window: BrowserWindow
  vault: Pick<TokenVault, 'forget'>
  /** Resolves once this server has heard what its page said on its way out. */
  left(): Promise<void>
  /** The page has gone: nothing that it showed or was still to do may reach another server's. */
  onLeave(): void
}): Servers {
  async function isSure(message: string, detail: string, verb: string): Promise<boolean> {
    const { response } = await electron.dialog.showMessageBox(window, {
      type: 'question',
      message,
      detail,
      buttons: [verb, 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    })
    return response === 0
  }

  /** The page says goodbye to its own server while it goes. */
  async function leave() {
    await window.loadURL('about:blank').catch(() => undefined)
    await Promise.race([left(), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
    onLeave()
    await electron.session.defaultSession.clearStorageData()
  }

  function open() {
    void openPath(window, '/')
      .catch(() => undefined)
      // There is no way back to pages of the server before.
      .finally(() => {
        if (!window.isDestroyed()) window.webContents.navigationHistory.clear()
      })
  }

  async function change(address: string) {
    const { serverAddress: current, servers: before } = settings.get()
    const detail = `Your login to ${current} is kept on this device. A chat that is open there ends.`
    if (!(await isSure(`Connect to ${address}?`, detail, 'Connect'))) return
    try {
      await leave()
      const { servers } = settings.change({ serverAddress: address })
      // Those that no longer fit into the list.
      for (const one of before) if (!servers.includes(one)) vault.forget(one)
    } finally {
      open()
    }
  }

  let changing = false
  return {
    async connect(address) {
      if (changing || address === settings.get().serverAddress) return
      changing = true
      await change(address).finally(() => {
        changing = false
      })
    },
    async forget(address) {
      const isOther = () =>
        address !== settings.get().serverAddress && settings.get().servers.includes(address)
      if (!isOther()) return
      if (!(await isSure(`Forget ${address}?`, 'You will need to log in to use it again.', 'Forget'))) return
      // It may have been opened while the question was there.
      if (changing || !isOther()) return
      vault.forget(address)
      settings.change({ servers: settings.get().servers.filter((one) => one !== address) })
    },
  }
}
