import { useContext, useState } from 'react'
import { STORAGE_KEYS } from '../../../data/storage-keys.ts'
import { useServices, useStore } from '../../../hooks/services.tsx'
import { CloseGuards } from '../../../ui/close-guard.ts'

/**
 * Holds a text that is written on a page. It is there again when the member returns to the page in this tab, until they
 * have sent it, emptied it or logged out. In a dialog it lasts as long as the dialog, which asks before it closes.
 */
export function useUnsentText(name: string): [text: string, setText: (text: string) => void] {
  const { session, tabStorage } = useServices()
  const { user, status } = useStore(session)
  const isInDialog = useContext(CloseGuards) !== null
  // The next member who uses this tab must not find it. A suspended session has no user, and names only its own decisions.
  const owner = status === 'suspended' ? status : user?.id
  const key = owner && !isInDialog ? `${STORAGE_KEYS.unsentText} ${owner} ${name}` : null
  const [text, setText] = useState(() => (key && tabStorage.getItem(key)) ?? '')

  function write(next: string) {
    setText(next)
    if (key === null) return
    if (next === '') tabStorage.removeItem(key)
    else tabStorage.setItem(key, next)
  }
  return [text, write]
}
