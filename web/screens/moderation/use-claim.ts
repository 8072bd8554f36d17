import { useEffect, useRef } from 'react'
import { CLAIM } from '#schema/moderation.ts'
import { useBackgroundMutation } from '../../hooks/use-background-mutation.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { CLAIM_REPORT, RELEASE_REPORT } from './operations-team.ts'
import { useTeamBoard } from './team.tsx'

/** Shows other moderators that this report is being looked at, while it is open and visible. */
export function useClaim(reportId: string, { looking }: { looking: boolean }) {
  const board = useTeamBoard()
  const claim = useBackgroundMutation(CLAIM_REPORT)
  const release = useBackgroundMutation(RELEASE_REPORT)
  const take = async () => {
    // Decisions do not depend on claims, so a failure is not shown.
    const found = await claim({ id: reportId }).catch(() => null)
    if (found) board.read([{ id: reportId, claim: found.claimReport }])
  }
  const now = useRef({ take, release })
  now.current = { take, release }
  useEffect(() => {
    if (!looking) return
    void now.current.take()
    return () => void now.current.release({ id: reportId }).catch(() => undefined)
  }, [looking, reportId])
  useInterval(CLAIM.renewEvery, () => void take(), looking)
}
