import { vi } from 'vitest'
import type { Conversation } from '#schema/chat.ts'
import type { DesktopBridge, DesktopEvent, DesktopMessage, DesktopState } from '#schema/desktop.ts'
import type { SearchState } from '#schema/ring.ts'
import type { Api } from '#web/data/api.ts'
import type { ChatMachine } from '#web/state/chat/chat-machine.ts'
import type { ChatState } from '#web/state/chat/chat-state.ts'
import { createChatSwitch } from '#web/state/chat/chat-switch.ts'
import { startDesktopLink } from '#web/state/desktop/desktop-link.ts'
import { createKnocks } from '#web/state/knocks/knocks.ts'
import { createStore } from '#web/state/store.ts'
import { aConversation, aMessage, CHAT, createTestStream, ME, signedIn } from './kit.ts'

export const OTHER = CHAT.replace('c1', 'c2')
export const SETTLED = 1_000

/** A chat whose state the test sets, and which records its calls. */
function createTestChat(initial: ChatState) {
  const { getState, setState, subscribe } = createStore(initial)
  const asked: string[] = []
  const note = (name: string) => async () => void asked.push(name)
  const chat: ChatMachine = {
    getState,
    subscribe,
    start: note('start'),
    resumeSearch: () => void asked.push('resumeSearch'),
    findMatch: note('findMatch'),
    findExchange: note('findExchange'),
    cancel: note('cancel'),
    endSearch: note('endSearch'),
    search: { begin: () => undefined, poll: () => undefined, rest: () => undefined, end: () => undefined },
    resign: note('resign'),
    findAnother: () => void asked.push('findAnother'),
    enter: () => undefined,
    open(conversation) {
      asked.push('open')
      setState({ phase: 'matched', conversation, isNewMatch: false })
    },
    leave: () => undefined,
    showKeep: () => undefined,
    stop: () => undefined,
    unfinishedResignations: () => [],
  }
  return { chat, asked, setState }
}

function startKnocks(api: Api, stream: ReturnType<typeof createTestStream>) {
  const knocks = createKnocks({ api, stream, now: () => Date.now(), onArrival: () => undefined })
  knocks.start()
  return knocks
}

const refuse = () => Promise.reject(new Error('not asked here'))
const NOT_ASKED = {
  readSettings: refuse,
  changeSettings: refuse,
  forgetServer: refuse,
  readToken: refuse,
  keepToken: refuse,
}

/** Serves the conversations. Returns their unread counts, which the test sets. */
function serveConversations(server: Awaited<ReturnType<typeof signedIn>>['server']): Record<string, number> {
  const unread: Record<string, number> = {}
  const list = (): Conversation[] =>
    Object.entries(unread).map(([id, unreadCount]) => aConversation({ id, unreadCount }))
  server.on('listConversations', () => ({
    body: { elements: list(), totalPages: 1, totalElements: 1, last: true },
  }))
  server.on('currentConversation', ({ params }) => ({ body: aConversation({ id: params[0] ?? '' }) }))
  return unread
}

export async function setUp(initial: ChatState = { phase: 'idle' }) {
  const { services, server } = await signedIn()
  const unread = serveConversations(server)
  const stream = createTestStream()
  const attention = createStore(true)
  const isOnScreen = createStore(true)
  const searchState = createStore<SearchState | null>(null)
  const { chat, asked, setState } = createTestChat(initial)
  const states: DesktopState[] = []
  const events: DesktopEvent[] = []
  const ways: string[] = []
  let told: (message: DesktopMessage) => void = () => undefined
  const bridge: DesktopBridge = {
    ...NOT_ASKED,
    tellState: (state) => void states.push(state),
    hideQuietly: () => undefined,
    tellEvent: (event) => void events.push(event),
    onMessage(listener) {
      told = listener
      return () => undefined
    },
  }
  const { chatSwitch } = createChatSwitch(chat, () => false)
  const knocks = startKnocks(services.api, stream)
  const stop = startDesktopLink({
    bridge,
    api: services.api,
    userId: ME,
    stream,
    chat,
    chatSwitch,
    knocks,
    searchState,
    toasts: services.toasts,
    attention,
    isOnScreen,
    goHome: () => void ways.push('home'),
    openSettings: () => void ways.push('settings'),
    newKey: () => 'key-1',
  })
  await vi.advanceTimersByTimeAsync(SETTLED)
  return {
    server,
    api: services.api,
    stream,
    attention,
    isOnScreen,
    chat,
    knocks,
    searchState,
    asked,
    setState,
    states,
    events,
    ways,
    unread,
    stop,
    tell: (message: DesktopMessage) => told(message),
    async hear(n: number, changes = {}) {
      stream.tell({ event: 'new_chat_message', data: aMessage(n, changes) }, `e${n}`)
      await vi.advanceTimersByTimeAsync(SETTLED)
    },
  }
}

export const talking = {
  phase: 'matched',
  conversation: aConversation(),
  isNewMatch: false,
} satisfies ChatState
