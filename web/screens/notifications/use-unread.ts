import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { UNREAD } from './operations.ts'

/** Warnings are also shown as a toast. */
const TOASTED = 'warning'
const TOAST_FOR = 12_000

/** Returns the unread count, updated live, and `announcement`, the text for screen readers. */
export function useUnread() {
  const { toasts } = useServices()
  const { stream } = useMember()
  const { data, refetch } = useQuery(UNREAD, {}, { background: true })
  /** The expected count until the server has answered. */
  const [override, setOverride] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const unread = override ?? data?.unreadNotifications ?? 0
  const latest = useRef(unread)
  latest.current = unread

  async function refreshCount(expected = latest.current) {
    setOverride(expected)
    await refetch()
    setOverride(null)
  }
  const refreshNow = useRef(refreshCount)
  refreshNow.current = refreshCount

  useEffect(() => {
    const refetchCount = () => void refreshNow.current()
    const onVisible = () => {
      // Another device or tab may have read them.
      if (document.visibilityState === 'visible') refetchCount()
    }
    const stops = [
      stream.on('resync', refetchCount),
      stream.on('notification', ({ read, kind, heading, body }) => {
        if (read) return refetchCount()
        void refreshNow.current(latest.current + 1)
        if (kind === TOASTED) toasts.show({ title: heading, description: body, duration: TOAST_FOR })
        else setAnnouncement(t`New notification: ${heading}`)
      }),
    ]
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      for (const stop of stops) stop()
    }
  }, [stream, toasts])

  return { unread, announcement, refreshCount }
}
