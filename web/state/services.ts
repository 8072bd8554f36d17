import { TIMING } from '#schema/limits.ts'
import { type Api, createApi } from '../data/api.ts'
import { STORAGE_KEYS } from '../data/storage-keys.ts'
import { createRateLimitGuard } from './rate-limit-guard.ts'
import { createSessionStore, type SessionStore } from './session.ts'
import { createThemeStore, type ThemeStore } from './theme.ts'
import { createToastStore, type ToastStore } from './toasts.ts'

/** What every page needs. What only a member needs comes with the home screen: see member.ts. */
export interface Services {
  readonly api: Api
  readonly session: SessionStore
  readonly toasts: ToastStore
  readonly theme: ThemeStore
  /** Ends the session in this browser; at most once in two seconds, however many calls were refused (spec §4). */
  forceLogout(message?: string): void
  start(): void
}

const EXPIRED = 'Your session has expired. Please log in again.'
const SLOW_DOWN = "Please slow down your requests. You'll be logged out automatically if this continues."
const TOO_MANY = 'You have been automatically logged out due to too many requests.'

export function createServices(window: Window & typeof globalThis): Services {
  const { localStorage: storage, document } = window
  const now = () => Date.now()
  const toasts = createToastStore()
  const limits = createRateLimitGuard(now)
  let lastForcedLogout = Number.NEGATIVE_INFINITY

  function forceLogout(message = EXPIRED) {
    if (now() - lastForcedLogout < TIMING.forcedLogoutGuard || session.getState().status === 'visitor') return
    lastForcedLogout = now()
    session.drop()
    window.dispatchEvent(new CustomEvent('unauthorized-logout', { detail: { message } }))
    toasts.show({ title: 'Session Expired', description: message, variant: 'destructive' })
  }

  const api = createApi({
    fetch: window.fetch.bind(window),
    base: '',
    token: () => session.token(),
    events: {
      unauthorized: () => forceLogout(),
      rateLimited() {
        if (limits.refused()) forceLogout(TOO_MANY)
        else toasts.show({ title: 'Slow down a bit', description: SLOW_DOWN, variant: 'destructive' })
      },
      succeeded: () => limits.reset(),
    },
  })
  const session = createSessionStore({ api, storage })

  return {
    api,
    session,
    toasts,
    forceLogout,
    theme: createThemeStore({ storage, root: document.documentElement }),
    start() {
      void session.start()
      // Logging out in one tab logs out the others.
      window.addEventListener('storage', ({ key, newValue }) => {
        const ended = key === null || (key === STORAGE_KEYS.token && newValue === null)
        if (ended && session.getState().status === 'member' && !session.token()) session.drop()
      })
    },
  }
}
