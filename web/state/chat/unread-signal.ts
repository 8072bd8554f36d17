import type { LiveStream } from '../live/live-stream.ts'

interface UnreadSignalDeps {
  stream: Pick<LiveStream, 'on'>
  userId: string
  page: EventTarget & { title: string; readonly visibilityState: DocumentVisibilityState }
  /** Takes the path of the tab's icon. */
  showIcon(path: string): void
}

const COUNT = /^\(\d+\+?\) /
const ICON = '/logo.svg'
const UNREAD_ICON = '/logo-unread.svg'

/**
 * Shows unread messages in the title and icon of a hidden tab: the count since it was hidden, and a marked icon.
 * Returns a function that stops this and restores both.
 */
export function startUnreadSignal({ stream, userId, page, showIcon }: UnreadSignalDeps): () => void {
  let unread = 0

  function show() {
    const title = page.title.replace(COUNT, '')
    page.title = unread === 0 ? title : `(${unread > 99 ? '99+' : unread}) ${title}`
    showIcon(unread === 0 ? ICON : UNREAD_ICON)
  }

  function onVisibility() {
    if (page.visibilityState === 'hidden' || unread === 0) return
    unread = 0
    show()
  }

  const stopListening = stream.on('new_chat_message', ({ senderId }) => {
    if (senderId === userId || page.visibilityState !== 'hidden') return
    unread += 1
    show()
  })
  page.addEventListener('visibilitychange', onVisibility)
  return () => {
    stopListening()
    page.removeEventListener('visibilitychange', onVisibility)
    if (unread === 0) return
    unread = 0
    show()
  }
}
