import { createStore, type WritableStore } from '../store.ts'
import type { DraftTexts } from './draft-texts.ts'
import type { LazyKeeper } from './unsent-keeper.ts'

/** Returns a function that returns the draft of a conversation. Each lasts as long as the session; the keeper keeps it longer. */
export function createDrafts(
  keeper: Pick<LazyKeeper, 'use'>,
): (conversationId: string) => WritableStore<DraftTexts> {
  const drafts = new Map<string, WritableStore<DraftTexts>>()
  return (conversationId) => {
    const known = drafts.get(conversationId)
    if (known) return known
    const draft = createStore({ text: '', aside: '' })
    drafts.set(conversationId, draft)
    keeper.use(({ followDraft }) => followDraft(conversationId, draft))
    return draft
  }
}
