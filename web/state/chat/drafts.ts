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

/** What a copy in the tab begins with: whether its text replaces what is stored, or is set beside it. */
const [BESIDE, INSTEAD] = ['0', '1'] as const

/**
 * Holds the drafts of the session's conversations. The keeper keeps a draft beyond the page. Until it has stored a change, the
 * text is in the storage of the tab and outlasts a reload: a browser may drop what a page stores while it ends.
 */
export function createDrafts({ keeper, tabStorage, userId }: DraftsDeps) {
  const drafts = new Map<string, WritableStore<DraftTexts>>()
  /** What ends the copy in the tab of each draft. */
  const endings: (() => void)[] = []

  function openDraft(conversationId: string) {
    const key = keyOf(userId, conversationId)
    const copy = tabStorage.getItem(key) ?? ''
    const isNewer = copy.startsWith(INSTEAD)
    const asideKey = `${key} aside`
    const draft = createStore({ text: copy.slice(1), aside: tabStorage.getItem(asideKey) ?? '' })
    /** Whether the draft has been filled from what is stored. */
    let isFilled = isNewer
    function onStored() {
      tabStorage.removeItem(key)
      tabStorage.removeItem(asideKey)
    }
    const stop = draft.subscribe(() => {
      const { text, aside } = draft.getState()
      if (aside === '') tabStorage.removeItem(asideKey)
      else tabStorage.setItem(asideKey, aside)
      if (isFilled) tabStorage.setItem(key, INSTEAD + text)
      else if (text === '') tabStorage.removeItem(key)
      else tabStorage.setItem(key, BESIDE + text)
    })
    endings.push(() => {
      stop()
      onStored()
    })
    keeper.use(async ({ followDraft }) => {
      if (!(await followDraft(conversationId, draft, { isNewer, onStored }))) return
      isFilled = true
      if (tabStorage.getItem(key) !== null) tabStorage.setItem(key, INSTEAD + draft.getState().text)
    })
    return draft
  }

  return {
    of(conversationId: string): WritableStore<DraftTexts> {
      const draft = drafts.get(conversationId) ?? openDraft(conversationId)
      drafts.set(conversationId, draft)
      return draft
    },
    close() {
      for (const end of endings.splice(0)) end()
    },
  }
}

const keyOf = (userId: string, conversationId: string) =>
  `${STORAGE_KEYS.unsentText} ${userId} draft ${conversationId}`
