import type { Searching } from '#schema/chat.ts'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import type { SearchState } from '#schema/ring.ts'
import type { Api } from '../../data/api.ts'
import type { PageStorage } from '../../data/safe-storage.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import type { MatchNotifications } from '../chat/match-notifications.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Store, WritableStore } from '../store.ts'
import { followPolls } from './follow-polls.ts'
import { followSearch } from './follow-search.ts'
import { leaveSearch } from './leave-search.ts'
import { createMissedRing, type MissedRing } from './missed-ring.ts'

const IN_BACKGROUND = { headers: { [BACKGROUND_HEADER]: '1' } }

export interface RingDeps {
  api: Api
  chat: Pick<ChatMachine, 'getState' | 'subscribe' | 'search' | 'endSearch'>
  stream: Pick<LiveStream, 'on'>
  searchState: WritableStore<SearchState | null>
  /** Whether the member looks at the page. */
  isLooking: Store<boolean>
  storage: Pick<PageStorage, 'getItem' | 'setItem'>
  /** The desktop app, which needs no push messages to ring. */
  isDesktop: boolean
  matchNotifications: Pick<MatchNotifications, 'show'> | null
  now(): number
}

/** The search that goes on in the closed app. */
export interface Ring {
  readonly missed: MissedRing
  /** Learns of the search from an event. */
  told(search: SearchState): void
  /** Learns of a poll without a match. */
  polled(search: Searching): void
  /** Reads the search of the member, and comes to a ring. Failures are left to the next reading. */
  refresh(): Promise<void>
  /** Decides whether the search goes on in the closed app; again extends it. @throws ApiFailure */
  set(on: boolean): Promise<void>
  /** Takes part in the search that goes on. */
  look(): void
  /** Ends the search that goes on. @throws ApiFailure */
  stop(): Promise<void>
  /** Ends the search of a member who logs out. Does not reject. */
  leave(): Promise<void>
}

export function createRing(deps: RingDeps): Ring {
  const { api, chat, stream, searchState, isLooking, isDesktop } = deps
  const missed = createMissedRing(deps)
  const isSearching = () => chat.getState().phase === 'searching'

  const read = () =>
    api.call('getSearch', IN_BACKGROUND).then(
      ({ data }) => data,
      () => null,
    )

  /** Shows the search on the home screen, or nothing where there is nothing to say. */
  const show = (search: SearchState) =>
    searchState.setState(search.searching || search.missedRingAt ? search : null)

  async function refresh() {
    const search = await read()
    if (search && !isSearching()) show(search)
  }

  function look() {
    const { waitingSeconds, evening = null, exchange = false } = searchState.getState() ?? {}
    chat.search.begin({ evening, isExchange: exchange }, deps.now() - (waitingSeconds ?? 0) * 1_000)
  }

  followSearch({ ...deps, missed, read, look, notify: (news) => deps.matchNotifications?.show(news) })
  isLooking.subscribe(() => {
    // The search may have ended on another device.
    if (isLooking.getState() && searchState.getState()?.searching && !isSearching()) void refresh()
  })
  stream.on('resync', () => void refresh())

  return {
    missed,
    told: (search) => (isSearching() ? searchState.setState(search) : show(search)),
    polled: followPolls(searchState),
    leave: () => leaveSearch(deps),
    refresh,
    look,
    async set(on) {
      const { data } = await api.call('ringMe', { body: { on, ...(isDesktop && { appNotifies: true }) } })
      if (data.searching) searchState.setState(data)
      // The answer of a poll that is under way may be older.
      chat.search.poll()
    },
    async stop() {
      await api.call('cancelSearch', {})
      if (isSearching()) await chat.endSearch()
      else searchState.setState(null)
    },
  }
}
