import { useEffect, useRef, useState } from 'react'
import { useMember } from '../../hooks/member.tsx'
import { useServices } from '../../hooks/services.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { UNREAD } from './operations.ts'

/** A warning is not left to be found in a list. */
const TOASTED = 'warning'
const TOAST_FOR = 12_000

/** How many are unread, from the first moment on that something happens; `news` is what is said aloud of it. */
export function useUnread() {
  const { toasts } = useServices()
  const { stream } = useMember()
  const { data, refetch } = useQuery(UNREAD, {}, { background: true })
  /** Known before the server is asked again. */
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
      // Another device, or another tab, may have read them.
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
