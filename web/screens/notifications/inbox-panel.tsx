import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { NoteList } from './note-list.tsx'
import type { Note } from './operations.ts'
import { useInbox } from './use-inbox.ts'
import { useOpenNotification } from './use-open-notification.ts'

interface InboxPanelProps {
  /** The heading, where the panel needs its own. */
  heading?: ReactNode
  unread: number
  onUnread(unread: number): void
  onClose(): void
}

export function InboxPanel({ heading, unread, onUnread, onClose }: InboxPanelProps) {
  const inbox = useInbox(onUnread)
  const follow = useOpenNotification()

  function choose(note: Note) {
    if (!note.read) void inbox.markRead(note.id)
    if (!note.conversationId && !note.path) return
    onClose()
    void follow(note)
  }

  return (
    <>
      <div className="inbox-head">
        {heading}
        {unread > 0 && (
          <Button
            variant="quiet"
            size="sm"
            loading={inbox.markingAll}
            onClick={() => void inbox.markAllRead()}
          >
            {t`Mark all read`}
          </Button>
        )}
      </div>
      <div className="inbox-scroll">
        <NoteList inbox={inbox} onFollow={choose} />
      </div>
      {inbox.missedMails !== null && (
        <div className="inbox-foot">
          <Switch
            label={t`Email me about missed messages`}
            hint={t`At most one email a day; it never includes message text.`}
            checked={inbox.missedMails}
            disabled={inbox.choosing}
            onChange={({ target }) => void inbox.setMissedMails(target.checked)}
          />
        </div>
      )}
    </>
  )
}
