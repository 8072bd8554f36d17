import { useEffect, useRef, useState } from 'react'
import type { ReportCategory } from '#schema/chat.ts'
import { useQueryOnce } from '../../hooks/use-query-once.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { REPORT_ARRIVALS } from './operations.ts'

const POLL_EVERY = 30_000

/** Counts the reports of the category that arrived since the list was loaded. A failed poll is skipped. */
export function useArrivals(shown: boolean, category: ReportCategory | null) {
  const query = useQueryOnce(REPORT_ARRIVALS, { background: true })
  const [count, setCount] = useState(0)
  /** The cursor of the loaded list; undefined until it is known. */
  const since = useRef<string | null | undefined>(undefined)

  async function restart() {
    const found = await query({ since: null, category }).catch(() => null)
    if (!found) return
    since.current = found.reportArrivals.latest
    setCount(0)
  }

  async function poll() {
    const from = since.current
    if (from === undefined) return restart()
    const found = await query({ since: from, category }).catch(() => null)
    if (found && since.current === from) setCount(found.reportArrivals.count)
  }

  const restartNow = useRef(restart)
  restartNow.current = restart
  useEffect(() => {
    if (shown) void restartNow.current()
  }, [shown])
  useInterval(POLL_EVERY, () => void poll(), shown)

  return { count, restart, poll: () => void poll() }
}
