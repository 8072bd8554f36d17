import { userModel } from '#schema/account.fields.ts'
import type { User } from '#schema/account.ts'
import type { Conversation, Message, MessagePage } from '#schema/chat.ts'
import type { LiveEvent, LiveEventName } from '#schema/events.ts'
import type { Knock } from '#schema/knocks.ts'
import { ROUTES, type Route, type RouteName } from '#schema/routes.ts'
import type { LiveStream } from '#web/state/live/live-stream.ts'
import { createServices, type Services } from '#web/state/services.ts'
import type { VisitType } from '#web/state/session/session.ts'
import { createStore } from '#web/state/store.ts'
import { createStorage } from '../../kit/storage.ts'

export const ME = '01999999-0000-7000-8000-000000000001'
export const PARTNER = '01999999-0000-7000-8000-000000000002'
export const CHAT = '01999999-0000-7000-8000-0000000000c1'
const THEN = '2026-11-20T12:00:00.000Z'

export const aUser = (changes: Partial<User> = {}): User => ({
  ...userModel.example,
  id: ME,
  userName: 'anika@example.com',
  displayName: 'Anika',
  city: null,
  state: null,
  country: null,
  location: null,
  interests: ['Film photography'],
  created: THEN,
  lastSeen: THEN,
  languages: [],
  learning: [],
  ...changes,
})

export const aConversation = (changes: Partial<Conversation> = {}): Conversation => ({
  id: CHAT,
  userId: ME,
  partnerId: PARTNER,
  userDisplayName: 'Anika',
  partnerDisplayName: 'Juniper',
  name: 'Juniper',
  userActive: true,
  partnerActive: true,
  userOnline: true,
  lastMessageTime: null,
  lastSentMessage: null,
  unreadCount: 0,
  sharedInterests: ['Film photography'],
  ...changes,
})

/** Returns a knock of the partner. */
export const aKnock = (changes: Partial<Knock> = {}): Knock => ({
  id: '01999999-2222-7000-8000-000000000001',
  userId: PARTNER,
  displayName: 'Juniper',
  age: 34,
  gender: 'Female',
  sharedInterests: ['Film photography'],
  again: true,
  created: THEN,
  expires: '2026-11-21T12:00:00.000Z',
  ...changes,
})

/** Returns the n-th message of a conversation. Ids grow with n. */
export const aMessage = (n: number, changes: Partial<Message> = {}): Message => ({
  id: `01999999-1111-7000-8000-${String(n).padStart(12, '0')}`,
  conversationId: CHAT,
  message: `Message ${n}`,
  time: new Date(Date.parse(THEN) + n * 1000).toISOString(),
  senderId: PARTNER,
  senderName: 'Juniper',
  read: false,
  clearedBy: [],
  clientMessageId: null,
  ...changes,
})

/** Returns a page in the server's order: newest first. */
export function pageOf(all: Message[], before?: string, size = 10): MessagePage {
  const older = all.filter(({ id }) => before === undefined || id < before).toReversed()
  return {
    elements: older.slice(0, size),
    totalPages: Math.ceil(all.length / size),
    totalElements: all.length,
    last: older.length <= size,
  }
}

export interface Asked {
  route: RouteName
  path: string
  params: string[]
  query: Record<string, string>
  body: unknown
  headers: Headers
  signal: AbortSignal | null
  keepalive: boolean
}
export type Reply = { status?: number; body: unknown } | Error
type Script = Reply | ((asked: Asked) => Reply | Promise<Reply>)

const SUCCESS: Reply = { body: { success: true } }
const abortError = () => new DOMException('aborted', 'AbortError')

/** A server whose answers the test sets by route, and which records the requests. */
export function createScriptedServer() {
  const scripts = new Map<RouteName, Script>([['listKnocks', { body: { elements: [] } }]])
  const asked: Asked[] = []
  const routes = (Object.entries(ROUTES) as [RouteName, Route][]).map(([name, route]) => ({
    name,
    method: route.method,
    pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  }))

  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input), 'http://rapport.test')
    const found = routes.find(({ method, pattern }) => method === init.method && pattern.test(url.pathname))
    if (!found) throw new Error(`no route ${init.method} ${url.pathname}`)
    const one: Asked = {
      route: found.name,
      path: url.pathname,
      params: found.pattern.exec(url.pathname)?.slice(1) ?? [],
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' && init.body.startsWith('{') ? JSON.parse(init.body) : init.body,
      headers: new Headers(init.headers),
      signal: init.signal ?? null,
      keepalive: init.keepalive ?? false,
    }
    asked.push(one)
    const script = scripts.get(found.name) ?? SUCCESS
    const signal = init.signal
    const aborted = new Promise<never>((_, reject) => {
      if (signal?.aborted) reject(abortError())
      signal?.addEventListener('abort', () => reject(abortError()))
    })
    aborted.catch(() => undefined)
    const reply = await Promise.race([typeof script === 'function' ? script(one) : script, aborted])
    if (reply instanceof Error) throw reply
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    return new Response(text, { status: reply.status ?? 200 })
  }

  return {
    fetch,
    asked,
    of: (route: RouteName) => asked.filter((one) => one.route === route),
    on: (route: RouteName, script: Script) => void scripts.set(route, script),
  }
}
export type ScriptedServer = ReturnType<typeof createScriptedServer>

export const refusal = (status: number, code: string, message = 'No.') => ({
  status,
  body: { code, message },
})
export const lostConnection = () => new TypeError('fetch failed')

export interface Browser {
  server: ScriptedServer
  storage: Storage
  events: EventTarget
  services: Services
  /** The logins and registrations, in turn. */
  arrivals: VisitType[]
}

/** Creates the app's services with a scripted server. They are not started. */
export function openBrowser({
  kept = {} as Record<string, string>,
  server = createScriptedServer(),
} = {}): Browser {
  const storage = createStorage()
  for (const [key, value] of Object.entries(kept)) storage.setItem(key, value)
  const events = new EventTarget()
  const root = { dataset: {} }
  const arrivals: VisitType[] = []
  const services = createServices({
    fetch: server.fetch,
    stores: { localStorage: storage, sessionStorage: createStorage() },
    root,
    systemDark: { matches: false, addEventListener: () => undefined },
    events,
    now: () => Date.now(),
    onArrival: (_services, _user, visitType) => void arrivals.push(visitType),
  })
  return { server, storage, events, services, arrivals }
}

/** Signs a member in, with the session loaded. */
export async function signedIn(changes: Partial<User> = {}): Promise<Browser> {
  // Loads the module once: a test with fake timers would not wait for the file.
  await import('#web/data/call.ts')
  const browser = openBrowser({ kept: { authToken: 'token-1' } })
  browser.server.on('getSession', () => sessionOf(aUser(changes)))
  await browser.services.session.start()
  return browser
}

export const sessionOf = (user: User) => ({
  body: {
    user,
    onlineUsersWithCommonInterest: 4,
    nearByUsers: 0,
    conversationCount: 2,
    unreadNotifications: 0,
  },
})

type TestStream = Pick<LiveStream, 'on' | 'onReconnect' | 'connected'> & {
  tell(event: LiveEvent, id?: string): void
  /** Loses or restores the connection. */
  setConnected(isConnected: boolean): void
}

/** A live stream whose events the test emits. */
export function createTestStream(): TestStream {
  const listeners = new Map<LiveEventName, Set<(data: never, id: string | null) => void>>()
  const reconnectListeners = new Set<() => void>()
  const connected = createStore(true)
  return {
    connected,
    setConnected(isConnected) {
      connected.setState(isConnected)
      if (isConnected) for (const listener of reconnectListeners) listener()
    },
    onReconnect(listener) {
      reconnectListeners.add(listener)
      return () => reconnectListeners.delete(listener)
    },
    on(name, listener) {
      const own = listeners.get(name) ?? new Set()
      own.add(listener as (data: never, id: string | null) => void)
      listeners.set(name, own)
      return () => own.delete(listener as (data: never, id: string | null) => void)
    },
    tell({ event, data }, id) {
      for (const listener of listeners.get(event) ?? []) listener(data as never, id ?? null)
    },
  }
}
