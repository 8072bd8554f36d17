import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Position } from '#schema/location.ts'
import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import type { WritableStore } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import {
  type LocationEnv,
  LocationFailure,
  type LocationProblem,
  locate,
  locateForRegistration,
  sessionOptions,
} from './geolocation.ts'
import { LOCATION_NOTICES } from './location-notices.ts'

interface MemberLocationDeps {
  env: LocationEnv
  position: WritableStore<Position | null>
  toasts: ToastStore
  /** Remembers the notice that the member closed, which is then not repeated on every visit. */
  storage: PageStorage
}

/** Reads the browser's position for members with nearby switched on. A failure only shows a notice. */
export interface MemberLocation {
  /**
   * Reads the position for a registration with nearby switched on, once. Shows a notice on failure. With `again`,
   * retries after a failure.
   */
  captureForRegistration(options?: { again?: boolean }): Promise<void>
  /**
   * Reads the position for a session. Without `wanted`, reads it only where permission was granted before, which asks
   * the member nothing. On failure shows a notice until the member closed it once, and always if nearby was
   * `switchedOn` just now.
   */
  captureForSession(options: { wanted: boolean; switchedOn?: boolean }): Promise<void>
}

export function createMemberLocation({ env, position, toasts, storage }: MemberLocationDeps): MemberLocation {
  let registering: Promise<boolean> | null = null

  const problemOf = (error: unknown): LocationProblem =>
    error instanceof LocationFailure ? error.problem : 'unknown'

  function found(at: Position) {
    position.setState(at)
    storage.removeItem(STORAGE_KEYS.locationNotice)
  }

  function tell(problem: LocationProblem) {
    toasts.show({ title: t`Location Notice`, description: i18n._(LOCATION_NOTICES[problem]) })
    const notice = toasts.getState()
    // A closed notice counts as read, a replaced one does not.
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
