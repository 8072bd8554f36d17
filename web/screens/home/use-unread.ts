import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMember } from '../../hooks/member.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import type { Figures } from '../../state/session/session.ts'

/** Warnings are also shown as a toast. */
const TOASTED = 'warning'
const TOAST_FOR = 12_000

interface ExpectedCount {
  unread: number
  /** The answer that it corrects. The next answer replaces it. */
  after: Figures | null
}

/**
 * Returns the number of unread notifications, and `announcement`, the text for screen readers. The count comes with the
 * session. An event or a change on this page corrects it at once, and the session is read again.
 */
export function useUnread() {
  const { session, toasts } = useServices()
  const { stream } = useMember()
  const { figures } = useStore(session)
  const [expected, setExpected] = useState<ExpectedCount | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const isCorrected = expected !== null && expected.after === figures
  const unread = isCorrected ? expected.unread : (figures?.unreadNotifications ?? 0)

  function setUnread(count: number) {
    setExpected({ unread: count, after: figures })
    session.refreshInBackground()
  }
  const addOne = useEffectEvent(() => setUnread(unread + 1))

  useEffect(() => {
    const stops = [
      stream.on('resync', () => session.refreshInBackground()),
      stream.on('notification', ({ read, kind, heading, body }) => {
        if (read) return session.refreshInBackground()
        addOne()
        if (kind === TOASTED) toasts.show({ title: heading, description: body, duration: TOAST_FOR })
        else setAnnouncement(t`New notification: ${heading}`)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [stream, session, toasts])

  return { unread, announcement, setUnread }
}
