import { QueryClient } from '@tanstack/react-query'
import type { User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import type { Knock } from '#schema/knocks.ts'
import { PRODUCT } from '#schema/product.ts'
import type { SearchState } from '#schema/ring.ts'
import { mayHaveUnsent } from '../../data/erase-unsent.ts'
import { ApiFailure, messageOf, notLoaded } from '../../data/failure.ts'
import { createFarewell } from '../../data/farewell.ts'
import { localizedFetch } from '../../i18n/localized-fetch.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import type { ChatSwitch } from '../chat/chat-switch.ts'
import type { ChatView } from '../chat/chat-view.ts'
import type { OpenConversation } from '../chat/conversation.ts'
import type { DraftTexts } from '../chat/draft-texts.ts'
import { createDrafts } from '../chat/drafts.ts'
import { createInvitations, type Invitations, type InvitationsDeps } from '../chat/invitations.ts'
import { createMatchMemory, type MatchMemory } from '../chat/match-memory.ts'
import type { MatchNotifications, News } from '../chat/match-notifications.ts'
import type { OpenChats } from '../chat/open-chats.ts'
import type { ListedPerson, StartChatDeps } from '../chat/start-chat.ts'
import { createLazyKeeper } from '../chat/unsent-keeper.ts'
import { whileBoth } from '../chat/while-both.ts'
import { createKnocks, type Knocks } from '../knocks/knocks.ts'
import { CONVERSATIONS, KEPT, NEARBY } from '../list-keys.ts'
import { createLiveStream, type LiveStream } from '../live/live-stream.ts'
import { handleRefusedStream } from '../live/refused-stream.ts'
import { createFrameWait } from '../live/until-frame.ts'
import { retryUntilDone } from '../retry.ts'
import type { RingLoader } from '../ring/ring-loader.ts'
import type { Services } from '../services.ts'
import { createStore, type Store, type WritableStore } from '../store.ts'
import { browserLocation } from './geolocation.ts'
import { createChats } from './member-chats.ts'
import { createMemberLocation } from './member-location.ts'
import { createMemberNotices, type MemberNotices } from './member-notices.ts'
import { startPage } from './page-lifecycle.ts'
import { createPageVisibility } from './page-visibility.ts'
import type { SessionStore } from './session.ts'

/** The panel that is open over the home screen. */
export type Panel = 'profile' | 'card' | 'premium' | 'settings' | 'support'

/** The services for a signed-in member. They and their caches last as long as the session. */
export interface MemberServices extends MemberNotices {
  readonly stream: LiveStream
  readonly chat: ChatMachine
  /** Whether the chat is on screen or set aside. */
  readonly view: ChatView
  /** Asks before another chat replaces an open one that the member could not return to. */
  readonly chatSwitch: ChatSwitch
  readonly queries: QueryClient
  readonly panel: WritableStore<Panel | null>
  /** Whether the member looks at the window of the desktop app, which reports it. Always true in a browser. */
  readonly attention: WritableStore<boolean>
  readonly invitations: Invitations
  readonly knocks: Knocks
  /** The member's search as the server has it, on any device; null while that is not known. */
  readonly searchState: Store<SearchState | null>
  readonly ring: RingLoader
  /** Null in the desktop app, which has its own, and where the browser has none. */
  readonly matchNotifications: MatchNotifications | null
  /** Resolves to null when the chat could not be started. A toast shows the reason. */
  startChat(person: ListedPerson): Promise<Conversation | null>
  refreshConversations(): void
  /** Reloads the conversations, the people nearby and the kept members. */
  refreshLists(): void
  /** Resolves once the code is loaded. */
  openConversation(me: User, conversation: Conversation): Promise<OpenConversation>
  /** Returns the draft of a conversation, which outlasts its screen and the page. */
  draftOf(conversationId: string): WritableStore<DraftTexts>
  /** Continues to send the messages of earlier pages. */
  restoreUnsent(): Promise<void>
  /** Returns a new key for a message. The server recognizes a retry by it. */
  newKey(): string
  /** Opens the live stream and restores the match. Returns a function that stops both. */
  start(): () => void
  /** Leaves the chat and ends the session, like `SessionStore.logout`. @throws ApiFailure */
  logOut(): ReturnType<SessionStore['logout']>
}

/**
 * Returns 32 random hexadecimal digits. `randomUUID` requires a secure page, and a local network may use plain HTTP.
 */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Retries a failed query up to three times unless it was refused, and never a mutation (spec §8). */
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
  const { api, session, position, toasts, storage, tabStorage, forceLogout, recall } = services
  const { navigator } = window
  const now = () => Date.now()
  const token = () => session.token()
  const fetch = localizedFetch(window.fetch.bind(window))
  const queries = new QueryClient({ defaultOptions: QUERY_DEFAULTS })
  const endInBackground = () => forceLogout(undefined, { background: true })
  const stream = createLiveStream({
    fetch,
    token,
    newKey,
    onRefused: () => handleRefusedStream({ session, endSession: () => endInBackground() }),
    tabs: tabsOf(window),
    untilFrame: createFrameWait(window),
  })
  const farewell = createFarewell({ fetch, token, sendBeacon: navigator.sendBeacon.bind(navigator) })
  const memory = createMatchMemory(storage, now)
  const chatDeps = { api, stream, toasts, tabStorage, memory, recall, now, newKey }
  const attention = createStore(true)
  const isLookingAtPage = whileBoth(attention, createPageVisibility(window.document))
  const chats = createChats(
    { ...chatDeps, session, onLeave: (id) => conversations.discardUnsent(id) },
    { window, storage, isLooking: isLookingAtPage },
  )
  const { chat, view } = chats
  const env = browserLocation(window)
  const memberLocation = createMemberLocation({ env, position, toasts, storage })
  const isLooking = whileBoth(isLookingAtPage, view.isOnScreen)
  const news = createNews({ ...chatDeps, ...chats, userId })
  // The message of the event is in English, so the page shows its own.
  stream.on('session_ended', ({ code }) => (code === 'SUSPENDED' ? session.suspend() : endInBackground()))

  const conversations = createConversations({ ...chatDeps, session, userId, chat, window, isLooking })
  const pageDeps = { window, userId, stream, session, farewell, queries, storage }

  return {
    stream,
    ...chats,
    queries,
    panel: createStore<Panel | null>(null),
    attention,
    newKey,
    draftOf: conversations.draftOf,
    restoreUnsent: conversations.restoreUnsent,
    ...news,
    ...createMemberNotices(storage, userId, chat),
    startChat: (person) => loadAndStartChat({ api, session, chat, toasts }, person),
    refreshConversations: () => void queries.invalidateQueries({ queryKey: [CONVERSATIONS] }),
    refreshLists() {
      for (const key of [CONVERSATIONS, NEARBY, KEPT]) void queries.invalidateQueries({ queryKey: [key] })
    },
    openConversation: conversations.open,
    start() {
      const stop = startPage({ ...pageDeps, ...chats, ...news })
      void memberLocation.captureForSession({ wanted: false })
      return () => {
        stop()
        conversations.close()
      }
    },
    async logOut() {
      await chat.resign()
      await chats.ring.leave()
      return session.logout()
    },
  }
}

/** Whether the member is signed in here, as far as this page knows. */
function isMember(session: Pick<SessionStore, 'getState'>, userId: string) {
  const { status, user } = session.getState()
  return status !== 'visitor' && status !== 'suspended' && (user === null || user.id === userId)
}

interface ConversationsDeps extends Pick<Services, 'api' | 'session' | 'toasts' | 'recall' | 'tabStorage'> {
  userId: string
  window: Window & typeof globalThis
  stream: LiveStream
  memory: MatchMemory
  chat: ChatMachine
  /** Whether the member looks at the chat. */
  isLooking: Store<boolean>
  now(): number
  newKey(): string
}

/** The conversations with their unsent messages and drafts, which outlast the page where the browser stores them. */
function createConversations({ session, isLooking, ...rest }: ConversationsDeps) {
  const { window, userId, chat, tabStorage } = rest
  const deps = {
    ...rest,
    isSignedIn: () => isMember(session, userId),
    user: () => session.getState().user,
    token: () => session.token(),
  }
  let loading: Promise<OpenChats> | null = null
  const keeper = createLazyKeeper(async () => {
    const [{ keepUnsent }, { outboxOf }] = await Promise.all([import('../unsent/keep-unsent.ts'), load()])
    return keepUnsent({ ...deps, outboxOf })
  })

  function load() {
    loading ??= untilLoaded(() => import('../chat/open-chats.ts')).then(({ createOpenChats }) =>
      createOpenChats({ ...deps, keeper, attention: isLooking, locks: window.navigator.locks }),
    )
    return loading
  }

  chat.subscribe(() => chat.getState().phase === 'searching' && void load())
  const drafts = createDrafts({ keeper, tabStorage, userId })
  return {
    draftOf: drafts.of,
    close() {
      drafts.close()
      keeper.close()
    },
    open: async (me: User, conversation: Conversation) => (await load()).open(me, conversation),
    discardUnsent: (id: string) => void loading?.then(({ discardUnsent }) => discardUnsent(id)),
    async restoreUnsent() {
      if (await mayHaveUnsent(() => window.indexedDB)) await keeper.ready()
    },
  }
}

/** Loads a part of the app, again and again until it is there. */
const untilLoaded = <Module>(load: () => Promise<Module>) =>
  new Promise<Module>((resolve) => {
    retryUntilDone('Loading the chat', async () => resolve(await load().catch(notLoaded)))
  })

/** What other members want from this one: they opened a chat, or would like to talk. */
function createNews({
  matchNotifications,
  ...deps
}: Omit<InvitationsDeps, 'notify'> & { now(): number } & Pick<MemberServices, 'matchNotifications'>) {
  const notify = (news: News) => matchNotifications?.show(news)
  return {
    invitations: createInvitations({ ...deps, notify }),
    knocks: createKnocks({ ...deps, onArrival: (knock) => void notifyOfKnock(knock, notify) }),
  }
}

/** The words load with the first knock. */
async function notifyOfKnock(knock: Knock, notify: (news: News) => void) {
  const words = await withTexts('people', import('../knocks/knock-words.ts')).catch(() => null)
  if (words) notify(words.knockNews(knock))
}

/** The code loads with the first chat that the member starts from a list. */
async function loadAndStartChat(deps: StartChatDeps, person: ListedPerson) {
  try {
    const { createStartChat } = await import('../chat/start-chat.ts').catch(notLoaded)
    return await createStartChat(deps)(person)
  } catch (error) {
    deps.toasts.show({ title: messageOf(error, ''), variant: 'destructive' })
    return null
  }
}

/** Returns the means to share a stream between tabs; null if the browser lacks them. */
const tabsOf = (window: Window & typeof globalThis) =>
  'locks' in window.navigator && 'BroadcastChannel' in window
    ? {
        locks: window.navigator.locks,
        channel: () => new window.BroadcastChannel(`${PRODUCT.slug}-live`),
      }
    : null
