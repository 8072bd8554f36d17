import type { DesktopBridge } from '#schema/desktop.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { TokenStorage } from '../session/session.ts'

/**
 * Opens the session token that the desktop app keeps in the system's secure storage. Moves a token that an earlier
 * version left in the page's storage. If the app does not answer, there is no token.
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
    // If the app cannot store the token, the token lasts as long as this page.
    bridge.keepToken(now).catch(() => undefined)
  }
  return {
    getItem: () => token,
    setItem: (_key, now) => keep(now),
    removeItem: () => keep(null),
  }
}
