import { createStore, type WritableStore } from '../store.ts'

export interface DraftTexts {
  /** The text in the message field. */
  text: string
  /** The draft set aside for a message that returned to be edited; empty without one. */
  aside: string
}

/** Returns a function that returns the draft of a conversation. Each lasts as long as the session. */
export function createDrafts(): (conversationId: string) => WritableStore<DraftTexts> {
  const drafts = new Map<string, WritableStore<DraftTexts>>()
  return (conversationId) => {
    const draft = drafts.get(conversationId) ?? createStore({ text: '', aside: '' })
    drafts.set(conversationId, draft)
    return draft
  }
}
