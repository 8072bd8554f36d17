import type { DesktopBridge } from '#schema/desktop.ts'
import type { SearchState } from '#schema/ring.ts'
import type { Store } from '../store.ts'

interface RingReportsDeps {
  bridge: Pick<DesktopBridge, 'tellEvent'>
  userId: string
  searchState: Store<SearchState | null>
  /** Called after each change of the search. */
  onChange(): void
}

/** Reports to the desktop app each time that someone was found and the member must come. Returns a function that stops this. */
export function reportRings({ bridge, userId, searchState, onChange }: RingReportsDeps): () => void {
  function report() {
    const comeUntil = searchState.getState()?.comeUntil
    if (comeUntil)
      bridge.tellEvent({
        // The app shows a repeated event once.
        id: `ring:${comeUntil}`,
        kind: 'ring',
        conversationId: userId,
        partnerName: '',
        text: '',
      })
    onChange()
  }
  report()
  return searchState.subscribe(report)
}
