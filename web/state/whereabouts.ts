import type { Position } from '#schema/location.ts'
import {
  LOCATION_NOTICES,
  type LocationEnv,
  LocationFailure,
  locate,
  locateForRegistration,
  sessionOptions,
} from './geolocation.ts'
import type { WritableStore } from './store.ts'
import type { ToastStore } from './toasts.ts'

interface WhereaboutsDeps {
  env: LocationEnv
  position: WritableStore<Position | null>
  toasts: Pick<ToastStore, 'show'>
}

/** Finds out where somebody is, for who they may meet nearby. Nothing ever waits for it to succeed. */
export interface Whereabouts {
  /** While the form is filled in; says once what went wrong. */
  captureForRegistration(): Promise<void>
  /** For a session: silently where the browser was allowed to tell; it is asked only when the member wants to be found. */
  captureForSession(options: { wanted: boolean }): Promise<void>
}

export function createWhereabouts({ env, position, toasts }: WhereaboutsDeps): Whereabouts {
  let registering: Promise<void> | null = null

  function tell(error: unknown) {
    const problem = error instanceof LocationFailure ? error.problem : 'unknown'
    toasts.show({ title: 'Location Notice', description: LOCATION_NOTICES[problem] })
  }

  async function allowed(): Promise<boolean> {
    try {
      return (await env.permissions?.query({ name: 'geolocation' }))?.state === 'granted'
    } catch {
      return false
    }
  }

  return {
    captureForRegistration() {
      registering ??= locateForRegistration(env).then((found) => position.setState(found), tell)
      return registering
    },

    async captureForSession({ wanted }) {
      if (!(wanted || (await allowed()))) return
      try {
        position.setState(await locate(env, sessionOptions(env.userAgent)))
      } catch (error) {
        if (wanted) tell(error)
      }
    },
  }
}
