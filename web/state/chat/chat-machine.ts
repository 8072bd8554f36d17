import type { Conversation, Searching } from '#schema/chat.ts'
import type { LeftChat } from '../../data/addresses.ts'
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

/** What `state/ring` does with a search that goes on in the closed app. */
export interface SearchControl {
  /** Begins a search, or takes part in the one that the member began on another page. */
  begin(kind?: SearchKind, since?: number): void
  /** Polls at once, and goes on polling. */
  poll(): void
  /** Stops polling while the search goes on. */
  rest(): void
  /** Ends the search in this page without telling the server, where it has ended already. */
  end(): void
}

export interface ChatMachine extends Store<ChatState>, ChatActions {
  /** Restores a match of the last ten minutes. */
  start(): Promise<void>
  readonly search: SearchControl
  /** Begins a running search again: the server cancelled it when the page was hidden for the back/forward cache. */
  resumeSearch(): void
  /** Returns the chats that the member has left without the server's confirmation so far. */
  unfinishedResignations(): LeftChat[]
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
  /** The server has answered a poll without a match. */
  onSearching?(search: Searching): void
  /** The member leaves a conversation for good. */
  onLeave?(conversationId: string): void
  now(): number
  newKey(): string
}

export function createChatMachine(deps: ChatMachineDeps): ChatMachine {
  const { api, session, stream, toasts, memory, recall, now } = deps
  const store = createStore<ChatState>({ phase: memory.recall() ? 'restoring' : 'idle' })
  const { getState, setState, subscribe } = store
  const resignations = createResignations(api)
  const ending = createChatEnding({ store, memory, toasts })
  const check = createOpenChatCheck({ api, store, onEnded: ending.whileOffline })
  const restore = createMatchRestore({ api, store, memory, onEnded: toIdle, recall, onRecalled: check.start })
  const search = createChatSearch({ ...deps, store, isLeft: resignations.isLeft, onMatch, onRefused })

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

  function startSearch(kind?: SearchKind, since?: number) {
    stop()
    search.start(kind, since)
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
  followChatEvents({
    ...shared,
    stream,
    ending,
    isLeft: resignations.isLeft,
    onMatch,
    checkOpenChat,
    showKeep,
  })
  return {
    getState,
    subscribe,
    stop() {
      stop()
      expiry.stop()
    },
    start: restore.start,
    search: { begin: startSearch, poll: search.poll, rest: search.stop, end: toIdle },
    resumeSearch: () => getState().phase === 'searching' && startSearch(),
    unfinishedResignations: resignations.pending,
    ...actions,
  }
}
