import { Button } from '../../ui/button.tsx'
import { useTeam, useTeamBoard } from './team.tsx'
import type { PagesOf } from './use-pages.ts'

/** Which of the cases that are shown another moderator has decided, and how to take them away. */
export function useDecidedElsewhere({ page, drop }: PagesOf<{ id: string }>) {
  const { decided } = useTeam()
  const board = useTeamBoard()
  const ids = (page?.nodes ?? []).map(({ id }) => id).filter((id) => decided.has(id))
  return {
    count: ids.length,
    clear() {
      drop(({ id }) => ids.includes(id))
      board.forget(ids)
    },
  }
}

const wordOf = (count: number) =>
  count === 1 ? 'Another moderator decided one case.' : `Other moderators decided ${count} cases.`

/** Says so above the list; nothing moves until it is asked for. */
export function DecidedNews({ count, clear }: { count: number; clear(): void }) {
  return (
    <div className="queue-news">
      <p role="status">{count > 0 && wordOf(count)}</p>
      {count > 0 && (
        <Button size="sm" variant="quiet" onClick={clear}>
          Remove from the list
        </Button>
      )}
    </div>
  )
}

/** In place of what decides. */
export const DecidedNotice = ({ by }: { by: string }) => (
  <p className="notice decided-notice" role="status">
    <span>
      <bdi>{by}</bdi> has just decided this. There is nothing left to do here.
    </span>
  </p>
)
