import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Conversation, ConversationPage } from '#schema/chat.ts'
import { BACKGROUND_HEADER, LIMITS } from '#schema/limits.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { CONVERSATIONS, NEARBY } from '../../state/list-keys.ts'
import {
  type ConversationPages,
  flatten,
  mapConversations,
  withEnded,
  withMessage,
} from './conversation-list.ts'

/** Most requests are automatic, every two minutes. */
const IN_BACKGROUND = { [BACKGROUND_HEADER]: '1' }
const KEY = [CONVERSATIONS] as const
const STALE_AFTER = 5 * 60_000
const REFETCH_EVERY = 2 * 60_000

/** Loads the list page by page. It refetches by itself only while it has entries (spec §4). */
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

/** The open conversation counts as read, even if the loaded list is older than that. */
const asRead = (one: Conversation): Conversation => ({ ...one, unreadCount: 0 })

const hasResults = (data: ConversationPages | undefined) => (data?.pages[0]?.elements.length ?? 0) > 0

/** Returns the id of the conversation on screen; null while a document or the home screen covers it. */
export function useOpenConversationId(): string | null {
  const { chat, view } = useMember()
  const state = useStore(chat)
  const isOnScreen = useStore(view.isOnScreen)
  return state.phase === 'matched' && isOnScreen ? state.conversation.id : null
}

/** Updates the list from the live stream: presence, messages and unread counts. */
export function useLiveConversations(openId: string | null) {
  const { stream } = useMember()
  const queries = useQueryClient()

  useEffect(() => {
    const refetch = () => void queries.invalidateQueries({ queryKey: KEY })
    const change = (to: (data: ConversationPages) => ConversationPages) => {
      const outdated = queries.getQueryState(KEY)?.isInvalidated
      queries.setQueryData<ConversationPages>(KEY, (data) => data && to(data))
      // setQueryData marks the list as fresh; refetch if it was outdated before.
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
      stream.on('conversation_disconnected', ({ conversationId, userId }) => {
        change((data) => withEnded(data, conversationId, userId))
        refetch()
        // A member with whom the caller has a chat is not in that list.
        void queries.invalidateQueries({ queryKey: [NEARBY] })
      }),
      stream.on('resync', refetch),
      // Read in another tab or on another device.
      stream.on('message_receipt', ({ conversationId, userId, read }) => {
        const data = queries.getQueryData<ConversationPages>(KEY)
        const isNews = (one: Conversation) =>
          read && one.id === conversationId && one.userId === userId && one.unreadCount > 0
        if (data && flatten(data).some(isNews))
          change((before) => mapConversations(before, (one) => (isNews(one) ? asRead(one) : one)))
      }),
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
