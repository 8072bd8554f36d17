import type { Conversation } from '#schema/chat.ts'
import type { Api } from '../../data/api.ts'
import type { ApiFailure } from '../../data/failure.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { SessionStore } from '../session/session.ts'
import { createStore, type Store } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import type { Recall } from '../unsent/unsent-records.ts'
import { type ChatActions, createChatActions } from './chat-actions.ts'
import { createChatEnding } from './chat-ending.ts'
import { followChatEvents } from './chat-events.ts'
import { createChatSearch } from './chat-search.ts'
import type { ChatState, SearchKind } from './chat-state.ts'
import { followExpiry } from './follow-expiry.ts'
import type { MatchMemory } from './match-memory.ts'
import { createOpenChatCheck } from './open-chat-check.ts'
import { createResignations } from './resignations.ts'
import { createMatchRestore } from './restore-match.ts'
import { tellSearchRefused } from './search-refusal.ts'
import { tellAcceptance } from './tell-acceptance.ts'

export interface ChatMachine extends Store<ChatState>, ChatActions {
  /** Restores a match of the last ten minutes. */
  start(): Promise<void>
  /** Begins a running search again: the server cancelled it when the page was hidden for the back/forward cache. */
  resumeSearch(): void
  /** Returns the conversations that the member has left without the server's confirmation so far. */
  unfinishedResignations(): string[]
  /** Stops all polling and retries without telling the server. */
  stop(): void
}

interface ChatMachineDeps {
  api: Api
  session: Pick<SessionStore, 'getState' | 'refresh'>
  stream: Pick<LiveStream, 'on' | 'onReconnect'>
  toasts: ToastStore
  memory: MatchMemory
  /** Returns the chat that this browser has kept; null if it has none. */
  recall?: Recall
  /** The member leaves a conversation for good. */
  onLeave?(conversationId: string): void
  now(): number
  newKey(): string
}

export function createChatMachine(deps: ChatMachineDeps): ChatMachine {
  const { api, session, stream, toasts, memory, recall, now, newKey } = deps
  const store = createStore<ChatState>({ phase: memory.recall() ? 'restoring' : 'idle' })
  const { getState, setState, subscribe } = store
  const resignations = createResignations(api)
  /** Until the server has a resignation, it offers the conversation again. */
  const isLeft = (conversationId: string) => resignations.pending().includes(conversationId)
  const ending = createChatEnding({ store, memory, toasts })
  const check = createOpenChatCheck({ api, store, onEnded: ending.whileOffline })
  const restore = createMatchRestore({ api, store, memory, onEnded: toIdle, recall, onRecalled: check.start })
  const search = createChatSearch({ api, store, isLeft, onMatch, onRefused, now, newKey })

  function stop() {
    search.stop()
    check.stop()
    restore.stop()
  }

  function toIdle() {
    stop()
    memory.forget()
    setState({ phase: 'idle' })
  }

  function startSearch(kind?: SearchKind) {
    stop()
    search.start(kind)
  }

  function onMatch(conversation: Conversation) {
    stop()
    memory.remember(conversation.id)
    setState({ phase: 'matched', conversation, isNewMatch: true })
  }

  function onRefused(reason: ApiFailure) {
    toIdle()
    tellSearchRefused(toasts, reason)
  }

  tellAcceptance(store, toasts)
  const checkOpenChat = check.start
  const expiry = followExpiry({ store, now, onExpired: checkOpenChat })
  const shared = { store, session, memory, toIdle }
  const actions = createChatActions({ ...deps, ...shared, resignations, search, startSearch, stop })
  const { showKeep } = actions
  followChatEvents({ ...shared, stream, ending, isLeft, onMatch, checkOpenChat, showKeep })
  return {
    getState,
    subscribe,
    stop() {
      stop()
      expiry.stop()
    },
    start: restore.start,
    resumeSearch: () => getState().phase === 'searching' && startSearch(),
    unfinishedResignations: resignations.pending,
    ...actions,
  }
}
