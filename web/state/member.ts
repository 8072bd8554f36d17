import { QueryClient } from '@tanstack/react-query'
import type { User } from '#schema/account.ts'
import type { Conversation } from '#schema/chat.ts'
import { ApiFailure } from '../data/failure.ts'
import { type ChatMachine, createChatMachine } from './chat-machine.ts'
import { createOpenConversation, type OpenConversation } from './conversation.ts'
import { createLiveStream, type LiveStream } from './live-stream.ts'
import { createMatchMemory } from './match-memory.ts'
import type { Services } from './services.ts'

/** What only somebody who is signed in needs. It lives as long as their session, and its caches go with it. */
export interface MemberServices {
  readonly stream: LiveStream
  readonly chat: ChatMachine
  readonly queries: QueryClient
  openConversation(me: User, conversation: Conversation): OpenConversation
  /** Opens the live connection and restores the match; the returned function closes it again. */
  start(): () => void
}

/** Spec §8: not what was refused, anything else up to three times; never what changes something. */
const retry = (failures: number, error: Error) =>
  !(error instanceof ApiFailure && [401, 403].includes(error.status)) && failures < 3

export function createMemberServices(
  services: Services,
  userId: string,
  window: Window & typeof globalThis,
): MemberServices {
  const { api, session, toasts, forceLogout } = services
  const { navigator } = window
  const now = () => Date.now()
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        retry,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  })
  const stream = createLiveStream({
    fetch: window.fetch.bind(window),
    url: (path) => api.url(path),
    token: () => session.token(),
    onUnauthorized: () => forceLogout(),
    locks: navigator.locks ?? null,
    channel: 'BroadcastChannel' in window ? new window.BroadcastChannel('rapport-live') : null,
  })
  const memory = createMatchMemory(window.localStorage, now)
  const chat = createChatMachine({ api, session, stream, toasts, memory, now })
  stream.on('session_ended', ({ message }) => forceLogout(message))

  function onHide() {
    const state = chat.getState()
    if (state.phase === 'matched') {
      const body = new Blob([JSON.stringify({ userId })], { type: 'application/json' })
      navigator.sendBeacon(api.url(`/api/v1/conversation/${state.conversation.id}/disconnect`), body)
    }
    stream.close()
  }
  // A page that comes back from the browser's cache takes its stream up again.
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && stream.open(userId)

  return {
    stream,
    chat,
    queries,
    openConversation: (me, conversation) =>
      createOpenConversation({
        api,
        stream,
        toasts,
        me,
        conversation,
        now,
        newKey: () => crypto.randomUUID(),
      }),
    start() {
      stream.open(userId)
      void chat.start()
      window.addEventListener('pagehide', onHide)
      window.addEventListener('pageshow', onShow)
      return () => {
        window.removeEventListener('pagehide', onHide)
        window.removeEventListener('pageshow', onShow)
        chat.stop()
        stream.close()
      }
    },
  }
}
