import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Conversation, ConversationPage } from '#schema/chat.ts'
import { BACKGROUND_HEADER, LIMITS } from '#schema/limits.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { CONVERSATIONS } from '../../state/session/member.ts'
import { type ConversationPages, flatten, mapConversations, withMessage } from './conversation-list.ts'

/** It is mostly asked for by itself, every two minutes. */
const IN_BACKGROUND = { [BACKGROUND_HEADER]: '1' }
const KEY = [CONVERSATIONS] as const
const STALE_AFTER = 5 * 60_000
const REFETCH_EVERY = 2 * 60_000

/** The list, page by page. Refetched by itself only while there is something in it (spec §4). */
export function useConversations({ enabled = true } = {}) {
  const { api } = useServices()
  const { data, ...query } = useInfiniteQuery<ConversationPage, Error, ConversationPages, typeof KEY, number>(
    {
      queryKey: KEY,
      enabled,
      initialPageParam: 0,
      staleTime: STALE_AFTER,
      refetchInterval: ({ state }) => (hasResults(state.data) ? REFETCH_EVERY : false),
      refetchOnWindowFocus: ({ state }) => hasResults(state.data),
      async queryFn({ pageParam, signal }) {
        const body = { pageNumber: pageParam, size: LIMITS.pageSize, paginated: 'true' as const }
        return (await api.call('listConversations', { body, signal, headers: IN_BACKGROUND })).data
      },
      getNextPageParam: (last, pages) => (last.last || last.elements.length === 0 ? null : pages.length),
    },
  )
  const openId = useOpenConversationId()
  // Without a connection, presence is unknown.
  const connected = useStore(useMember().stream.connected)
  const shown = (one: Conversation): Conversation => ({
    ...(one.id === openId ? asRead(one) : one),
    userOnline: connected && one.userOnline,
  })
  const conversations = data ? flatten(data).map(shown) : []
  return { ...query, conversations, total: data?.pages[0]?.totalElements ?? null }
}

/** What is open is read, though a list that was asked for a moment ago may not know it yet. */
const asRead = (one: Conversation): Conversation => ({ ...one, unreadCount: 0 })

const hasResults = (data: ConversationPages | undefined) => (data?.pages[0]?.elements.length ?? 0) > 0

/** The conversation on screen, if there is one: not while a document or the home screen stands before it. */
export function useOpenConversationId(): string | null {
  const { chat, view } = useMember()
  const state = useStore(chat)
  const isOnScreen = useStore(view.isOnScreen)
  return state.phase === 'matched' && isOnScreen ? state.conversation.id : null
}

/** Keeps the list as the live stream tells: who is online, what was said, how much is unread. */
export function useLiveConversations(openId: string | null) {
  const { stream } = useMember()
  const queries = useQueryClient()

  useEffect(() => {
    const refetch = () => void queries.invalidateQueries({ queryKey: KEY })
    const change = (to: (data: ConversationPages) => ConversationPages) => {
      const outdated = queries.getQueryState(KEY)?.isInvalidated
      queries.setQueryData<ConversationPages>(KEY, (data) => data && to(data))
      // A change by hand counts as fresh; what was outdated before it still is.
      if (outdated) refetch()
    }
    const setOnline = (userId: string, userOnline: boolean) =>
      change((data) =>
        mapConversations(data, (one) => (one.partnerId === userId ? { ...one, userOnline } : one)),
      )
    const stops = [
      stream.on('USER_ONLINE', ({ userId }) => setOnline(userId, true)),
      stream.on('USER_OFFLINE', ({ userId }) => setOnline(userId, false)),
      stream.on('match_found', refetch),
      stream.on('conversation_disconnected', refetch),
      stream.on('resync', refetch),
      stream.on('new_chat_message', (message) => {
        const data = queries.getQueryData<ConversationPages>(KEY)
        const changed = data && withMessage(data, message, openId)
        if (changed) change(() => changed)
        else refetch()
      }),
    ]
    const readOpen = () =>
      change((data) => mapConversations(data, (one) => (one.id === openId ? asRead(one) : one)))
    readOpen()
    return () => {
      readOpen()
      for (const stop of stops) stop()
    }
  }, [stream, queries, openId])
}
