import type { Position } from '#schema/location.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { WritableStore } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import {
  LOCATION_NOTICES,
  type LocationEnv,
  LocationFailure,
  type LocationProblem,
  locate,
  locateForRegistration,
  sessionOptions,
} from './geolocation.ts'

interface WhereaboutsDeps {
  env: LocationEnv
  position: WritableStore<Position | null>
  toasts: ToastStore
  /** Keeps which notice was read, so that it does not return with every visit. */
  storage: Storage
}

/** Finds out where this browser is, for members who want to be found nearby. Nothing waits for it to succeed. */
export interface Whereabouts {
  /**
   * For a registration with nearby switched on: asks the browser once and says what went wrong. With `again`, asks once
   * more after a failure.
   */
  captureForRegistration(options?: { again?: boolean }): Promise<void>
  /**
   * For a session. Where the browser may tell already, it is read silently; it is asked only when the member `wanted` to
   * be found. What went wrong is told until the notice was read, and each time when nearby was `switchedOn` just now.
   */
  captureForSession(options: { wanted: boolean; switchedOn?: boolean }): Promise<void>
}

export function createWhereabouts({ env, position, toasts, storage }: WhereaboutsDeps): Whereabouts {
  let registering: Promise<boolean> | null = null

  const problemOf = (error: unknown): LocationProblem =>
    error instanceof LocationFailure ? error.problem : 'unknown'

  function found(at: Position) {
    position.setState(at)
    storage.removeItem(STORAGE_KEYS.locationNotice)
  }

  function tell(problem: LocationProblem) {
    toasts.show({ title: 'Location Notice', description: LOCATION_NOTICES[problem] })
    const notice = toasts.getState()
    // Closed by the reader or by its time; a notice that another toast replaced was not read.
    const stop = toasts.subscribe(() => {
      const shown = toasts.getState()
      if (shown?.id === notice?.id && shown?.open) return
      stop()
      if (shown?.id === notice?.id) storage.setItem(STORAGE_KEYS.locationNotice, problem)
    })
  }

  async function allowed(): Promise<boolean> {
    try {
      return (await env.permissions?.query({ name: 'geolocation' }))?.state === 'granted'
    } catch {
      return false
    }
  }

  async function register(): Promise<boolean> {
    try {
      found(await locateForRegistration(env))
      return true
    } catch (error) {
      tell(problemOf(error))
      return false
    }
  }

  return {
    async captureForRegistration({ again = false } = {}) {
      const running = registering
      registering = running && again ? running.then((known) => known || register()) : (running ?? register())
      await registering
    },

    async captureForSession({ wanted, switchedOn = false }) {
      if (!(wanted || (await allowed()))) return
      try {
        found(await locate(env, sessionOptions(env.userAgent)))
      } catch (error) {
        const problem = problemOf(error)
        const isRead = storage.getItem(STORAGE_KEYS.locationNotice) === problem
        if (wanted && (switchedOn || !isRead)) tell(problem)
      }
    },
  }
}
