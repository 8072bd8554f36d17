import type { Searching } from '#schema/chat.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import type { Ring, RingDeps } from './ring.ts'

/** The search that goes on in the closed app. Its code loads with a search, and with an event about one. */
export interface RingLoader {
  /** @throws Error when the code cannot be loaded */
  load(): Promise<Ring>
  /** Learns of a poll without a match. */
  polled(search: Searching): void
  /** Ends the search of a member who logs out. Does not reject. */
  leave(): Promise<unknown>
}

export function createRingLoader(deps: RingDeps): RingLoader {
  let loading: Promise<Ring> | undefined

  function load() {
    loading ??= withTexts('ring', import('./ring.ts')).then(({ createRing }) => createRing(deps))
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  /** What fails here is left to the next poll or event. */
  const tell = (then: (ring: Ring) => unknown) => load().then(then, () => undefined)

  deps.stream.on('search_ring', (search) => tell(({ told }) => told(search)))
  return {
    load,
    polled: (search) => (loading || search.ringUntil) && tell(({ polled }) => polled(search)),
    leave: async () => loading && tell(({ leave }) => leave()),
  }
}
