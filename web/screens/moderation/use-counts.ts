import { useEffect, useRef, useState } from 'react'
import { useQueryOnce } from '../../hooks/use-query-once.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { MODERATION_COUNTS } from './operations-team.ts'
import { useChanges } from './team.tsx'

export interface Counts {
  reports: number
  appeals: number
  heldMessages: number
}

const POLL_EVERY = 60_000
/** Milliseconds to wait for further changes, such as those of a bulk dismissal, before counting again. */
const SETTLED_AFTER = 300

/** Returns the number of open cases in each queue. A failed poll leaves the last counts. */
export function useCounts(): Counts | null {
  const query = useQueryOnce(MODERATION_COUNTS, { background: true })
  const [counts, setCounts] = useState<Counts | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const poll = async () => {
    const found = await query({}).catch(() => null)
    if (found) setCounts(found.moderationCounts)
  }
  const pollNow = useRef(poll)
  pollNow.current = poll
  useEffect(() => {
    void pollNow.current()
    return () => clearTimeout(timer.current)
  }, [])
  useChanges(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void pollNow.current(), SETTLED_AFTER)
  })
  useInterval(POLL_EVERY, () => void poll())
  return counts
}
