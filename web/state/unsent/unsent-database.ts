import { UNSENT } from '../../data/unsent-stores.ts'
import { createUnsentConnection } from './unsent-connection.ts'
import type { KeptChat, KeptDraft, KeptMessage } from './unsent-records.ts'

export type UnsentDatabase = ReturnType<typeof createUnsentDatabase>

/** The key of the only chat. */
const CHAT = 1

/**
 * Creates the access to the unsent texts of this browser. Each function rejects if the browser stores nothing. Changes take
 * effect in the order of the calls.
 */
export function createUnsentDatabase() {
  const { open, close } = createUnsentConnection()

  return {
    close,
    /** Adds a message as the last one. It takes effect even if the browser ends now. Rejects if it is kept already. */
    async addMessage(kept: KeptMessage) {
      const change = (await open()).transaction('messages', 'readwrite', { durability: 'strict' })
      const added = change.store.add(kept)
      change.commit()
      await Promise.all([added, change.done])
    },
    /** Moves a message to the end, changed. */
    async moveMessage(kept: KeptMessage) {
      const change = (await open()).transaction('messages', 'readwrite', { durability: 'strict' })
      const order = await change.store.index('id').getKey(kept.id)
      if (order !== undefined) await change.store.delete(order)
      await change.store.add(kept)
      await change.done
    },
    /** Changes a message if it is kept: another tab may have sent it. */
    async changeMessage(kept: KeptMessage) {
      const change = (await open()).transaction('messages', 'readwrite')
      const order = await change.store.index('id').getKey(kept.id)
      if (order !== undefined) await change.store.put({ ...kept, order })
      await change.done
    },
    async removeMessage(id: string) {
      const change = (await open()).transaction('messages', 'readwrite')
      const order = await change.store.index('id').getKey(id)
      if (order !== undefined) await change.store.delete(order)
      await change.done
    },
    /** Returns the messages in the order of writing. */
    messages: async (): Promise<KeptMessage[]> => (await open()).getAll('messages'),
    draft: async (userId: string, conversationId: string) =>
      (await open()).get('drafts', [userId, conversationId]),
    /** Replaces a draft; an empty one is deleted. Takes effect even if the page ends now. */
    async writeDraft(draft: KeptDraft) {
      const change = (await open()).transaction('drafts', 'readwrite', { durability: 'relaxed' })
      const isEmpty = draft.text === '' && draft.aside === ''
      const written = isEmpty
        ? change.store.delete([draft.userId, draft.conversationId])
        : change.store.put(draft)
      change.commit()
      await Promise.all([written, change.done])
    },
    chat: async (): Promise<KeptChat | undefined> => (await open()).get('chats', CHAT),
    writeChat: async (kept: KeptChat) => void (await (await open()).put('chats', kept, CHAT)),
    removeChat: async () => (await open()).delete('chats', CHAT),
    /** Deletes what `isOver` holds for. */
    async prune(isOver: {
      message(kept: KeptMessage): boolean
      draft(kept: KeptDraft): boolean
      chat(kept: KeptChat): boolean
    }) {
      const change = (await open()).transaction(UNSENT.stores, 'readwrite')
      for await (const cursor of change.objectStore('messages'))
        if (isOver.message(cursor.value)) await cursor.delete()
      for await (const cursor of change.objectStore('drafts'))
        if (isOver.draft(cursor.value)) await cursor.delete()
      for await (const cursor of change.objectStore('chats'))
        if (isOver.chat(cursor.value)) await cursor.delete()
      await change.done
    },
  }
}
