import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import type { User } from '#schema/account.ts'
import { isReportedAlready } from '../../../data/failure.ts'
import { useMember } from '../../../hooks/member.tsx'
import { useServices, useStore } from '../../../hooks/services.tsx'
import { useToday } from '../../../hooks/use-today.ts'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { RowSkeletons } from '../../shared/row-skeletons.tsx'
import { useConversations, useOpenConversationId } from '../../shared/use-conversations.ts'
import { ConversationRow } from './conversation-row.tsx'
import { LockedHistory } from './locked-history.tsx'
import { OpenChats } from './open-chats.tsx'

const RowActions = deferred(() => import('./row-actions.tsx'), 'RowActions')

interface RecentConversationsProps {
  me: User
  /** The close button, on small screens. */
  close: ReactNode
  onChosen(): void
}

export function RecentConversations({ me, close, onChosen }: RecentConversationsProps) {
  const { session } = useServices()
  const { figures } = useStore(session)
  const { total } = useConversations({ enabled: false })
  const count = total ?? figures?.conversationCount
  return (
    <section aria-labelledby="recent-title">
      <div className="section-head">
        <h2 className="subhead" id="recent-title">
          {t`Recent Conversations`}
        </h2>
        {me.premiumUser && count !== undefined && (
          <span className="count">
            <Trans>
              <span className="sr-only">Number of conversations: </span>
              {count}
            </Trans>
          </span>
        )}
        {close}
      </div>
      {me.premiumUser ? (
        <List onChosen={onChosen} />
      ) : (
        <>
          <OpenChats onChosen={onChosen} />
          <LockedHistory onLeave={onChosen} />
        </>
      )}
    </section>
  )
}

function List({ onChosen }: { onChosen(): void }) {
  const { toasts } = useServices()
  const { chat } = useMember()
  const openId = useOpenConversationId()
  useToday()
  const { conversations, status, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useConversations()

  if (status === 'pending') return <RowSkeletons />
  if (status === 'error' && conversations.length === 0) {
    return (
      <div className="list-note">
        <p className="ink-2">{t`We couldn't load your conversations.`}</p>
        <Button size="sm" onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </div>
    )
  }
  if (conversations.length === 0) return <p className="list-note ink-2">{t`No conversations yet`}</p>

  async function loadMore() {
    const { isFetchNextPageError, error } = await fetchNextPage()
    if (!isFetchNextPageError || isReportedAlready(error)) return
    toasts.show({
      title: t`Error`,
      description: t`Failed to load more conversations. Please try again.`,
      variant: 'destructive',
    })
  }

  return (
    <>
      <ul>
        {conversations.map((conversation) => (
          <li key={conversation.id} className="conversation">
            <ConversationRow
              conversation={conversation}
              nameId={`with-${conversation.id}`}
              current={conversation.id === openId}
              onChoose={() => {
                chat.open(conversation)
                onChosen()
              }}
            />
            <Suspense>
              <RowActions conversation={conversation} nameId={`with-${conversation.id}`} />
            </Suspense>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          className="load-more"
          data-tooltip={t`More available`}
          aria-description={t`More available`}
          variant="quiet"
          size="sm"
          loading={isFetchingNextPage}
          onClick={() => void loadMore()}
        >
          {t`Load More`}
        </Button>
      )}
    </>
  )
}
