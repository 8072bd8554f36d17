import './kept.css'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { isReportedAlready } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { useOpenConversationId } from '../shared/use-conversations.ts'
import type { KeptList } from '../shared/use-kept.ts'
import { KeptRow } from './kept-row.tsx'

/** The members whom this one keeps in touch with. */
export function KeptPanel({ list, onChosen }: { list: KeptList; onChosen(): void }) {
  const { toasts } = useServices()
  const openId = useOpenConversationId()
  const { people, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isRefetching } = list

  async function loadMore() {
    const { isFetchNextPageError, error } = await fetchNextPage()
    if (!isFetchNextPageError || isReportedAlready(error)) return
    toasts.show({
      title: t`Error`,
      description: t`We couldn't load more people. Please try again.`,
      variant: 'destructive',
    })
  }

  return (
    <section aria-labelledby="kept-title">
      <div className="section-head">
        <h2 className="subhead" id="kept-title">
          {t({
            message: 'Kept',
            comment: 'The heading of the list of people whom the member keeps in touch with',
          })}
        </h2>
        {people.length > 0 && !hasNextPage && (
          <span className="count">
            <span className="sr-only">{t`Number of people:`} </span>
            {people.length}
          </span>
        )}
      </div>
      {people.length === 0 && (
        <div className="list-note">
          <p className="ink-2">{t`We couldn't load the people you keep in touch with.`}</p>
          <Button size="sm" loading={isRefetching} onClick={() => void refetch()}>
            {t`Try again`}
          </Button>
        </div>
      )}
      <ul>
        {people.map((kept) => (
          <li key={kept.userId} className="kept">
            <KeptRow
              kept={kept}
              isCurrent={kept.conversationId === openId}
              onChange={list.replace}
              onChosen={onChosen}
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
          onClick={() => void loadMore()}
        >
          <Trans>
            Load More<span className="sr-only"> people you keep in touch with</span>
          </Trans>
        </Button>
      )}
    </section>
  )
}
