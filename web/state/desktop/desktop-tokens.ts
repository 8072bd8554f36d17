import type { DesktopBridge } from '#schema/desktop.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { TokenStorage } from '../session/session.ts'

/**
 * Opens the session's token of the desktop app, which the app keeps in the system's secure storage. A token that an
 * earlier version left in the page's storage is moved there, once. Without the app's answer the member is a visitor.
 */
export async function openDesktopTokens(
  bridge: Pick<DesktopBridge, 'readToken' | 'keepToken'>,
  storage: Pick<Storage, 'getItem' | 'removeItem'>,
): Promise<TokenStorage> {
  let token = storage.getItem(STORAGE_KEYS.token)
  if (token === null) token = await bridge.readToken().catch(() => null)
  else
    await bridge.keepToken(token).then(
      () => storage.removeItem(STORAGE_KEYS.token),
      () => undefined,
    )

  function keep(now: string | null) {
    token = now
    // A token that cannot be written lasts as long as this page.
    bridge.keepToken(now).catch(() => undefined)
  }
  return {
    getItem: () => token,
    setItem: (_key, now) => keep(now),
    removeItem: () => keep(null),
  }
}
