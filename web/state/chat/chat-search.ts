import type { Conversation, Searching } from '#schema/chat.ts'
import type { Api } from '../../data/api.ts'
import type { ApiFailure } from '../../data/failure.ts'
import type { ChatStateStore, SearchKind } from './chat-state.ts'
import { pollForMatch, searchHeaders } from './poll-for-match.ts'

interface ChatSearchDeps {
  api: Api
  store: ChatStateStore
  isLeft(conversation: Conversation): boolean
  onMatch(conversation: Conversation): void
  /** The server has answered a poll without a match. */
  onSearching?(search: Searching): void
  onRefused(reason: ApiFailure): void
  now(): number
  newKey(): string
}

/** The search of the chat machine. */
export interface ChatSearch {
  /**
   * Begins a search, by default of the kind of the last one. An evening that has ended is left out. `since`: the member has
   * waited from then on, by default from now.
   */
  start(kind?: SearchKind, since?: number): void
  /** Stops polling without telling the server. */
  stop(): void
  /** Polls at once for the search that runs, and goes on polling. */
  poll(): void
  /** Cancels a search on the server. Resolves when the request has ended, also when it failed. */
  cancel(searchId: string): Promise<unknown>
  /** Delays the next search until a request that ends the last search or chat has settled. */
  startAfter(request: Promise<unknown>): void
}

export function createChatSearch(deps: ChatSearchDeps): ChatSearch {
  const { api, store } = deps
  let last: SearchKind = {}
  let stopPolling: (() => void) | null = null
  let before: Promise<unknown> = Promise.resolve()

  function onHint() {
    const state = store.getState()
    if (state.phase === 'searching' && !state.hint) store.setState({ ...state, hint: true })
  }

  function stop() {
    stopPolling?.()
    stopPolling = null
  }

  function poll() {
    stop()
    const state = store.getState()
    if (state.phase !== 'searching') return
    stopPolling = pollForMatch({ ...deps, searchId: state.searchId, kind: state.kind, before, onHint })
  }

  return {
    start({ evening, isExchange = false } = last, since = deps.now()) {
      last = { evening: evening && Date.parse(evening.endsAt) > deps.now() ? evening : null, isExchange }
      store.setState({ phase: 'searching', since, hint: false, searchId: deps.newKey(), kind: last })
      poll()
    },
    stop,
    poll,
    cancel(searchId) {
      // With keepalive the request outlives a page that closes. A ticket left behind would be matched with another
      // member.
      before = api
        .call('cancelSearch', { headers: searchHeaders(searchId), keepalive: true })
        .catch(() => undefined)
      return before
    },
    startAfter(request) {
      before = request
    },
  }
}
