import { useEffect, useRef, useState } from 'react'
import { useQueryOnce } from '../../hooks/use-query-once.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { REPORT_ARRIVALS } from './operations.ts'

const POLL_EVERY = 30_000

/** Counts the reports that arrived since the list was loaded. A failed poll is skipped. */
export function useArrivals(shown: boolean) {
  const ask = useQueryOnce(REPORT_ARRIVALS, { background: true })
  const [count, setCount] = useState(0)
  /** The cursor of the loaded list; undefined until it is known. */
  const since = useRef<string | null | undefined>(undefined)

  async function begin() {
    const found = await ask({ since: null }).catch(() => null)
    if (!found) return
    since.current = found.reportArrivals.latest
    setCount(0)
  }

  async function look() {
    const from = since.current
    if (from === undefined) return begin()
    const found = await ask({ since: from }).catch(() => null)
    if (found && since.current === from) setCount(found.reportArrivals.count)
  }

  const beginNow = useRef(begin)
  beginNow.current = begin
  useEffect(() => {
    if (shown) void beginNow.current()
  }, [shown])
  useInterval(POLL_EVERY, () => void look(), shown)

  return { count, begin, look: () => void look() }
}
