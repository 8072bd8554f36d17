import type { Knock } from '#schema/knocks.ts'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import type { LiveStream } from '../live/live-stream.ts'
import { type Retry, retryUntilDone } from '../retry.ts'
import { createStore, type Store } from '../store.ts'
import { untilExpiry } from '../until-expiry.ts'

/** The members who would like to talk with this one, the newest first. */
export interface Knocks extends Store<readonly Knock[]> {
  /** Loads the list with the live stream, and keeps it up to date. Returns a function that stops this. */
  start(): () => void
  /** Takes a knock off the list, because it was answered here or has ended. */
  remove(knockId: string): void
  /** Puts a knock back whose answer did not reach the server. */
  restore(knock: Knock): void
  /** Takes a member's knock off the list. */
  removeOf(userId: string): void
}

interface KnocksDeps {
  api: Api
  stream: Pick<LiveStream, 'on'>
  now(): number
  /** Called when a knock arrives. */
  onArrival(knock: Knock): void
}

/** The member did not cause these requests. */
const IN_BACKGROUND = { [BACKGROUND_HEADER]: '1' }

export function createKnocks({ api, stream, now, onArrival }: KnocksDeps): Knocks {
  const { getState, setState, subscribe } = createStore<readonly Knock[]>([])
  let loading: Retry | null = null
  let expiry: ReturnType<typeof setTimeout> | null = null

  function load() {
    loading?.stop()
    const own = retryUntilDone('Loading who would like to talk', async (signal) => {
      const { data } = await api.call('listKnocks', { signal, headers: IN_BACKGROUND })
      if (loading !== own) return
      loading = null
      show(data.elements)
    })
    loading = own
  }

  function show(knocks: readonly Knock[]) {
    setState(knocks)
    if (expiry) clearTimeout(expiry)
    const expiries = knocks.map(({ expires }) => untilExpiry(expires, now()))
    expiry = expiries.length > 0 ? setTimeout(load, Math.min(...expiries)) : null
  }

  /** Changes the list. An answer to a request from before the change would undo it. */
  function change(knocks: readonly Knock[]) {
    show(knocks)
    if (loading) load()
  }

  const without = (id: string) => getState().filter((one) => one.id !== id)
  const add = (knock: Knock) =>
    change([knock, ...without(knock.id)].toSorted((a, b) => (a.created < b.created ? 1 : -1)))

  return {
    getState,
    subscribe,
    remove: (id) => change(without(id)),
    removeOf: (userId) => change(getState().filter((one) => one.userId !== userId)),
    restore: add,
    start() {
      const stops = [
        // The first stream of a page begins with it as well.
        stream.on('resync', load),
        stream.on('knock', ({ waiting, ...knock }) => {
          if (!waiting) return change(without(knock.id))
          const isNew = !getState().some(({ id }) => id === knock.id)
          add(knock)
          if (isNew) onArrival(knock)
        }),
      ]
      return () => {
        for (const stop of stops) stop()
        loading?.stop()
        loading = null
        if (expiry) clearTimeout(expiry)
      }
    },
  }
}
