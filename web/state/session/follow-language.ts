import { i18n } from '@lingui/core'
import { readLocalizedPath } from '#schema/read-localized-path.ts'
import type { SafeStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { SessionStore } from './session.ts'

interface FollowLanguageDeps {
  session: Pick<SessionStore, 'getState'>
  storage: Pick<SafeStorage, 'setItem' | 'isKept'>
  location: Pick<Location, 'pathname' | 'search' | 'hash' | 'replace'>
  history: Pick<History, 'state' | 'replaceState'>
}

/**
 * Stores the language of the member's account, and loads the page again if it is in another one. A member's addresses
 * have no language.
 */
export function followLanguage({ session, storage, location, history }: FollowLanguageDeps): void {
  const { user } = session.getState()
  if (!user) return
  storage.setItem(STORAGE_KEYS.language, user.language)
  const { language, page } = readLocalizedPath(location.pathname)
  const address = page + location.search + location.hash
  if (user.language !== i18n.locale) {
    // A page that cannot store the language would load again without end.
    if (storage.isKept(STORAGE_KEYS.language)) location.replace(address)
  } else if (language) history.replaceState(history.state, '', address)
}
