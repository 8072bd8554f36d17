import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useToday } from '../../hooks/use-today.ts'
import { Button } from '../../ui/button.tsx'
import { RowSkeletons } from '../shared/row-skeletons.tsx'
import { NoteRow } from './note-row.tsx'
import type { Note } from './operations.ts'
import type { Inbox } from './use-inbox.ts'

interface NoteListProps {
  inbox: Inbox
  onFollow(note: Note): void
}

export function NoteList({ inbox, onFollow }: NoteListProps) {
  const { notes, failure, refetch, loading, loadMore } = inbox
  const [loadingMore, setLoadingMore] = useState(false)
  useToday()

  if (!notes && failure)
    return (
      <div className="list-note" role="alert">
        <p className="ink-2">
          {t`We couldn't load your notifications.`} {failure.message}
        </p>
        <Button size="sm" loading={loading} onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </div>
    )
  if (!notes) return <RowSkeletons label={t`Loading your notifications`} />
  if (notes.length === 0) return <EmptyInbox />
  return (
    <>
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            <NoteRow note={note} onFollow={() => onFollow(note)} />
          </li>
        ))}
      </ul>
      {loadMore && (
        <Button
          className="load-more"
          variant="quiet"
          size="sm"
          loading={loadingMore}
          onClick={async () => {
            setLoadingMore(true)
            await loadMore()
            setLoadingMore(false)
          }}
        >
          {t`Load More`}
        </Button>
      )}
    </>
  )
}

const EmptyInbox = () => (
  <div className="empty inbox-empty">
    <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
      <circle cx="14" cy="13" r="11" />
      <circle cx="26" cy="13" r="11" />
    </svg>
    <p className="subhead">{t`No notifications yet`}</p>
    <p className="ink-2">
      {t`You'll see it here when someone writes while you are away, when we have reviewed your report, and before Premium ends.`}
    </p>
  </div>
)
