import { TIMING } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import type { Recall } from '../unsent/unsent-records.ts'
import { isConversationGone, isOpen } from './about-conversation.ts'
import type { ChatStateStore } from './chat-state.ts'
import type { MatchMemory } from './match-memory.ts'

/** How many requests may fail before the home screen opens without the last match. */
const MAX_ATTEMPTS = 3

interface MatchRestoreDeps {
  api: Api
  store: ChatStateStore
  memory: MatchMemory
  /** The last match has ended. */
  onEnded(): void
  /** Returns the chat that this browser has kept; null if it has none. */
  recall?: Recall | undefined
  /** The conversation is shown as it was kept: the server has not answered yet. */
  onRecalled(): void
}

/** Restores the last match after a reload. */
export function createMatchRestore({ api, store, memory, onEnded, ...deps }: MatchRestoreDeps) {
  let current: { attempts: number; retry: ReturnType<typeof setTimeout> | null } | null = null

  async function attempt(id: string, own: NonNullable<typeof current>) {
    try {
      const { data } = await api.call('currentConversation', { params: { id } })
      if (current !== own) return
      if (!isOpen(data)) return onEnded()
      current = null
      store.setState({ phase: 'matched', conversation: data, isNewMatch: false })
    } catch (error) {
      if (current !== own) return
      if (isConversationGone(error)) return onEnded()
      const kept = await deps.recall?.()
      if (current !== own) return
      if (kept?.conversation.id === id) {
        current = null
        store.setState({ phase: 'matched', conversation: kept.conversation, isNewMatch: false })
        return deps.onRecalled()
      }
      // The conversation may still be open. Its id stays stored, and the next reload tries again.
      own.attempts += 1
      if (own.attempts >= MAX_ATTEMPTS) {
        current = null
        return store.setState({ phase: 'idle' })
      }
      own.retry = setTimeout(() => void attempt(id, own), TIMING.searchPoll)
    }
  }

  return {
    async start() {
      if (store.getState().phase !== 'restoring' || current) return
      const id = memory.recall()
      if (!id) return store.setState({ phase: 'idle' })
      current = { attempts: 0, retry: null }
      await attempt(id, current)
    },
    stop() {
      if (current?.retry) clearTimeout(current.retry)
      current = null
    },
  }
}
