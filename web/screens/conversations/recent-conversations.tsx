import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { User } from '#schema/account.ts'
import type { Conversation, ConversationPage } from '#schema/chat.ts'
import { LIMITS } from '#schema/limits.ts'
import { useMember } from '../../state/member-react.tsx'
import { useServices, useStore } from '../../state/react.tsx'
import { Button } from '../../ui/button.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { LockedHistory, RowSkeletons } from './ghosts.tsx'

const KEY = ['/api/v1/conversations'] as const

interface RecentConversationsProps {
  me: User
  /** At the right of the heading, on small screens. */
  close: ReactNode
  onChosen(): void
}

export function RecentConversations({ me, close, onChosen }: RecentConversationsProps) {
  const { session } = useServices()
  const { figures } = useStore(session)
  return (
    <section aria-labelledby="recent-title">
      <div className="section-head">
        <h2 className="subhead" id="recent-title">
          Recent Conversations
        </h2>
        {me.premiumUser && figures && (
          <span className="count">
            <span className="sr-only">Number of conversations: </span>
            {figures.conversationCount}
          </span>
        )}
        {close}
      </div>
      {me.premiumUser ? <List onChosen={onChosen} /> : <LockedHistory />}
    </section>
  )
}

function List({ onChosen }: { onChosen(): void }) {
  const { api } = useServices()
  const { chat } = useMember()
  const state = useStore(chat)
  const currentId = state.phase === 'matched' ? state.conversation.id : null
  useLiveList(currentId)
  const { data, status, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: KEY,
    initialPageParam: 0,
    staleTime: 5 * 60_000,
    refetchInterval: 2 * 60_000,
    async queryFn({ pageParam, signal }) {
      const body = { pageNumber: pageParam, size: LIMITS.pageSize, paginated: 'true' as const }
      return (await api.call('listConversations', { body, signal })).data
    },
    getNextPageParam: (last: ConversationPage, pages) =>
      last.last || last.elements.length === 0 ? null : pages.length,
  })

  if (status === 'pending') return <RowSkeletons />
  if (status === 'error') {
    return (
      <div className="list-note">
        <p className="ink-2">Your conversations could not be loaded.</p>
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  const conversations = [
    ...new Map(data.pages.flatMap((page) => page.elements).map((one) => [one.id, one])).values(),
  ]
  if (conversations.length === 0) return <p className="list-note ink-2">No conversations yet</p>

  const choose = (conversation: Conversation) => {
    chat.open(conversation)
    onChosen()
  }
  return (
    <>
      <ul>
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <ConversationRow
              conversation={conversation}
              current={conversation.id === currentId}
              onChoose={() => choose(conversation)}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          className="load-more"
          variant="quiet"
          size="sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Load More
        </Button>
      )}
    </>
  )
}

/** Keeps the list as the live stream tells: who is online, what was said, how much is unread. */
function useLiveList(currentId: string | null) {
  const { stream } = useMember()
  const queries = useQueryClient()

  useEffect(() => {
    const change = (fits: (one: Conversation) => boolean, to: (one: Conversation) => Conversation) =>
      queries.setQueryData<InfiniteData<ConversationPage, number>>(
        KEY,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              elements: page.elements.map((one) => (fits(one) ? to(one) : one)),
            })),
          },
      )
    const refetch = () => void queries.invalidateQueries({ queryKey: KEY })
    const online = (userId: string, userOnline: boolean) =>
      change(
        (one) => one.partnerId === userId,
        (one) => ({ ...one, userOnline }),
      )
    const stops = [
      stream.on('USER_ONLINE', ({ userId }) => online(userId, true)),
      stream.on('USER_OFFLINE', ({ userId }) => online(userId, false)),
      stream.on('match_found', refetch),
      stream.on('resync', refetch),
      stream.on('new_chat_message', (message) =>
        change(
          (one) => one.id === message.conversationId,
          (one) => ({
            ...one,
            lastSentMessage: message.message,
            lastMessageTime: message.time,
            unreadCount:
              one.id === currentId || message.senderId === one.userId ? one.unreadCount : one.unreadCount + 1,
          }),
        ),
      ),
    ]
    // What is open is read.
    change(
      (one) => one.id === currentId,
      (one) => ({ ...one, unreadCount: 0 }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [stream, queries, currentId])
}
