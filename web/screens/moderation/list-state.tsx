import type { ReactNode } from 'react'
import type { ApiFailure } from '../../data/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'

interface ListStateProps {
  loading: boolean
  failure: ApiFailure | null
  retry(): Promise<void>
  /** Said where there is nothing. */
  empty: string
  count: number
  children: ReactNode
}

/** A list, or what there is in its place. */
export function ListState({ loading, failure, retry, empty, count, children }: ListStateProps) {
  if (failure)
    return (
      <div className="notice list-notice" data-tone="danger" role="alert">
        <p>{failure.message}</p>
        <Button size="sm" loading={loading} onClick={() => void retry()}>
          Retry
        </Button>
      </div>
    )
  if (loading && count === 0) return <Loading label="Loading" />
  if (count === 0) return <p className="admin-empty ink-2">{empty}</p>
  return children
}

export function LoadMore({
  cursor,
  loading,
  more,
}: {
  cursor: string | null
  loading: boolean
  more(after: string): Promise<void>
}) {
  if (!cursor) return null
  return (
    <div className="list-more">
      <Button loading={loading} onClick={() => void more(cursor)}>
        Load More
      </Button>
    </div>
  )
}
