import { t } from '@lingui/core/macro'
import type { LiveStream } from '../live/live-stream.ts'
import type { Store } from '../store.ts'
import { acceptedBetween, type ChatState } from './chat-state.ts'

interface UnreadSignalDeps {
  stream: Pick<LiveStream, 'on'>
  chat: Store<ChatState>
  userId: string
  page: EventTarget & { title: string; readonly visibilityState: DocumentVisibilityState }
  /** Takes the path of the tab's icon. */
  showIcon(path: string): void
}

const ICON = '/logo.svg'
const UNREAD_ICON = '/logo-unread.svg'

/**
 * Shows in the title and icon of a hidden tab what happened since it was hidden: a match, a chat that a partner has
 * accepted, or the count of unread messages and of members who would like to talk. Returns a function that stops this and restores both.
 */
export function startUnreadSignal({ stream, chat, userId, page, showIcon }: UnreadSignalDeps): () => void {
  let unread = 0
  /** The news of the chat that stands before the count. */
  let headline = ''
  let before = chat.getState()
  /** What stands before the page's own title. */
  let shown = ''

  function show() {
    const title = page.title.startsWith(shown) ? page.title.slice(shown.length) : page.title
    const count = unread === 0 ? '' : `(${unread > 99 ? '99+' : unread}) `
    shown = headline ? `${headline} · ` : count
    page.title = `${shown}${title}`
    showIcon(shown === '' ? ICON : UNREAD_ICON)
  }

  function clear() {
    if (unread === 0 && headline === '') return
    unread = 0
    headline = ''
    show()
  }

  const isHidden = () => page.visibilityState === 'hidden'
  const onVisibility = () => !isHidden() && clear()
  const count = () => {
    if (!isHidden()) return
    unread += 1
    show()
  }
  const stops = [
    stream.on('new_chat_message', ({ senderId }) => senderId !== userId && count()),
    stream.on('knock', ({ waiting }) => waiting && count()),
    chat.subscribe(() => {
      const state = chat.getState()
      const news = headlineOf(before, state)
      before = state
      if (!isHidden() || news === '' || news === headline) return
      headline = news
      show()
    }),
  ]
  page.addEventListener('visibilitychange', onVisibility)
  return () => {
    for (const stop of stops) stop()
    page.removeEventListener('visibilitychange', onVisibility)
    clear()
  }
}

/** Returns what the title says about a change of the chat; empty for nothing. */
function headlineOf(before: ChatState, after: ChatState): string {
  if (acceptedBetween(before, after)) return t`Chat started`
  return after.phase === 'matched' && after.isNewMatch ? t`Match Found!` : ''
}
