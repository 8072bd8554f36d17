import { t } from '@lingui/core/macro'
import type { Knock } from '#schema/knocks.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { type AnswerDeps, isKnockGone } from './accept-knock.ts'

/**
 * Declines a knock, with `forever` also every later one of the same member. The knock disappears at once, and returns when
 * the server cannot be reached.
 */
export async function declineKnock(
  { api, knocks, toasts }: Omit<AnswerDeps, 'chatSwitch'>,
  knock: Knock,
  { forever }: { forever: boolean },
) {
  knocks.remove(knock.id)
  try {
    await api.call('declineKnock', { params: { id: knock.id }, body: { forever } })
  } catch (error) {
    if (isKnockGone(error)) {
      // A member who wants to refuse all knocks must learn that this was not stored.
      if (forever) toasts.show({ title: messageOf(error, t`This invitation is no longer open.`) })
      return
    }
    knocks.restore(knock)
    if (isReportedAlready(error)) return
    toasts.show({
      title: t`We couldn't send your answer`,
      description: messageOf(error, t`Please try again.`),
      variant: 'destructive',
    })
    return
  }
  if (!forever) return
  toasts.show({
    title: t`${{ name: shownName(knock.displayName) }} can't ask you again`,
    description: t`You can change this in Settings, under Safety centre.`,
  })
}
