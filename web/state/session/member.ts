import { QueryClient } from '@tanstack/react-query'
import type { User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import { PRODUCT } from '#schema/product.ts'
import { ApiFailure } from '../../data/failure.ts'
import { createFarewell } from '../../data/farewell.ts'
import { isOpen } from '../chat/about-conversation.ts'
import { type ChatMachine, createChatMachine } from '../chat/chat-machine.ts'
import { type ChatView, createChatView } from '../chat/chat-view.ts'
import { createOpenConversation, type OpenConversation } from '../chat/conversation.ts'
import { createFirstChatNotice, type FirstChatNotice } from '../chat/first-chat.ts'
import { createInvitations, type Invitations } from '../chat/invitations.ts'
import { createMatchMemory } from '../chat/match-memory.ts'
import { createOutbox, type Outbox } from '../chat/outbox.ts'
import { createStartChat, type ListedPerson } from '../chat/start-chat.ts'
import { startUnreadSignal } from '../chat/unread-signal.ts'
import { whileBoth } from '../chat/while-both.ts'
import { watchConnection } from '../live/connection.ts'
import { createLiveStream, type LiveStream } from '../live/live-stream.ts'
import { handleRefusedStream } from '../live/refused-stream.ts'
import type { Services } from '../services.ts'
import { createStore, type WritableStore } from '../store.ts'
import { browserLocation } from './geolocation.ts'
import { createWhereabouts } from './whereabouts.ts'

/** What is open over the home screen. */
export type Panel = 'profile' | 'premium' | 'settings' | 'support'

/** What only somebody who is signed in needs. It lives as long as their session, and its caches go with it. */
export interface MemberServices {
  readonly stream: LiveStream
  readonly chat: ChatMachine
  /** Where the chat stands: on screen, or set aside. */
  readonly view: ChatView
  readonly queries: QueryClient
  readonly panel: WritableStore<Panel | null>
  /** Whether somebody looks at this page. The desktop app tells; in a browser it counts as looked at. */
  readonly attention: WritableStore<boolean>
  readonly invitations: Invitations
  readonly firstChat: FirstChatNotice
  /** Null when it could not be started; the reason has been told. */
  startChat(person: ListedPerson): Promise<Conversation | null>
  refreshConversations(): void
  /** The conversations and the people nearby are read anew. */
  refreshLists(): void
  openConversation(me: User, conversation: Conversation): OpenConversation
  /** For a message, so that a retry finds its first copy. */
  newKey(): string
  /** Opens the live connection and restores the match; the returned function closes it again. */
  start(): () => void
  /** Leaves the chat, and ends the session. @throws ApiFailure */
  logOut(): Promise<void>
}

/** `randomUUID` is only there on secure pages; a machine in the house network may serve plain HTTP. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** The query keys of the lists: the paths they are read from. */
export const CONVERSATIONS = '/api/v1/conversations'
export const NEARBY = '/api/v1/near-by'

/** Spec §8: not what was refused, anything else up to three times; never what changes something. */
export const QUERY_DEFAULTS = {
  queries: {
    retry: (failures: number, error: Error) =>
      !(error instanceof ApiFailure && [401, 403].includes(error.status)) && failures < 3,
    retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  },
  mutations: { retry: false },
} as const

export function createMemberServices(
  services: Services,
  userId: string,
  window: Window & typeof globalThis,
): MemberServices {
  const { api, session, position, toasts, forceLogout } = services
  const { navigator, localStorage } = window
  const now = () => Date.now()
  const token = () => session.token()
  const fetch = window.fetch.bind(window)
  const queries = new QueryClient({ defaultOptions: QUERY_DEFAULTS })
  const endInBackground = (message?: string) => forceLogout(message, { background: true })
  const stream = createLiveStream({
    fetch,
    token,
    onUnauthorized: () => handleRefusedStream({ session, endSession: () => endInBackground() }),
    tabs:
      'locks' in navigator && 'BroadcastChannel' in window
        ? { locks: navigator.locks, channel: () => new window.BroadcastChannel(`${PRODUCT.slug}-live`) }
        : null,
  })
  const farewell = createFarewell({ fetch, token, sendBeacon: navigator.sendBeacon.bind(navigator) })
  const memory = createMatchMemory(localStorage, now)
  const { chat, view } = createChatView(
    createChatMachine({ api, session, stream, toasts, memory, now, newKey }),
  )
  const whereabouts = createWhereabouts({
    env: browserLocation(window),
    position,
    toasts,
    storage: localStorage,
  })
  const panel = createStore<Panel | null>(null)
  const attention = createStore(true)
  const invitations = createInvitations({ api, userId, stream, chat, toasts })
  stream.on('session_ended', ({ message, code }) =>
    code === 'SUSPENDED' ? session.suspend() : endInBackground(message),
  )

  const outboxes = new Map<string, Outbox>()
  function outboxOf(conversationId: string): Outbox {
    const known = outboxes.get(conversationId)
    if (known) return known
    const isSignedIn = () => {
      const { status, user } = session.getState()
      return status !== 'visitor' && status !== 'suspended' && (user === null || user.id === userId)
    }
    const outbox = createOutbox({ api, connected: stream.connected, isSignedIn })
    outboxes.set(conversationId, outbox)
    return outbox
  }

  function onHide() {
    const state = chat.getState()
    if (state.phase === 'matched' && isOpen(state.conversation)) {
      farewell.disconnect(state.conversation.id, userId)
      farewell.resign(state.conversation.id, { unload: true })
    }
    for (const id of chat.unfinishedResignations()) farewell.resign(id, { unload: false })
    if (state.phase === 'searching') farewell.cancelSearch(state.searchId)
    stream.close()
  }
  const onFocus = () => void session.refreshIfStale().catch(() => undefined)
  // A page that comes back from the browser's cache goes on where it was.
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && stream.open(userId)

  return {
    stream,
    chat,
    view,
    queries,
    panel,
    attention,
    newKey,
    invitations,
    firstChat: createFirstChatNotice(localStorage, userId),
    startChat: createStartChat({ api, session, chat, toasts }),
    refreshConversations: () => void queries.invalidateQueries({ queryKey: [CONVERSATIONS] }),
    refreshLists() {
      for (const key of [CONVERSATIONS, NEARBY]) void queries.invalidateQueries({ queryKey: [key] })
    },
    openConversation: (me, conversation) =>
      createOpenConversation({
        api,
        stream,
        toasts,
        memory,
        me,
        conversation,
        outbox: outboxOf(conversation.id),
        attention: whileBoth(attention, view.isOnScreen),
        now,
        newKey,
      }),
    start() {
      stream.open(userId)
      void chat.start()
      window.addEventListener('pagehide', onHide)
      window.addEventListener('pageshow', onShow)
      window.addEventListener('focus', onFocus)
      const stopWatching = watchConnection({ window, document: window.document, stream })
      void whereabouts.captureForSession({ wanted: false })
      const stopUnreadSignal = startUnreadSignal({
        stream,
        userId,
        page: window.document,
        showIcon: (path) => window.document.querySelector('link[rel="icon"]')?.setAttribute('href', path),
      })
      return () => {
        stopUnreadSignal()
        window.removeEventListener('focus', onFocus)
        window.removeEventListener('pagehide', onHide)
        window.removeEventListener('pageshow', onShow)
        stopWatching()
        chat.stop()
        stream.close()
      }
    },
    async logOut() {
      await chat.resign()
      await session.logout()
    },
  }
}
