import { t } from '@lingui/core/macro'
import type { AuthResponse, User } from '#schema/account.ts'
import { BACKGROUND_HEADER, TIMING } from '#schema/limits.ts'
import type { Position } from '#schema/location.ts'
import type { PasskeyAssertion } from '#schema/passkeys.ts'
import type { Login, Registration } from '#schema/registration.ts'
import type { Api } from '../../data/api.ts'
import { ApiFailure, messageOf } from '../../data/failure.ts'
import { locationHeaders } from '../../data/location-headers.ts'
import type { PageStorage } from '../../data/safe-storage.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { createStore, type Store } from '../store.ts'
import { callLogin } from './call-login.ts'
import { clearStorage } from './clear-storage.ts'
import type { SessionEnding } from './session-ending.ts'
import type { SessionState, VisitType } from './session-state.ts'

export type { Figures, SessionState, VisitType } from './session-state.ts'

export interface SessionStore extends Store<SessionState> {
  token(): string | null
  /**
   * Restores the session of a stored token. Without a token it makes no request, unless a session is still to be ended.
   * If the server is unreachable, it retries after 2 s, then after twice as long each time, up to 30 s. A member whom this
   * browser has kept sees their chat until then.
   */
  start(): Promise<void>
  refresh(): Promise<void>
  /** Reads the session again without prolonging it: the member did not ask. Failures are left to the next reading. */
  refreshInBackground(): void
  /** Marks the account as suspended. `token` is the token that a refused login returned. */
  suspend(token?: string | null): void
  /** Reads the session again unless the last answer is fresh (spec §9: 30 s). */
  refreshIfStale(): Promise<void>
  /** Replaces the member after they changed their profile. */
  replaceUser(user: User): void
  /** Logs in with the password, or with a passkey. @throws ApiFailure */
  login(input: Login | PasskeyAssertion): Promise<void>
  /** @throws ApiFailure */
  register(input: Registration): Promise<void>
  /**
   * Ends the session here and on the server, or only here if the server cannot be reached: it follows later.
   * @throws ApiFailure when the server fails
   */
  logout(): Promise<{ hasEnded: boolean }>
  /** Whether a logout waits for the server's answer. Its stream or another request can learn of the end before. */
  isLoggingOut(): boolean
  /** Ends the session in this browser after it has ended on the server. Keeps the other stored data. */
  leave(): void
  /** Ends the session in this browser at once, and on the server as soon as it answers. Keeps the other stored data. */
  abandon(): void
  /**
   * Ends the session in this browser, and clears the stored data except the language and the mark of an earlier login.
   * Unless the session `hasEnded` on the server, it ends there too.
   */
  drop(options?: { hasEnded: boolean }): void
  /** Follows a login or logout in another tab. */
  follow(): Promise<void>
  [Symbol.dispose](): void
}

/** Milliseconds before the first retry when the server is unreachable at the start. */
const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 30_000

const LOADING = { status: 'loading', user: null, figures: null } as const
const VISITOR = { status: 'visitor', user: null, figures: null } as const

/** Stores the session token: the browser's storage, or the desktop app's. */
export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface SessionDeps {
  api: Api
  storage: PageStorage
  tokens: TokenStorage
  now(): number
  /** Loads with its first use, to keep it out of the first load. */
  loadEnding(): Promise<SessionEnding>
  /** Returns the position of this browser; null when it is unknown. */
  position(): Position | null
  /** Returns what this browser has kept for the session; null if it has nothing. */
  recall(): Promise<{ user: User } | null>
  /** Called after a login or a registration. */
  onArrival(opened: AuthResponse, visitType: VisitType): void
}

export function createSessionStore({
  api,
  storage,
  tokens,
  now,
  loadEnding,
  position,
  recall,
  onArrival,
}: SessionDeps): SessionStore {
  const { getState, setState, subscribe } = createStore<SessionState>(LOADING)
  let token: string | null = null
  let timer: ReturnType<typeof setInterval> | null = null
  let restart: ReturnType<typeof setTimeout> | undefined
  let pause = FIRST_PAUSE
  let ending: Promise<SessionEnding> | undefined
  let isLoggingOut = false
  let refreshedAt = Number.NEGATIVE_INFINITY

  function keepFresh(on: boolean) {
    clearTimeout(restart)
    if (timer) clearInterval(timer)
    timer = on ? setInterval(refreshInBackground, TIMING.sessionRefetch) : null
  }

  function refreshInBackground() {
    refresh({ [BACKGROUND_HEADER]: '1' }).catch(() => undefined)
  }

  /** Lets the first page open on the login after the session has ended. */
  const rememberLogin = () => storage.setItem(STORAGE_KEYS.hasLoggedIn, '1')
  function keep(opened: string) {
    token = opened
    tokens.setItem(STORAGE_KEYS.token, opened)
    rememberLogin()
  }

  function open(opened: AuthResponse, visitType: VisitType) {
    storage.removeItem(STORAGE_KEYS.ending)
    ending?.then(
      ({ stop }) => stop(),
      () => undefined,
    )
    keep(opened.token)
    setState({ status: 'member', user: opened.user, figures: null })
    keepFresh(true)
    void refresh().catch(() => undefined)
    onArrival(opened, visitType)
  }

  function end() {
    token = null
    keepFresh(false)
    // Another tab that clears the storage has removed the mark for a moment.
    rememberLogin()
    setState(VISITOR)
  }

  /** Returns whether another tab has logged in. The cookie and the stored data belong to its session then. */
  function isReplaced() {
    const kept = tokens.getItem(STORAGE_KEYS.token)
    return kept !== null && kept !== token
  }

  function leave() {
    if (!isReplaced()) {
      tokens.removeItem(STORAGE_KEYS.token)
      storage.removeItem(STORAGE_KEYS.match)
      storage.removeItem(STORAGE_KEYS.goodConversations)
    }
    end()
  }

  /** Ends a session on the server that this browser has left, unless a login replaces it before the code has loaded. */
  function endLater(left: string | null) {
    const hasLoggedIn = () => tokens.getItem(STORAGE_KEYS.token) !== null
    ending ??= loadEnding()
    ending.then(
      ({ end }) => {
        if (!hasLoggedIn()) end(left)
      },
      () => {
        ending = undefined
        if (!hasLoggedIn()) storage.setItem(STORAGE_KEYS.ending, '1')
      },
    )
  }

  function drop({ hasEnded } = { hasEnded: true }) {
    const left = isReplaced() ? null : token
    if (!isReplaced()) {
      tokens.removeItem(STORAGE_KEYS.token)
      clearStorage(storage)
    }
    end()
    if (left && !hasEnded) endLater(left)
  }

  function abandon() {
    const left = isReplaced() ? null : token
    leave()
    if (left) endLater(left)
  }

  function suspend(opened = token) {
    if (!opened) return
    keep(opened)
    keepFresh(false)
    setState({ status: 'suspended', user: null, figures: null })
  }

  async function refresh(more?: Record<string, string>) {
    const asked = token
    if (!asked) return
    const { data } = await api.call('getSession', { headers: { ...locationHeaders(position()), ...more } })
    if (token !== asked) return
    refreshedAt = now()
    const { user, ...figures } = data
    setState({ status: 'member', user, figures })
    if (!timer) keepFresh(true)
  }

  async function start() {
    keepFresh(false)
    const before = token
    token = tokens.getItem(STORAGE_KEYS.token)
    if (!token) {
      if (storage.getItem(STORAGE_KEYS.ending)) endLater(null)
      return setState(VISITOR)
    }
    // Earlier versions stored no mark.
    rememberLogin()
    const asked = token
    const { status: shown } = getState()
    // The page for an unreachable server stays on screen during a retry, as a recalled member does.
    if (shown !== 'unreachable' && !(shown === 'member' && token === before)) setState(LOADING)
    try {
      await refresh()
      pause = FIRST_PAUSE
    } catch (error) {
      if (token !== asked || getState().status === 'suspended') return
      const status = error instanceof ApiFailure ? error.status : 0
      if (status === 401) leave()
      else if (status === 403) drop({ hasEnded: false })
      else {
        const message = messageOf(error, t`Something went wrong. Please try again.`)
        const user = getState().user ?? (await recall())?.user
        if (token !== asked) return
        if (user) setState({ status: 'member', user, figures: null })
        else setState({ status: 'unreachable', user: null, figures: null, message })
        restart = setTimeout(() => void start(), pause)
        pause = Math.min(2 * pause, LONGEST_PAUSE)
      }
    }
  }

  return {
    getState,
    subscribe,
    refresh: () => refresh(),
    refreshInBackground,
    suspend,
    drop,
    leave,
    abandon,
    start,
    token: () => token,
    async refreshIfStale() {
      if (now() - refreshedAt > TIMING.sessionFresh) await refresh()
    },

    replaceUser(user) {
      const state = getState()
      if (state.status === 'member' && state.user.id === user.id) setState({ ...state, user })
    },

    async follow() {
      const kept = tokens.getItem(STORAGE_KEYS.token)
      if (kept === token) return
      if (kept) await start()
      else end()
    },

    async login(input) {
      try {
        const { data } = await callLogin(api, input)
        open(data, 'login')
      } catch (error) {
        if (getState().status !== 'suspended') throw error
      }
    },

    async register(input) {
      const at = position()
      const body = at ? { ...input, latitude: at.latitude, longitude: at.longitude } : input
      const { data } = await api.call('register', { body, headers: locationHeaders(at) })
      open(data, 'register')
    },

    isLoggingOut: () => isLoggingOut,

    async logout() {
      const left = token
      isLoggingOut = true
      try {
        await api.call('logout', {})
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'NETWORK') throw error
        if (token === left) abandon()
        return { hasEnded: false }
      } finally {
        isLoggingOut = false
      }
      // Another tab may have logged in since.
      if (token === left) leave()
      return { hasEnded: true }
    },

    [Symbol.dispose]() {
      keepFresh(false)
    },
  }
}
