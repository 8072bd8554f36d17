import { RefreshCw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ApiFailure } from '../../data/failure.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loading } from '../../ui/loading.tsx'

interface QueueProps {
  title: string
  /** In which order, and what there is to know. */
  note: string
  page: { totalCount: number; endCursor: string | null; nodes: readonly unknown[] } | undefined
  loading: boolean
  failure: ApiFailure | null
  refetch(): Promise<void>
  more(after: string): Promise<void>
  /** Said where there is nothing. */
  empty: string
  children: ReactNode
}

/** A list of the console with its head, or what there is in its place. */
export function Queue({ title, note, page, loading, refetch, more, children, ...rest }: QueueProps) {
  const id = useId()
  const cursor = page?.endCursor
  return (
    <section className="admin-table sheet-surface" aria-labelledby={id}>
      <div className="card-head">
        <h2 className="heading" id={id}>
          {title}
        </h2>
        {page && <span className="count">{page.totalCount}</span>}
        <span className="caption ink-3">{note}</span>
        <IconButton label="Refresh" size="sm" onClick={() => void refetch()}>
          <RefreshCw className="icon" data-size="sm" aria-hidden="true" />
        </IconButton>
      </div>
      <Content count={page?.nodes.length ?? 0} loading={loading} refetch={refetch} {...rest}>
        {children}
        {cursor && (
          <div className="list-more">
            <Button loading={loading} onClick={() => void more(cursor)}>
              Load More
            </Button>
          </div>
        )}
      </Content>
    </section>
  )
}

type ContentProps = Pick<QueueProps, 'loading' | 'failure' | 'refetch' | 'empty' | 'children'> & {
  count: number
}

function Content({ loading, failure, refetch, empty, count, children }: ContentProps) {
  if (failure) return <LoadFailure message={failure.message} loading={loading} retry={refetch} />
  if (loading && count === 0) return <Loading label="Loading" />
  if (count === 0) return <p className="admin-empty ink-2">{empty}</p>
  return children
}
