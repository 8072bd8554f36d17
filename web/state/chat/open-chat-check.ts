import type { Api } from '../../data/api.ts'
import { type Retry, retryUntilDone } from '../retry.ts'
import { isConversationGone, isOpen } from './about-conversation.ts'
import { type ChatStateStore, openChatOf } from './chat-state.ts'

interface OpenChatCheckDeps {
  api: Api
  store: ChatStateStore
  /** The server reports that the conversation has ended. */
  onEnded(conversationId: string): void
}

/** Reads the open conversation again after missed events, because its end may be among them. */
export function createOpenChatCheck({ api, store, onEnded }: OpenChatCheckDeps) {
  let check: Retry | null = null

  async function read(id: string, signal: AbortSignal) {
    const before = openChatOf(store.getState(), id)
    if (!before) return
    try {
      const { data } = await api.call('currentConversation', { params: { id }, signal })
      const chat = openChatOf(store.getState(), id)
      // An event that arrived during the request is newer than the answer.
      if (chat?.conversation !== before.conversation) return
      if (isOpen(data)) store.setState({ ...chat, conversation: data })
      else onEnded(id)
    } catch (error) {
      if (!isConversationGone(error)) throw error
      onEnded(id)
    }
  }

  return {
    start() {
      const state = store.getState()
      if (state.phase !== 'matched' || !isOpen(state.conversation)) return
      const { id } = state.conversation
      check?.stop()
      check = retryUntilDone('Reading the conversation again', (signal) => read(id, signal))
    },
    stop() {
      check?.stop()
      check = null
    },
  }
}
