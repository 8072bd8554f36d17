import type { AuthResponse } from '#schema/account.ts'
import { TIMING } from '#schema/limits.ts'
import type { Position } from '#schema/location.ts'
import { SESSION_EXPIRED } from '#schema/session-expired.ts'
import { type Api, createApi } from '../data/api.ts'
import { STORAGE_KEYS } from '../data/storage-keys.ts'
import { createRateLimitGuard } from './session/rate-limit-guard.ts'
import {
  createSessionStore,
  type SessionStore,
  type TokenStorage,
  type VisitType,
} from './session/session.ts'
import { createStore, type Store, type WritableStore } from './store.ts'
import { createThemeStore, type ThemeEnv, type ThemeStore } from './theme.ts'
import { createToastStore, type ToastStore } from './toasts.ts'

/** What every page needs. What only a member needs comes with the home screen: see member.ts. */
export interface Services {
  readonly api: Api
  readonly session: SessionStore
  /** Where this browser is, once it has told. */
  readonly position: WritableStore<Position | null>
  readonly toasts: ToastStore
  /** Whether the browser is working to show that a person uses it. */
  readonly proving: Store<boolean>
  readonly theme: ThemeStore
  /**
   * Ends the session in this browser; at most once in two seconds, however many calls were refused (spec §4).
   * `background`: no act of the member caused it, so a public page stays.
   */
  forceLogout(message?: string, options?: { background: boolean }): void
  start(): void
}

/** Told on the window when the session ends without being asked to. */
export const FORCED_LOGOUT = 'unauthorized-logout'

/** The detail of that event. */
export interface ForcedLogout {
  message: string
  background: boolean
}

const SLOW_DOWN = "Please slow down your requests. You'll be logged out automatically if this continues."
const TOO_MANY = 'You have been automatically logged out due to too many requests.'

/** What the app takes from the browser it runs in. */
export interface ServicesEnv {
  fetch: typeof fetch
  storage: Storage
  /** Where the session's token is kept; in the storage unless named. */
  tokens?: TokenStorage
  /** Bears the theme. */
  root: ThemeEnv['root']
  systemDark: ThemeEnv['systemDark']
  /** Where other tabs' changes of the storage are told, and where a forced logout is. */
  events: EventTarget
  now(): number
  /** Somebody has just logged in or registered. */
  onArrival(services: Services, opened: AuthResponse, visitType: VisitType): void
}

export function createServices(env: ServicesEnv): Services {
  const { fetch, storage, events, now, onArrival } = env
  const toasts = createToastStore()
  const limits = createRateLimitGuard(now)
  const proving = createStore(false)
  let lastForcedLogout = Number.NEGATIVE_INFINITY

  function forceLogout(message = SESSION_EXPIRED, { background } = { background: false }) {
    const { status } = session.getState()
    // While the session is restored, a refusal only means that there is no user (spec §7).
    if (background && (status === 'loading' || status === 'unreachable')) return
    if (now() - lastForcedLogout < TIMING.forcedLogoutGuard || status === 'visitor') return
    lastForcedLogout = now()
    session.drop()
    const detail: ForcedLogout = { message, background }
    events.dispatchEvent(new CustomEvent(FORCED_LOGOUT, { detail }))
    toasts.show({ title: 'Session Expired', description: message, variant: 'destructive' })
  }

  const api = createApi({
    fetch,
    token: () => session.token(),
    events: {
      unauthorized: (call) => forceLogout(undefined, call),
      rateLimited() {
        if (limits.refused() && session.getState().status === 'member') forceLogout(TOO_MANY)
        else toasts.show({ title: 'Slow down a bit', description: SLOW_DOWN, variant: 'destructive' })
      },
      suspended: (opened) => session.suspend(opened),
      succeeded: () => limits.reset(),
      proving: proving.setState,
    },
  })
  const position = createStore<Position | null>(null)
  const session = createSessionStore({
    api,
    storage,
    tokens: env.tokens ?? storage,
    now,
    position: () => position.getState(),
    onArrival: (opened, visitType) => onArrival(services, opened, visitType),
  })

  const services: Services = {
    api,
    session,
    position,
    toasts,
    proving,
    forceLogout,
    theme: createThemeStore(env),
    start() {
      // Earlier versions kept the draft of a registration beyond the browser session.
      storage.removeItem(STORAGE_KEYS.registerDraft)
      void session.start()
      events.addEventListener('online', () => {
        if (session.getState().status === 'unreachable') void session.start()
      })
      // Logging in or out in one tab does so in the others.
      events.addEventListener('storage', (event) => {
        const key = 'key' in event ? event.key : null
        if (key === null || key === STORAGE_KEYS.token) void session.follow()
        if (key === null || key === STORAGE_KEYS.theme) services.theme.follow()
      })
    },
  }
  return services
}
