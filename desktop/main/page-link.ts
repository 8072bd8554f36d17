import type { BrowserWindow } from 'electron'
import type { DesktopMessage, DesktopState } from '#schema/desktop.ts'
import { openPath } from './main-window.ts'

const AWAY: DesktopState = { phase: 'away', openId: null, unread: [] }

export interface PageLink {
  state(): DesktopState
  /** The page has told where it is. */
  hear(state: DesktopState): void
  /** To the member's page now, or once it is there. */
  command(message: DesktopMessage): void
  /** To whatever page is there. */
  tell(message: DesktopMessage): void
}

/** What the page said last, and what it is still to be told: a member may be on a page without their conversations. */
export function createPageLink({
  window,
  send,
  onState,
}: {
  window: BrowserWindow
  send(message: DesktopMessage): void
  onState(state: DesktopState): void
}): PageLink {
  let state = AWAY
  let pending: DesktopMessage | null = null

  function hear(next: DesktopState) {
    state = next
    onState(next)
    if (state.phase === 'away' || !pending) return
    send(pending)
    pending = null
  }

  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) hear(AWAY)
  })
  window.webContents.on('render-process-gone', () => hear(AWAY))

  return {
    state: () => state,
    hear,
    tell: send,
    command(message) {
      if (state.phase !== 'away') return send(message)
      pending = message
      void openPath(window, '/').catch(() => undefined)
    },
  }
}
