import type { DesktopBridge } from '#schema/desktop.ts'
import { shownName } from '../../i18n/shown-name.ts'
import type { Knocks } from '../knocks/knocks.ts'

interface KnockReportsDeps {
  bridge: Pick<DesktopBridge, 'tellEvent'>
  knocks: Pick<Knocks, 'getState' | 'subscribe'>
  /** Called after each change of the list. */
  onChange(): void
}

/** Reports to the desktop app each member who would like to talk. Returns a function that stops this. */
export function reportKnocks({ bridge, knocks, onChange }: KnockReportsDeps): () => void {
  return knocks.subscribe(() => {
    // The app shows a repeated event once.
    for (const { id, displayName } of knocks.getState().toReversed())
      bridge.tellEvent({
        id: `knock:${id}`,
        kind: 'knock',
        conversationId: id,
        partnerName: shownName(displayName),
        text: '',
      })
    onChange()
  })
}
