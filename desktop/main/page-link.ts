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
  /** Drops what waits, as it was meant for a page of another server. Reports waiting replies as not sent. */
  dropWaiting(): void
  /** To whatever page is there. */
  tell(message: DesktopMessage): void
}

type Reply = Extract<DesktopMessage, { type: 'reply' }>

/** How long what was asked for waits for the member's page: later it would be somebody else's wish. */
const WAITS = 60_000

/** What the page said last, and what it is still to be told: a member may be on a page without their conversations. */
export function createPageLink({
  window,
  send,
  onState,
  onNotSent,
}: {
  window: BrowserWindow
  send(message: DesktopMessage): void
  onState(state: DesktopState): void
  /** No page came that could send it. */
  onNotSent(reply: Reply): void
}): PageLink {
  let state = AWAY
  /** Every reply, and the last of all else, each with the end of its time. */
  const waiting = new Map<DesktopMessage, NodeJS.Timeout>()

  function forget(message: DesktopMessage) {
    clearTimeout(waiting.get(message))
    waiting.delete(message)
  }

  function expire(message: DesktopMessage) {
    forget(message)
    if (message.type === 'reply') onNotSent(message)
  }

  function keep(message: DesktopMessage) {
    if (message.type !== 'reply') for (const one of [...waiting.keys()]) if (one.type !== 'reply') forget(one)
    waiting.set(message, setTimeout(() => expire(message), WAITS).unref())
  }

  /** The way home that has begun: the page that is still there may tell of itself, and would take a wish along. */
  let wayHome: symbol | null = null

  function hear(next: DesktopState) {
    state = next
    onState(next)
    passOn()
  }

  function passOn() {
    if (state.phase === 'away' || wayHome) return
    for (const message of [...waiting.keys()]) {
      forget(message)
      send(message)
    }
  }

  // Not already when a navigation starts: one that is refused leaves the page where it is.
  window.webContents.on('did-navigate', () => {
    wayHome = null
    hear(AWAY)
  })
  window.webContents.on('render-process-gone', () => hear(AWAY))

  return {
    state: () => state,
    hear,
    tell: send,
    dropWaiting() {
      for (const message of [...waiting.keys()]) expire(message)
    },
    command(message) {
      if (state.phase !== 'away' && !wayHome) return send(message)
      keep(message)
      if (wayHome) return
      const own = Symbol('way home')
      wayHome = own
      const over = () => {
        if (wayHome !== own) return
        wayHome = null
        passOn()
      }
      openPath(window, '/').then(over, over)
    },
  }
}
