import { BACKGROUND_HEADER } from '#schema/limits.ts'
import type { Api } from '../../data/api.ts'
import { conversationTag, KNOCK_TAG, RING_TAG } from '../../data/push-target.ts'
import type { ChatState } from '../chat/chat-state.ts'
import type { Knocks } from '../knocks/knocks.ts'
import type { LiveStream } from '../live/live-stream.ts'
import type { Store } from '../store.ts'

interface CloseNotificationsDeps {
  api: Api
  navigator: Partial<Pick<Navigator, 'serviceWorker'>>
  stream: Pick<LiveStream, 'on'>
  userId: string
  chat: Store<ChatState>
  knocks: Store<ReturnType<Knocks['getState']>>
  /** Whether the member looks at the page. That is how they come to a ring. */
  isVisible: Store<boolean>
  /** Whether the member looks at the chat. */
  isLooking: Store<boolean>
}

/**
 * Closes the notifications of the conversation that the member looks at, of those that they read on another device, of
 * members who do not wait any more, and of a ring that is over or to which the member has come. Returns a function that stops this.
 */
export function closeNotifications(deps: CloseNotificationsDeps): () => void {
  const { api, navigator, stream, userId, chat, knocks, isVisible, isLooking } = deps
  let waiting = knocks.getState()
  const close = (tag: string, isOver = async () => true) =>
    void closeTag(navigator, tag, isOver).catch(() => undefined)

  function closeShown() {
    const state = chat.getState()
    if (isLooking.getState() && state.phase === 'matched') close(conversationTag(state.conversation.id))
  }
  function closeKnocks() {
    const before = waiting
    waiting = knocks.getState()
    for (const { id, userId } of before)
      if (!waiting.some((knock) => knock.id === id)) close(`${KNOCK_TAG}${userId}`)
  }

  function closeRing() {
    if (isVisible.getState()) close(RING_TAG)
  }

  const stops = [
    chat.subscribe(closeShown),
    chat.subscribe(closeRing),
    isVisible.subscribe(closeRing),
    stream.on('search_ring', ({ comeUntil }) => comeUntil === null && close(RING_TAG)),
    isLooking.subscribe(closeShown),
    knocks.subscribe(closeKnocks),
    stream.on('message_receipt', ({ conversationId, userId: reader, read }) => {
      if (read && reader === userId)
        close(conversationTag(conversationId), () => hasReadAll(api, conversationId))
    }),
  ]
  closeShown()
  closeRing()
  return () => {
    for (const stop of stops) stop()
  }
}

async function closeTag(
  { serviceWorker }: CloseNotificationsDeps['navigator'],
  tag: string,
  isOver: () => Promise<boolean>,
) {
  const registration = await serviceWorker?.getRegistration()
  const shown = (await registration?.getNotifications({ tag })) ?? []
  if (shown.length > 0 && (await isOver())) for (const notification of shown) notification.close()
}

/** A receipt may reach a hidden page after the notification of a later message, which must stay. */
async function hasReadAll(api: Api, conversationId: string) {
  const headers = { [BACKGROUND_HEADER]: '1' }
  const { data } = await api.call('currentConversation', { params: { id: conversationId }, headers })
  return data.unreadCount === 0
}
