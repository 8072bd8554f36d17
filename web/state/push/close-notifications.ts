import { conversationTag, KNOCK_TAG } from '../../data/push-target.ts'
import type { ChatState } from '../chat/chat-state.ts'
import type { Knocks } from '../knocks/knocks.ts'
import type { Store } from '../store.ts'

interface CloseNotificationsDeps {
  navigator: Partial<Pick<Navigator, 'serviceWorker'>>
  chat: Store<ChatState>
  knocks: Store<ReturnType<Knocks['getState']>>
  /** Whether the member looks at the chat. */
  isLooking: Store<boolean>
}

/**
 * Closes the notification of the conversation that the member looks at, and those of members who do not wait any more.
 * Returns a function that stops this.
 */
export function closeNotifications({ navigator, chat, knocks, isLooking }: CloseNotificationsDeps) {
  let waiting = knocks.getState()
  const close = (tag: string) => void closeTag(navigator, tag).catch(() => undefined)

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

  const stops = [chat.subscribe(closeShown), isLooking.subscribe(closeShown), knocks.subscribe(closeKnocks)]
  closeShown()
  return {
    /** Closes the notification of a conversation that was read on another device. */
    closeOf: (conversationId: string) => close(conversationTag(conversationId)),
    stop() {
      for (const stop of stops) stop()
    },
  }
}

async function closeTag({ serviceWorker }: CloseNotificationsDeps['navigator'], tag: string) {
  const registration = await serviceWorker?.getRegistration()
  const shown = await registration?.getNotifications({ tag })
  for (const notification of shown ?? []) notification.close()
}
