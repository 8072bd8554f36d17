import type { SearchState } from '#schema/ring.ts'
import { createRing, type Ring } from '#web/state/ring/ring.ts'
import { createStore } from '#web/state/store.ts'
import { passing, setUp } from './chat-machine-kit.ts'

const MINUTE = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()

export const NO_SEARCH: SearchState = {
  searching: false,
  waitingSeconds: null,
  ringUntil: null,
  comeUntil: null,
  missedRingAt: null,
}
/** A search that goes on for two hours. */
export const goingOn = (): SearchState => ({
  ...NO_SEARCH,
  searching: true,
  waitingSeconds: 900,
  ringUntil: inMinutes(120),
})
/** A search whose member was found. */
export const ringing = (): SearchState => ({ ...goingOn(), comeUntil: inMinutes(1) })
export const missed = (): SearchState => ({ ...NO_SEARCH, missedRingAt: inMinutes(0) })

const polled = ({ ringUntil, comeUntil }: SearchState) => ({
  status: 202,
  body: { status: 'searching', waitingSeconds: 900, ringUntil, comeUntil },
})

/** A page of a member, with the part of the app for searches in the closed app. */
export async function openRing({ match = '' } = {}) {
  const searchState = createStore<SearchState | null>(null)
  const page = await setUp({
    start: false,
    onSearching: (search) => ring.polled(search),
    ...(match && { match }),
  })
  const { chat, server, stream, storage, services } = page
  const isLooking = createStore(true)
  const news: string[] = []
  const ring: Ring = createRing({
    api: services.api,
    chat,
    stream,
    searchState,
    isLooking,
    storage,
    isDesktop: false,
    matchNotifications: { show: ({ title }) => void news.push(title) },
    now: () => Date.now(),
  })
  server.on('getSearch', { body: NO_SEARCH })
  if (!match) await chat.start()
  return {
    ...page,
    ring,
    searchState,
    news,
    /** The server answers polls and readings like this from now on. */
    answer(search: SearchState) {
      server.on('findMatch', polled(search))
      server.on('getSearch', { body: search })
    },
    async tell(search: SearchState) {
      ring.told(search)
      await passing(0)
    },
    async look(atPage: boolean) {
      isLooking.setState(atPage)
      await passing(0)
    },
    phase: () => chat.getState().phase,
  }
}
