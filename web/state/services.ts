import { t } from '@lingui/core/macro'
import type { AuthResponse } from '#schema/account.ts'
import { TIMING } from '#schema/limits.ts'
import type { Position } from '#schema/location.ts'
import { type Api, createApi } from '../data/api.ts'
import { createSafeStorage, type PageStorage, type SafeStorage } from '../data/safe-storage.ts'
import { STORAGE_KEYS } from '../data/storage-keys.ts'
import type { InstallEvent } from './install/hold-install-event.ts'
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
import type { KeptChat } from './unsent/unsent-records.ts'

/** The services that every page uses. `member.ts` adds those for members, and loads with the home screen. */
export interface Services {
  readonly api: Api
  readonly session: SessionStore
  /** The position of this browser; null until the browser has reported it. */
  readonly position: WritableStore<Position | null>
  readonly toasts: ToastStore
  /** Whether the browser is computing a proof of work. */
  readonly proving: Store<boolean>
  readonly theme: ThemeStore
  /** What the browser keeps. */
  readonly storage: SafeStorage
  /** What the browser keeps until the tab is closed. */
  readonly tabStorage: SafeStorage
  readonly installEvent: InstallEvent
  /**
   * Ends the session in this browser, at most once in two seconds however many calls are refused (spec §4).
   * `background`: the member did not cause the refused call, so a public page stays on screen. The server has ended the
   * session already, unless `hasEnded` is false.
   */
  forceLogout(message?: string, options?: { background?: boolean; hasEnded?: boolean }): void
  start(): void
  /** Returns the chat that this browser has kept for the session; null if it has none. */
  recall(): Promise<KeptChat | null>
}

/** The event on the window that reports a session that the member did not end. */
export const FORCED_LOGOUT = 'unauthorized-logout'

export interface ForcedLogout {
  message: string
  background: boolean
}

export interface ServicesEnv {
  fetch: typeof fetch
  /** The window. Its storages are read at each use: a browser that blocks site data throws. */
  stores: { readonly localStorage: PageStorage; readonly sessionStorage: PageStorage }
  /** Stores the session token. Defaults to the local storage. */
  tokens?: TokenStorage
  /** Absent where nothing can be installed. */
  installEvent?: InstallEvent
  /** The element that carries the theme. */
  root: ThemeEnv['root']
  systemDark: ThemeEnv['systemDark']
  /** Receives `storage` events of other tabs, and dispatches FORCED_LOGOUT. */
  events: EventTarget
  now(): number
  /** Returns the chat that this browser has kept for a session; null if it has none. Does not reject. */
  recall?(token: string): Promise<KeptChat | null>
  /** Called after a login or a registration. */
  onArrival(services: Services, opened: AuthResponse, visitType: VisitType): void
}

export function createServices(env: ServicesEnv): Services {
  const { fetch, events, now, onArrival } = env
  const storage = createSafeStorage(() => env.stores.localStorage)
  const toasts = createToastStore()
  const limits = createRateLimitGuard(now)
  const proving = createStore(false)
  let lastForcedLogout = Number.NEGATIVE_INFINITY

  function forceLogout(
    message: string = t`Your session has expired. Please log in again.`,
    { background = false, hasEnded = true } = {},
  ) {
    const { status } = session.getState()
    // While the session is restored, a refusal only means that there is no user (spec §7).
    // The member's own logout keeps the stored data that is not of the session.
    if (background && (status === 'loading' || status === 'unreachable' || session.isLoggingOut())) return
    if (now() - lastForcedLogout < TIMING.forcedLogoutGuard || status === 'visitor') return
    lastForcedLogout = now()
    session.drop({ hasEnded })
    const detail: ForcedLogout = { message, background }
    events.dispatchEvent(new CustomEvent(FORCED_LOGOUT, { detail }))
    toasts.show({ title: t`Session Expired`, description: message, variant: 'destructive' })
  }

  const api = createApi({
    fetch,
    token: () => session.token(),
    events: {
      unauthorized: (call) => forceLogout(undefined, call),
      rateLimited() {
        if (limits.refused() && session.getState().status === 'member')
          forceLogout(afterTooMany(), { hasEnded: false })
        // The refusals of requests from before a logout leave its reason on screen.
        else if (now() - lastForcedLogout >= TIMING.toast) askToSlowDown(toasts)
      },
      suspended: (opened) => session.suspend(opened),
      succeeded: () => limits.reset(),
      proving: proving.setState,
    },
  })
  const position = createStore<Position | null>(null)
  const recall = async () => (await env.recall?.(session.token() ?? '')) ?? null
  const session = createSessionStore({
    api,
    storage,
    tokens: env.tokens ?? storage,
    now,
    loadEnding: () => loadEnding({ fetch, storage }),
    position: () => position.getState(),
    recall,
    onArrival: (opened, visitType) => onArrival(services, opened, visitType),
  })

  const services: Services = {
    api,
    session,
    position,
    toasts,
    proving,
    forceLogout,
    recall,
    theme: createThemeStore({ ...env, storage }),
    storage,
    tabStorage: createSafeStorage(() => env.stores.sessionStorage),
    installEvent: env.installEvent ?? createStore<Event | null>(null),
    start: () => start(events, services),
  }
  return services
}

const loadEnding = async (deps: { fetch: typeof fetch; storage: SafeStorage }) =>
  (await import('./session/session-ending.ts')).createSessionEnding(deps)

function start(events: EventTarget, services: Services) {
  // Earlier versions stored the registration draft in the local storage.
  services.storage.removeItem(STORAGE_KEYS.registerDraft)
  void services.session.start()
  followEvents(events, services)
}

/** Applies a login, a logout and the theme of another tab to this one, and goes on when the connection returns. */
function followEvents(events: EventTarget, { session, theme }: Pick<Services, 'session' | 'theme'>) {
  events.addEventListener('online', () => {
    const { status, figures } = session.getState()
    /** This browser has kept the member: the server has not answered yet. */
    const isRecalled = status === 'member' && figures === null
    if (status === 'unreachable' || status === 'visitor' || isRecalled) void session.start()
  })
  events.addEventListener('storage', (event) => {
    const key = 'key' in event ? event.key : null
    if (key === null || key === STORAGE_KEYS.token) void session.follow()
    if (key === null || key === STORAGE_KEYS.theme) theme.follow()
  })
}

const afterTooMany = () => t`You have been automatically logged out due to too many requests.`

const askToSlowDown = (toasts: ToastStore) =>
  toasts.show({
    title: t`Slow down a bit`,
    description: t`Please slow down your requests. You'll be logged out automatically if this continues.`,
    variant: 'destructive',
  })
