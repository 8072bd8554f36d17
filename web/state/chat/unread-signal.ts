import { t } from '@lingui/core/macro'
import type { LiveStream } from '../live/live-stream.ts'
import type { Store } from '../store.ts'
import type { ChatState } from './chat-state.ts'

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
 * Shows in the title and icon of a hidden tab what happened since it was hidden: a match, or the count of unread
 * messages. Returns a function that stops this and restores both.
 */
export function startUnreadSignal({ stream, chat, userId, page, showIcon }: UnreadSignalDeps): () => void {
  let unread = 0
  let hasMatch = false
  /** What stands before the page's own title. */
  let shown = ''

  function show() {
    const title = page.title.startsWith(shown) ? page.title.slice(shown.length) : page.title
    const count = unread === 0 ? '' : `(${unread > 99 ? '99+' : unread}) `
    shown = hasMatch ? `${t`Match Found!`} · ` : count
    page.title = `${shown}${title}`
    showIcon(shown === '' ? ICON : UNREAD_ICON)
  }

  function clear() {
    if (unread === 0 && !hasMatch) return
    unread = 0
    hasMatch = false
    show()
  }

  const isHidden = () => page.visibilityState === 'hidden'
  const onVisibility = () => !isHidden() && clear()
  const stops = [
    stream.on('new_chat_message', ({ senderId }) => {
      if (senderId === userId || !isHidden()) return
      unread += 1
      show()
    }),
    chat.subscribe(() => {
      const state = chat.getState()
      if (!isHidden() || hasMatch || state.phase !== 'matched' || !state.isNewMatch) return
      hasMatch = true
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
