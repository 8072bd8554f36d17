import { t } from '@lingui/core/macro'
import type { SearchState } from '#schema/ring.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import { canSearch } from '../chat/find-match.ts'
import type { News } from '../chat/match-notifications.ts'
import type { Store, WritableStore } from '../store.ts'
import type { MissedRing } from './missed-ring.ts'

interface FollowSearchDeps {
  chat: Pick<ChatMachine, 'getState' | 'subscribe' | 'search' | 'endSearch'>
  searchState: WritableStore<SearchState | null>
  missed: MissedRing
  /** Whether the member looks at the page. */
  isLooking: Store<boolean>
  /** Reads the search from the server; null when that fails. */
  read(): Promise<SearchState | null>
  /** Takes part in the search that goes on. */
  look(): void
  notify(news: News): void
}

/**
 * Comes to a ring on a page that the member looks at. A poll counts as coming, so the search of a page that they do not look
 * at rests: it goes on without polls, as in the closed app.
 */
export function followSearch(deps: FollowSearchDeps) {
  const { chat, searchState, missed, isLooking, read, look, notify } = deps
  let { phase } = chat.getState()
  let isResting = false
  let isKnown = searchState.getState()?.searching ?? false
  /** The end of the ring that was last acted on. */
  let comeUntil: string | null = null

  function settle() {
    const search = searchState.getState()
    const isNews = comeUntil !== (search?.comeUntil ?? null)
    comeUntil = search?.comeUntil ?? null
    const wasKnown = isKnown
    isKnown = search?.searching ?? false
    if (!search || phase === 'restoring') return
    if (phase === 'searching' && !search.searching) {
      // News of the search before may arrive after this one has begun.
      if (wasKnown) endHere(search)
    } else if (phase === 'searching') settleSearch(search, isNews)
    else if (comeUntil && isLooking.getState() && canSearch(chat.getState())) look()
    if (comeUntil && isNews && !isLooking.getState())
      notify({ title: t`Someone was found`, body: t`Come within a minute to chat.` })
  }

  /** A poll that is under way may have begun the search again, but a page that rests must not end a later one. */
  function endHere({ missedRingAt }: SearchState) {
    if (isResting) chat.search.end()
    else void chat.endSearch()
    if (!missedRingAt) searchState.setState(null)
  }

  function settleSearch(search: SearchState, isNews: boolean) {
    const wasResting = isResting
    isResting = !isLooking.getState() && Boolean(search.ringUntil ?? search.comeUntil)
    if (isResting) chat.search.rest()
    else if (wasResting) void wake(search)
    // The answer of a poll that is under way may be older than the news.
    else if (isNews) chat.search.poll()
  }

  /** Goes on with a search that rested. The browser may have stopped the page for hours, so events are missing. */
  async function wake(before: SearchState) {
    const search = await read()
    if (phase !== 'searching' || isResting) return
    if (!search) return chat.search.poll()
    if (search.searching || isMissed(before, search)) searchState.setState(search)
    // Without the search there is a match, or its time is over.
    else return chat.search.begin()
    if (search.searching) chat.search.poll()
  }

  function onChat() {
    const before = phase
    phase = chat.getState().phase
    if (phase === before) return
    isResting = false
    if (before === 'restoring') return settle()
    // A new search makes the earlier ring old news.
    if (phase === 'searching' && !isKnown) missed.dismiss()
    if (isKnown !== (phase === 'searching')) searchState.setState(null)
  }

  chat.subscribe(onChat)
  searchState.subscribe(settle)
  isLooking.subscribe(settle)
  settle()
}

/** Whether the ring that the first state shows, or one since, was missed. Asking to be rung forgets the earlier ones. */
const isMissed = ({ ringUntil, comeUntil }: SearchState, { missedRingAt }: SearchState) =>
  missedRingAt !== null && (ringUntil !== null || (comeUntil !== null && missedRingAt >= comeUntil))
