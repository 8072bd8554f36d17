import { t } from '@lingui/core/macro'
import type { Message } from '#schema/chat.ts'
import type { EventData } from '#schema/events.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Store, WritableStore } from '../store.ts'
import { acceptedBetween, type ChatState } from './chat-state.ts'

interface UnreadSignalDeps {
  stream: Pick<LiveStream, 'on'>
  chat: Store<ChatState>
  userId: string
  /** The conversations with messages that arrived while the page was hidden, with the id of the latest. */
  unseen: WritableStore<ReadonlyMap<string, string>>
  page: EventTarget & { title: string; readonly visibilityState: DocumentVisibilityState }
  /** Takes the path of the tab's icon. */
  showIcon(path: string): void
}

const ICON = '/logo.svg'
const UNREAD_ICON = '/logo-unread.svg'

/**
 * Shows in the title and icon of a hidden tab what happened since it was hidden: a match, a chat that a partner has
 * accepted, or the count of conversations with unread messages and of members who would like to talk. What the member reads
 * in another tab or on another device is not counted. Returns a function that stops this and restores both.
 */
export function startUnreadSignal(deps: UnreadSignalDeps): () => void {
  const { stream, chat, userId, unseen, page, showIcon } = deps
  let knocks = 0
  /** The news of the chat that stands before the count. */
  let headline = ''
  let before = chat.getState()
  /** What stands before the page's own title. */
  let shown = ''

  function show() {
    const title = page.title.startsWith(shown) ? page.title.slice(shown.length) : page.title
    const unread = unseen.getState().size + knocks
    const count = unread === 0 ? '' : `(${unread > 99 ? '99+' : unread}) `
    shown = headline ? `${headline} · ` : count
    page.title = `${shown}${title}`
    showIcon(shown === '' ? ICON : UNREAD_ICON)
  }

  function clear() {
    if (shown === '') return
    unseen.setState(new Map())
    knocks = 0
    headline = ''
    show()
  }

  const isHidden = () => page.visibilityState === 'hidden'
  const onVisibility = () => !isHidden() && clear()
  function change(to: ReadonlyMap<string, string>) {
    unseen.setState(to)
    show()
  }
  function onMessage({ senderId, conversationId, id }: Message) {
    if (isHidden() && senderId !== userId) change(new Map(unseen.getState()).set(conversationId, id))
  }
  function onReceipt({ userId: reader, conversationId, read, through }: EventData<'message_receipt'>) {
    const latest = unseen.getState().get(conversationId)
    if (reader !== userId || !read || latest === undefined || latest > through) return
    change(new Map([...unseen.getState()].filter(([id]) => id !== conversationId)))
  }
  function onKnock({ waiting }: EventData<'knock'>) {
    if (!isHidden() || !waiting) return
    knocks += 1
    show()
  }
  const stops = [
    stream.on('new_chat_message', onMessage),
    stream.on('message_receipt', onReceipt),
    stream.on('knock', onKnock),
    // What was read elsewhere in the meantime is not known. The list is fetched again.
    stream.on('resync', () => unseen.getState().size > 0 && change(new Map())),
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
