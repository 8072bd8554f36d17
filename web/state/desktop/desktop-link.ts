import type { DesktopBridge, DesktopState } from '#schema/desktop.ts'
import type { SearchState } from '#schema/ring.ts'
import type { Api } from '../../data/api.ts'
import { isOpen } from '../chat/about-conversation.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import type { ChatSwitch } from '../chat/chat-switch.ts'
import type { Knocks } from '../knocks/knocks.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Store, WritableStore } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import { reportChat } from './chat-reports.ts'
import { runDesktopCommand } from './desktop-commands.ts'
import { reportKnocks } from './knock-reports.ts'
import { reportRings } from './ring-reports.ts'
import { createUnreadReports } from './unread-reports.ts'

interface DesktopLinkDeps {
  bridge: DesktopBridge
  api: Api
  userId: string
  stream: Pick<LiveStream, 'on'>
  chat: ChatMachine
  chatSwitch: Pick<ChatSwitch, 'before' | 'replace'>
  knocks: Knocks
  /** The member's search as the server has it; null while that is not known. */
  searchState: Store<SearchState | null>
  toasts: Pick<ToastStore, 'show'>
  /** Whether the member looks at the window. */
  attention: WritableStore<boolean>
  /** Whether the chat is on screen, rather than behind a document or the home screen. */
  isOnScreen: Store<boolean>
  /** Opens the home screen, which shows the chat. */
  goHome(): void
  openSettings(): void
  newKey(): string
}

const AWAY: DesktopState = { phase: 'away', openId: null, unread: [], knocks: [], ring: 'none' }

function ringOf(search: SearchState | null): DesktopState['ring'] {
  if (search?.comeUntil) return 'ringing'
  return search?.ringUntil ? 'set' : 'none'
}

/**
 * Reports the chat, unread messages and events to the desktop app, and runs the commands of its tray and
 * notifications. Returns a function that stops this.
 */
export function startDesktopLink(deps: DesktopLinkDeps): () => void {
  const { bridge, userId, stream, chat, attention, isOnScreen, knocks, searchState } = deps
  let stopped = false
  const isStopped = () => stopped
  const currentConversation = () => {
    const state = chat.getState()
    return state.phase === 'matched' ? state.conversation : null
  }
  const isLookedAt = (id: string) =>
    attention.getState() && isOnScreen.getState() && currentConversation()?.id === id
  const unread = createUnreadReports({ ...deps, isLookedAt, reportState, isStopped })

  function reportState() {
    const { phase } = chat.getState()
    if (stopped || phase === 'restoring') return
    const conversation = currentConversation()
    const shown = phase !== 'matched' ? phase : conversation && isOpen(conversation) ? 'chat' : 'idle'
    const ring = ringOf(searchState.getState())
    bridge.tellState({
      // The search of another device goes on, too.
      phase: shown === 'idle' && ring !== 'none' ? 'searching' : shown,
      openId: conversation?.id ?? null,
      unread: unread.counts(),
      knocks: knocks.getState().map(({ id }) => id),
      ring,
    })
  }

  const stops = [
    reportChat({ bridge, userId, stream, chat, onChange: reportState }),
    reportKnocks({ bridge, knocks, onChange: reportState }),
    reportRings({ bridge, userId, searchState, onChange: reportState }),
    ...[attention, isOnScreen].map((store) =>
      store.subscribe(() => {
        reportState()
        if (store.getState()) unread.reportSoon()
      }),
    ),
    stream.on('new_chat_message', (message, eventId) => {
      if (message.senderId !== userId && !isLookedAt(message.conversationId)) unread.add(message, eventId)
    }),
    // A change of a notification may mean that its conversation was read in another browser.
    stream.on('notification', unread.reportSoon),
    stream.on('resync', unread.reportSoon),
    bridge.onMessage((message) => void runDesktopCommand({ ...deps, unread, isStopped }, message)),
  ]
  reportState()
  unread.reportSoon()
  return () => {
    stopped = true
    unread.stop()
    for (const stop of stops) stop()
    attention.setState(true)
    bridge.tellState(AWAY)
  }
}
