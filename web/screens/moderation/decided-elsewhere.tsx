import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useTeam, useTeamBoard } from './team.tsx'
import type { PagesOf } from './use-pages.ts'

/**
 * Returns how many of the listed cases other moderators have decided, and a function that removes them from the list.
 */
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

const noticeText = (count: number) =>
  plural(count, {
    one: 'Another moderator has decided one of these cases.',
    other: 'Other moderators have decided # of these cases.',
  })

/** A note above the list. The list stays as it is until the moderator presses the button. */
export function DecidedNews({ count, clear }: { count: number; clear(): void }) {
  return (
    <div className="queue-news">
      <p role="status">{count > 0 && noticeText(count)}</p>
      {count > 0 && (
        <Button size="sm" variant="quiet" onClick={clear}>
          {t`Remove from the list`}
        </Button>
      )}
    </div>
  )
}

/** Shown in place of the decision form. */
export const DecidedNotice = ({ by }: { by: string }) => (
  <p className="notice decided-notice" role="status">
    <span>
      <Trans comment="{by} is a moderator.">
        <bdi translate="no">{by}</bdi> has just decided this case. You don't need to do anything.
      </Trans>
    </span>
  </p>
)
