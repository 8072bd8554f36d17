import './bell.css'
import { plural, t } from '@lingui/core/macro'
import { Bell as BellIcon } from 'lucide-react'
import { Suspense, useRef, useState, useTransition } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { useUnread } from './use-unread.ts'

/** The inbox, with its GraphQL client. */
const InboxBox = deferred(() => import('../notifications/inbox-box.tsx'), 'InboxBox')

/** The bell with the unread count. Its inbox loads with the first press. */
export function Bell() {
  const { unread, announcement, setUnread } = useUnread()
  const [isOpen, setOpen] = useState(false)
  const [isLoading, startOpening] = useTransition()
  const bell = useRef<HTMLSpanElement>(null)
  return (
    <span className="bell" ref={bell}>
      <IconButton
        label={bellLabel(unread)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-busy={isLoading || undefined}
        onPointerEnter={InboxBox.preload}
        onClick={() => startOpening(() => setOpen(!isOpen))}
      >
        <BellIcon className="icon" data-size="md" aria-hidden="true" />
        {unread > 0 && <span className="unread bell-count">{unread > 99 ? t`99+` : unread}</span>}
      </IconButton>
      <span className="part-slot">
        <Suspense>
          {isOpen && (
            <InboxBox opener={bell} unread={unread} onUnread={setUnread} onClose={() => setOpen(false)} />
          )}
        </Suspense>
      </span>
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </span>
  )
}

function bellLabel(unread: number) {
  if (unread === 0) return t`Notifications`
  if (unread > 99) return t`Notifications, more than 99 unread`
  return plural(unread, { one: 'Notifications, # unread', other: 'Notifications, # unread' })
}
