import { useEffect, useRef, useState } from 'react'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { UNREAD } from './operations.ts'

/** Warnings are also shown as a toast. */
const TOASTED = 'warning'
const TOAST_FOR = 12_000

/** Returns the unread count, updated live, and `news`, the text for screen readers. */
export function useUnread() {
  const { toasts } = useServices()
  const { stream } = useMember()
  const { data, refetch } = useQuery(UNREAD, {}, { background: true })
  /** The expected count until the server has answered. */
  const [told, setTold] = useState<number | null>(null)
  const [news, setNews] = useState('')
  const unread = told ?? data?.unreadNotifications ?? 0
  const latest = useRef(unread)
  latest.current = unread

  async function settle(expected = latest.current) {
    setTold(expected)
    await refetch()
    setTold(null)
  }
  const settleNow = useRef(settle)
  settleNow.current = settle

  useEffect(() => {
    const ask = () => void settleNow.current()
    const onVisible = () => {
      // Another device or tab may have read them.
      if (document.visibilityState === 'visible') ask()
    }
    const stops = [
      stream.on('resync', ask),
      stream.on('notification', ({ read, kind, heading, body }) => {
        if (read) return ask()
        void settleNow.current(latest.current + 1)
        if (kind === TOASTED) toasts.show({ title: heading, description: body, duration: TOAST_FOR })
        else setNews(`New notification: ${heading}`)
      }),
    ]
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      for (const stop of stops) stop()
    }
  }, [stream, toasts])

  return { unread, news, settle }
}
