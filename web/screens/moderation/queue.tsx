import { t } from '@lingui/core/macro'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import type { PagesOf } from './use-pages.ts'

interface QueueProps {
  title: string
  /** The order of the list, and other notes. */
  note: string
  pages: PagesOf<{ id: string }>
  /** Shown when the list is empty. */
  empty: string
  /** Notes about new entries, above the list. */
  news?: ReactNode
  /** The rows. A row that can take the focus has its id as `data-row`. */
  children: ReactNode
}

/** A list of the console with its head, or its loading, failed or empty state. */
export function Queue({ title, note, pages, empty, news, children }: QueueProps) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { page, loading, adding, failure, landing, refresh, more } = pages
  const count = page?.nodes.length ?? 0

  useEffect(() => {
    // Move the focus only if no other element has it.
    if (!landing || document.activeElement !== document.body) return
    const row = landing.id && section.current?.querySelector(`[data-row="${landing.id}"]`)
    const next = row instanceof HTMLElement ? row : heading.current
    next?.focus()
  }, [landing])

  return (
    <section className="admin-table sheet-surface" aria-labelledby={id} ref={section}>
      <div className="card-head">
        <h2 className="heading" id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {page && <span className="count">{page.totalCount}</span>}
        <span className="caption ink-3">{note}</span>
        <IconButton
          label={t`Refresh`}
          size="sm"
          aria-busy={loading || undefined}
          data-busy={loading || undefined}
          onClick={() => !loading && !adding && void refresh()}
        >
          <RefreshCw className="icon" data-size="sm" aria-hidden="true" />
        </IconButton>
      </div>
      {news}
      {failure && <LoadFailure message={failure.message} loading={loading} retry={refresh} />}
      {!page && !failure && <Loading label={t`Loading`} />}
      {page && count === 0 && !failure && <p className="admin-empty ink-2">{empty}</p>}
      {count > 0 && children}
      {count > 0 && page?.endCursor && (
        <div className="list-more">
          <Button loading={adding || loading} onClick={() => void more()}>
            {t`Load More`}
          </Button>
        </div>
      )}
    </section>
  )
}
