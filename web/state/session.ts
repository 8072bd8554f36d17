import type { SessionResponse, User } from '#schema/account.ts'
import { TIMING } from '#schema/limits.ts'
import type { Login, Registration } from '#schema/registration.ts'
import type { Api } from '../data/api.ts'
import { ApiFailure } from '../data/failure.ts'
import { STORAGE_KEYS } from '../data/storage-keys.ts'
import { createStore, type Store } from './store.ts'

export type Figures = Omit<SessionResponse, 'user'>

export type SessionState =
  | { status: 'loading'; user: null; figures: null }
  | { status: 'unreachable'; user: null; figures: null; message: string }
  | { status: 'visitor'; user: null; figures: null }
  | { status: 'member'; user: User; figures: Figures | null }

export interface SessionStore extends Store<SessionState> {
  token(): string | null
  /** Restores a stored token; without one there is nobody to ask about. */
  start(): Promise<void>
  refresh(): Promise<void>
  /** @throws ApiFailure */
  login(input: Login): Promise<void>
  /** @throws ApiFailure */
  register(input: Registration): Promise<void>
  /** @throws ApiFailure */
  logout(): Promise<void>
  /** Ends the session in this browser without asking the server. */
  drop(): void
  [Symbol.dispose](): void
}

const VISITOR = { status: 'visitor', user: null, figures: null } as const

interface SessionDeps {
  api: Api
  storage: Storage
}

export function createSessionStore({ api, storage }: SessionDeps): SessionStore {
  const { getState, setState, subscribe } = createStore<SessionState>({
    status: 'loading',
    user: null,
    figures: null,
  })
  let timer: ReturnType<typeof setInterval> | null = null

  function keepFresh(on: boolean) {
    if (timer) clearInterval(timer)
    timer = on ? setInterval(() => void refresh().catch(() => undefined), TIMING.sessionRefetch) : null
  }

  function open(token: string, user: User) {
    storage.setItem(STORAGE_KEYS.token, token)
    setState({ status: 'member', user, figures: null })
    keepFresh(true)
    void refresh().catch(() => undefined)
  }

  function drop() {
    keepFresh(false)
    storage.clear()
    setState(VISITOR)
  }

  async function refresh() {
    const token = storage.getItem(STORAGE_KEYS.token)
    if (!token) return
    const { data } = await api.call('getSession', {})
    if (storage.getItem(STORAGE_KEYS.token) !== token) return
    const { user, ...figures } = data
    setState({ status: 'member', user, figures })
  }

  return {
    getState,
    subscribe,
    refresh,
    drop,
    token: () => storage.getItem(STORAGE_KEYS.token),

    async start() {
      if (!storage.getItem(STORAGE_KEYS.token)) return setState(VISITOR)
      setState({ status: 'loading', user: null, figures: null })
      try {
        await refresh()
        keepFresh(true)
      } catch (error) {
        // A refused token has ended the session already; anything else says nothing about it.
        if (getState().status === 'visitor') return
        const refused = error instanceof ApiFailure && (error.status === 401 || error.status === 403)
        if (refused) drop()
        else
          setState({
            status: 'unreachable',
            user: null,
            figures: null,
            message: String((error as Error).message),
          })
      }
    },

    async login(input) {
      const { data } = await api.call('login', { body: input })
      open(data.token, data.user)
    },

    async register(input) {
      const { data } = await api.call('register', { body: input })
      storage.removeItem(STORAGE_KEYS.registerDraft)
      open(data.token, data.user)
    },

    async logout() {
      await api.call('logout', {})
      drop()
    },

    [Symbol.dispose]() {
      keepFresh(false)
    },
  }
}
