import { t } from '@lingui/core/macro'
import type { Conversation } from '#schema/chat.ts'
import type { KeepState } from '#schema/kept.ts'
import type { SearchEvening } from '#schema/ring.ts'
import type { SessionStore } from '../session/session.ts'
import type { ToastStore } from '../toasts.ts'
import { isOpen, isTalking } from './about-conversation.ts'
import type { ChatSearch } from './chat-search.ts'
import type { ChatStateStore, SearchKind } from './chat-state.ts'
import { findMatch } from './find-match.ts'
import type { MatchMemory } from './match-memory.ts'
import type { Resignations } from './resignations.ts'

export interface ChatActions {
  /** Starts a search, within a running evening if there is one. Members without a verified email address are asked to verify it. */
  findMatch(evening?: SearchEvening): Promise<void>
  /** Starts a search for an exchange of languages, as `findMatch` does. */
  findExchange(): Promise<void>
  cancel(): Promise<void>
  /** Ends the search here and on the server, without a word. Resolves when the server has answered, also when it failed. */
  endSearch(): Promise<void>
  /** Leaves the conversation for good, or stops waiting for its partner, and starts a search. */
  findAnother(): void
  /**
   * Leaves the conversation for good, even if the server cannot be reached. One that waits for an answer goes on waiting.
   */
  resign(): Promise<void>
  /** Goes on from the "match found" screen to the chat. */
  enter(): void
  /** Makes a listed conversation the current one. */
  open(conversation: Conversation): void
  /** Leaves a conversation that has ended on the server. */
  leave(conversationId: string): void
  /** Shows on the conversation whether the member keeps in touch with its partner. */
  showKeep(conversationId: string, keep: KeepState): void
}

interface ChatActionsDeps {
  store: ChatStateStore
  session: Pick<SessionStore, 'getState' | 'refresh'>
  toasts: ToastStore
  memory: MatchMemory
  resignations: Resignations
  search: Pick<ChatSearch, 'cancel' | 'startAfter'>
  /** By default a search of the kind of the last one. */
  startSearch(kind?: SearchKind): void
  /** The member leaves a conversation for good. */
  onLeave?(conversationId: string): void
  stop(): void
  toIdle(): void
}

/** Returns what the member can do with the chat. */
export function createChatActions(deps: ChatActionsDeps): ChatActions {
  const { store, toasts, memory, resignations, search, startSearch, stop, toIdle } = deps
  const { getState, setState } = store
  const current = () => {
    const state = getState()
    return state.phase === 'matched' ? state : null
  }

  function resign(conversation: Conversation) {
    deps.onLeave?.(conversation.id)
    const request = resignations.add(conversation)
    search.startAfter(request)
    return request
  }

  async function endSearch() {
    const state = getState()
    if (state.phase !== 'searching') return
    toIdle()
    await search.cancel(state.searchId)
  }

  return {
    findMatch: (evening) =>
      findMatch({ ...deps, startSearch: () => startSearch({ evening: evening ?? null }) }),
    findExchange: () => findMatch({ ...deps, startSearch: () => startSearch({ isExchange: true }) }),
    endSearch,
    async cancel() {
      if (getState().phase !== 'searching') return
      const ended = endSearch()
      toasts.show({ title: t`Search cancelled` })
      await ended
    },
    findAnother() {
      const chat = current()
      if (!chat) return
      memory.forget()
      toasts.show({ title: t`Finding a new match` })
      if (isOpen(chat.conversation)) void resign(chat.conversation)
      startSearch()
    },
    async resign() {
      const chat = current()
      if (!chat) return
      toIdle()
      if (isTalking(chat.conversation)) await resign(chat.conversation)
    },
    enter() {
      const chat = current()
      if (chat?.isNewMatch) setState({ ...chat, isNewMatch: false })
    },
    open(conversation) {
      const state = getState()
      stop()
      if (state.phase === 'searching') void search.cancel(state.searchId)
      resignations.withdraw(conversation.id)
      if (isOpen(conversation)) memory.remember(conversation.id)
      else memory.forget()
      setState({ phase: 'matched', conversation, isNewMatch: false })
    },
    leave(conversationId) {
      if (current()?.conversation.id === conversationId) toIdle()
    },
    showKeep(conversationId, keep) {
      const chat = current()
      if (chat?.conversation.id !== conversationId) return
      setState({ ...chat, conversation: { ...chat.conversation, keep } })
    },
  }
}
