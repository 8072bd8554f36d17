import type { SafeStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { createStore, type WritableStore } from '../store.ts'
import type { DraftTexts } from './draft-texts.ts'
import type { UnsentKeeper } from './unsent-keeper.ts'

interface DraftsDeps {
  /** Runs once the keeper's code has loaded. */
  keeper: { use(act: (keeper: Pick<UnsentKeeper, 'followDraft'>) => unknown): void }
  tabStorage: Pick<SafeStorage, 'getItem' | 'setItem' | 'removeItem'>
  userId: string
}

/**
 * Holds the drafts of the session's conversations. The keeper keeps a draft beyond the page. A text that is written before
 * its code has loaded, or where it cannot keep it, is in the storage of the tab and outlasts a reload.
 */
export function createDrafts({ keeper, tabStorage, userId }: DraftsDeps) {
  const drafts = new Map<string, WritableStore<DraftTexts>>()
  /** What ends the copy in the tab of each draft that has one. */
  const copies = new Set<() => void>()

  function copyToTab(conversationId: string, draft: WritableStore<DraftTexts>) {
    const key = keyOf(userId, conversationId)
    const stop = draft.subscribe(() => {
      const { text } = draft.getState()
      if (text === '') tabStorage.removeItem(key)
      else tabStorage.setItem(key, text)
    })
    const end = () => {
      stop()
      copies.delete(end)
      tabStorage.removeItem(key)
    }
    copies.add(end)
    return end
  }

  return {
    of(conversationId: string): WritableStore<DraftTexts> {
      const known = drafts.get(conversationId)
      if (known) return known
      const written = tabStorage.getItem(keyOf(userId, conversationId)) ?? ''
      const draft = createStore({ text: written, aside: '' })
      drafts.set(conversationId, draft)
      const endCopy = copyToTab(conversationId, draft)
      keeper.use(async ({ followDraft }) => {
        if (await followDraft(conversationId, draft)) endCopy()
      })
      return draft
    },
    close() {
      for (const end of copies) end()
    },
  }
}

const keyOf = (userId: string, conversationId: string) =>
  `${STORAGE_KEYS.unsentText} ${userId} draft ${conversationId}`
