import type { QueryClient } from '@tanstack/react-query'
import type { SearchState } from '#schema/ring.ts'
import type { Farewell } from '../../data/farewell.ts'
import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { isTalking } from '../chat/about-conversation.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import type { Invitations } from '../chat/invitations.ts'
import type { MatchNotifications } from '../chat/match-notifications.ts'
import { startUnreadSignal } from '../chat/unread-signal.ts'
import type { Knocks } from '../knocks/knocks.ts'
import { watchConnection } from '../live/connection.ts'
import type { LiveStream } from '../live/live-stream.ts'
import { createStore, type Store } from '../store.ts'
import type { SessionStore } from './session.ts'

interface PageLifecycleDeps {
  window: Window & typeof globalThis
  userId: string
  stream: LiveStream
  chat: ChatMachine
  session: Pick<SessionStore, 'getState' | 'refreshIfStale'>
  queries: QueryClient
  farewell: Farewell
  invitations: Pick<Invitations, 'recheck'>
  knocks: Pick<Knocks, 'start'>
  matchNotifications: Pick<MatchNotifications, 'start'> | null
  storage: Pick<PageStorage, 'getItem'>
  searchState: Store<Pick<SearchState, 'ringUntil'> | null>
}

/**
 * Opens the live stream, restores the match, and follows the page: its focus, its connection and its unload. Returns
 * a function that stops all of it.
 */
export function startPage(deps: PageLifecycleDeps): () => void {
  const { window, userId, stream, chat, session, invitations } = deps
  const onHide = () => {
    const isQuiet = deps.storage.getItem(STORAGE_KEYS.quietExit) !== null
    if (isQuiet) stopNotifications?.()
    sendFarewell(deps, isQuiet)
  }
  const onFocus = () => void session.refreshIfStale().catch(() => undefined)
  // A page that returns from the browser's cache continues with the same stream position.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    stream.open(userId)
    if (!outlastsPage(deps)) chat.resumeSearch()
  }
  const onStored = ({ key }: StorageEvent) => key === STORAGE_KEYS.match && invitations.recheck()
  stream.open(userId)
  void chat.start()
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  window.addEventListener('focus', onFocus)
  window.addEventListener('storage', onStored)
  const stopWatching = watchConnection({ window, document: window.document, stream })
  const unseen = createStore<ReadonlyMap<string, string>>(new Map())
  const stopUnreadSignal = startUnreadSignal({
    stream,
    chat,
    userId,
    unseen,
    page: window.document,
    showIcon: (path) => window.document.querySelector('link[rel="icon"]')?.setAttribute('href', path),
  })
  const stopBadge = startBadge(deps, unseen)
  const stopKnocks = deps.knocks.start()
  const stopNotifications = deps.matchNotifications?.start()
  return () => {
    stopKnocks()
    stopNotifications?.()
    stopUnreadSignal()
    stopBadge()
    window.removeEventListener('focus', onFocus)
    window.removeEventListener('storage', onStored)
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
    stopWatching()
    chat.stop()
    stream.close()
  }
}

/**
 * Shows what is unread on the icon of the app. The code loads only where there may be a badge: in the installed app, and in a
 * browser whose push messages set one. The desktop app shows its own.
 */
function startBadge(
  { window, queries }: Pick<PageLifecycleDeps, 'window' | 'queries'>,
  unseen: Store<ReadonlyMap<string, string>>,
): () => void {
  const { navigator, Notification } = window
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  const hasBadges = 'setAppBadge' in navigator && !('rapportDesktop' in window)
  if (!hasBadges || !(isInstalled || Notification?.permission === 'granted')) return () => undefined
  let isStopped = false
  let stop: (() => void) | undefined
  import('../chat/app-badge.ts')
    .then(({ startAppBadge }) => {
      if (!isStopped) stop = startAppBadge({ queries, unseen, navigator })
    })
    // The next page tries again.
    .catch(() => undefined)
  return () => {
    isStopped = true
    stop?.()
  }
}

/**
 * Sends the last requests of a page that is being unloaded, and closes the stream. `isQuiet`: the member has hidden the app, so
 * the chat waits for them as after a lost connection.
 */
function sendFarewell(deps: PageLifecycleDeps, isQuiet: boolean) {
  const { chat, farewell, stream, userId } = deps
  const state = chat.getState()
  // A partner who has not answered yet can still do so after the page is closed.
  if (state.phase === 'matched' && isTalking(state.conversation) && !isQuiet) {
    farewell.disconnect(state.conversation.id, userId)
    farewell.resign(state.conversation, { unload: true })
  }
  for (const left of chat.unfinishedResignations()) farewell.resign(left, { unload: false })
  if (state.phase === 'searching' && (isQuiet || !outlastsPage(deps))) farewell.cancelSearch(state.searchId)
  stream.close()
}

/**
 * Whether a search goes on without this page, because the member will be rung. After Quit, the desktop app itself rings no one.
 */
function outlastsPage({ searchState, session, window }: PageLifecycleDeps) {
  const rings = !('rapportDesktop' in window) || session.getState().figures?.hasPushDevice
  return Boolean(rings && searchState.getState()?.ringUntil)
}
