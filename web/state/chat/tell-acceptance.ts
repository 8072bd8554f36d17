import type { ToastStore } from '../toasts.ts'
import { chatStarted, partnerName } from './about-conversation.ts'
import { acceptedBetween, type ChatStateStore } from './chat-state.ts'

/** Shows a toast when the partner of the chat on screen, which waited for an answer, has accepted. */
export function tellAcceptance(store: ChatStateStore, toasts: Pick<ToastStore, 'show'>) {
  let before = store.getState()
  store.subscribe(() => {
    const state = store.getState()
    const accepted = acceptedBetween(before, state)
    before = state
    if (accepted) toasts.show(chatStarted(partnerName(accepted)))
  })
}
