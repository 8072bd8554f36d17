import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { ApiFailure } from '../../data/failure.ts'
import { Button } from '../../ui/button.tsx'

interface ListingProps<Item> {
  /** Null until loaded. */
  items: readonly Item[] | null
  query: { loading: boolean; failure: ApiFailure | null; refetch(): Promise<void> }
  /** The texts while loading and after a failure. */
  loading: string
  failed: string
  empty: string
  children(item: Item): ReactNode
}

/** A list, or its loading, failed or empty state. */
export function Listing<Item>({ items, query, loading, failed, empty, children }: ListingProps<Item>) {
  if (!items && (query.loading || !query.failure)) return <Skeletons label={loading} />
  return (
    <>
      {items?.length === 0 && <p className="ink-2">{empty}</p>}
      {items && items.length > 0 && <ul className="safety-list">{items.map(children)}</ul>}
      {query.failure && (
        <div className="safety-failed" role="status">
          <p className="ink-2">
            {failed} {query.failure.message}
          </p>
          <Button size="sm" loading={query.loading} onClick={() => void query.refetch()}>
            {t`Try again`}
          </Button>
        </div>
      )}
    </>
  )
}

/** Widths in per cent of a row's first and second line. */
const SKELETONS = [
  [34, 72],
  [46, 58],
] as const

const Skeletons = ({ label }: { label: string }) => (
  <div className="safety-ghosts" role="status">
    <span className="sr-only">{label}</span>
    {SKELETONS.map(([first, then]) => (
      <span key={first}>
        <span className="skeleton" style={{ width: `${first}%` }} />
        <span className="skeleton" style={{ width: `${then}%` }} />
      </span>
    ))}
  </div>
)
