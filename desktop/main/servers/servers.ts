import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { BrowserWindow } from 'electron'
import type { ElectronModule } from '../electron.ts'
import type { Settings } from '../settings.ts'
import { openPath } from '../windows/main-window.ts'
import type { TokenVault } from './token-vault.ts'

/** Milliseconds that a switch waits for the goodbye to the old server. */
const PATIENCE = 2_000

export interface Servers {
  /** Asks the member, then opens another server. Does nothing for the open one, or during a switch. */
  connect(address: string): Promise<void>
  /** Asks the member, then removes a server and its token. Does nothing for the open one, or for an unknown one. */
  forget(address: string): Promise<void>
}

/**
 * Manages the servers that the member has connected to. One is open at a time. The vault keeps a token for each,
 * which keeps the member logged in. Storage and cookies of the page are cleared before the next server opens.
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
  /** Resolves once the server has received the last requests of its page. */
  left(): Promise<void>
  /** Called when the page has closed: none of its data or commands may reach another server's page. */
  onLeave(): void
}): Servers {
  async function isSure(message: string, detail: string, verb: string): Promise<boolean> {
    const { response } = await electron.dialog.showMessageBox(window, {
      type: 'question',
      message,
      detail,
      buttons: [verb, t(i18n)`Cancel`],
      defaultId: 1,
      cancelId: 1,
    })
    return response === 0
  }

  /** Closes the page, which sends its goodbye to the server, and clears its data. */
  async function leave() {
    await window.loadURL('about:blank').catch(() => undefined)
    await Promise.race([left(), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
    onLeave()
    await electron.session.defaultSession.clearStorageData()
  }

  function open() {
    void openPath(window, '/')
      .catch(() => undefined)
      // Back must not lead to pages of the old server.
      .finally(() => {
        if (!window.isDestroyed()) window.webContents.navigationHistory.clear()
      })
  }

  async function change(address: string) {
    const { serverAddress: current, servers: before } = settings.get()
    const detail = t(i18n)`Your login to ${current} is kept on this device. A chat that is open there ends.`
    if (!(await isSure(t(i18n)`Connect to ${address}?`, detail, t(i18n)`Connect`))) return
    try {
      await leave()
      const { servers } = settings.change({ serverAddress: address })
      // Forgets the servers that no longer fit into the list.
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
      const detail = t(i18n)`You will need to log in to use it again.`
      if (!(await isSure(t(i18n)`Forget ${address}?`, detail, t(i18n)`Forget`))) return
      // The server may have been opened while the dialog was open.
      if (changing || !isOther()) return
      vault.forget(address)
      settings.change({ servers: settings.get().servers.filter((one) => one !== address) })
    },
  }
}
