import type { BrowserWindow } from 'electron'
import type { DesktopMessage, DesktopState } from '#schema/desktop.ts'
import { openPath } from '../windows/main-window.ts'

const AWAY: DesktopState = { phase: 'away', openId: null, unread: [], knocks: [], ring: 'none' }

export interface PageLink {
  state(): DesktopState
  /** Takes over a state that the page has reported. */
  hear(state: DesktopState): void
  /** Sends a command to the member's page, now or once it has loaded. */
  command(message: DesktopMessage): void
  /** Drops the waiting commands, which were meant for another server. Reports waiting replies as not sent. */
  dropWaiting(): void
}

type Reply = Extract<DesktopMessage, { type: 'reply' }>

/** Milliseconds that a command waits for the member's page. Later, another member might have logged in. */
const MAX_WAIT = 60_000

/** Tracks the state of the page, and queues commands while the page does not show the member's conversations. */
export function createPageLink({
  window,
  send,
  onState,
  onNotSent,
}: {
  window: BrowserWindow
  send(message: DesktopMessage): void
  onState(state: DesktopState): void
  /** Called for a reply that no page could send in time. */
  onNotSent(reply: Reply): void
}): PageLink {
  let state = AWAY
  /** Every waiting reply, and the last other command, each with its timeout. */
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
    waiting.set(message, setTimeout(() => expire(message), MAX_WAIT).unref())
  }

  /**
   * The navigation home that is under way. Until it ends, the old page may still report, and must receive no command.
   */
  let navigation: symbol | null = null

  function hear(next: DesktopState) {
    state = next
    onState(next)
    passOn()
  }

  function passOn() {
    if (state.phase === 'away' || navigation) return
    for (const message of [...waiting.keys()]) {
      forget(message)
      send(message)
    }
  }

  // Not at the start of a navigation, because a refused one keeps the page.
  window.webContents.on('did-navigate', () => {
    navigation = null
    hear(AWAY)
  })
  window.webContents.on('render-process-gone', () => hear(AWAY))

  return {
    state: () => state,
    hear,
    dropWaiting() {
      for (const message of [...waiting.keys()]) expire(message)
    },
    command(message) {
      if (state.phase !== 'away' && !navigation) return send(message)
      keep(message)
      if (navigation) return
      const own = Symbol('navigation')
      navigation = own
      const over = () => {
        if (navigation !== own) return
        navigation = null
        passOn()
      }
      openPath(window, '/').then(over, over)
    },
  }
}
